import { describe, expect, onTestFinished } from 'vitest'
import {
  describeEnding,
  type Launch,
  type LaunchedProgram,
  launch,
} from '../../../src/main/connections/transports/launch.ts'
import { endProcessTree } from '../../../src/main/connections/transports/process-tree.ts'
import { test as it } from '../../support/fixtures.ts'
import { isAlive, until } from '../pool-fixture.ts'

const SLEEPER = 'setInterval(() => {}, 1e6)'
const STUBBORN = `process.on('SIGTERM', () => {}); ${SLEEPER}`

async function start(
  script: string,
  changes: Partial<Launch> = {},
): Promise<{ program: LaunchedProgram; said(): string }> {
  const launched = await launch({
    command: process.execPath,
    args: ['-e', script],
    environment: { PATH: process.env.PATH ?? '' },
    workingDirectory: null,
    programFolders: [],
    stdin: 'ignore',
    ...changes,
  })
  if (!launched.ok) throw new Error(launched.message)
  const { program } = launched
  onTestFinished(() => endProcessTree(program.pid, 0))
  let said = ''
  program.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  program.stderr.resume()
  return { program, said: () => said }
}

function spawning(script: string, options: string): string {
  return `const child = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(script)}], ${options});
    console.log(child.pid);`
}

describe('ending a process tree', () => {
  it.each([
    ['that lets itself be ended', SLEEPER, "{ stdio: 'inherit' }", 20_000],
    ['whose grandchild refuses', STUBBORN, "{ stdio: 'inherit' }", 100],
    ['whose grandchild refuses in a group of its own', STUBBORN, "{ stdio: 'ignore', detached: true }", 100],
  ])('ends one %s [cli.tree]', async (_name, script, options, graceMs) => {
    const { program, said } = await start(`${spawning(script, options)} ${SLEEPER}`)
    await until(() => said().includes('\n'))
    const grandchild = Number(said())
    expect([program.pid, grandchild].map(isAlive)).toEqual([true, true])
    const began = Date.now()
    await endProcessTree(program.pid, graceMs)
    expect([program.pid, grandchild].map(isAlive)).toEqual([false, false])
    expect(Date.now() - began).toBeLessThan(15_000)
    expect(describeEnding(await program.ended)).toBe('was ended by SIGTERM')
  })
})

describe('launching', () => {
  it('does not wait for what a program leaves running with its pipes open [cli.left-over]', async () => {
    const { program, said } = await start(`${spawning(SLEEPER, "{ stdio: 'inherit' }")} process.exit(4)`)
    expect(await program.ended).toEqual({ exitCode: 4, signal: null })
    expect(isAlive(Number(said()))).toBe(true)
    await endProcessTree(program.pid, 1000)
    expect(isAlive(Number(said()))).toBe(false)
  })

  it('gives a child exactly the environment and folder that it is told [R2.3]', async ({ folder }) => {
    const { program, said } = await start('console.log(JSON.stringify([process.env, process.cwd()]))', {
      environment: { ONLY: 'this' },
      workingDirectory: folder,
    })
    await program.ended
    expect(JSON.parse(said())).toEqual([{ ONLY: 'this' }, folder])
  })
})
