import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished } from 'vitest'
import { test } from '../../support/fixtures.ts'

/** Notes the packages that are loaded, and tells them on standard error when the ready line is written. */
const NOTES = `
import { registerHooks } from 'node:module'
const loaded = new Set()
registerHooks({
  resolve(name, context, next) {
    const found = next(name, context)
    const [, of] = /node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(found.url) ?? []
    if (of !== undefined) loaded.add(of)
    return found
  },
})
const write = process.stdout.write.bind(process.stdout)
process.stdout.write = (text, ...rest) => {
  if (String(text).startsWith('{"ready":true')) process.stderr.write('loaded ' + JSON.stringify([...loaded]) + '\\n')
  return write(text, ...rest)
}
`

/** For clients, servers, programs, services and browsers; what watches files, and what brings updates. */
const LATER = ['zod', 'execa', 'undici', 'hono', 'chokidar', 'electron-updater']

test('a start loads nothing that only clients, servers, programs or the watching of files need [start.light]', async ({
  folder,
}) => {
  const notes = join(folder, 'notes.mjs')
  const config = join(folder, 'countersign.yaml')
  await writeFile(notes, NOTES)
  await writeFile(config, 'version: "1.0.0"\n')
  const serve = ['serve', '--config', config, '--data', join(folder, 'data'), '--json']
  const started = spawn(process.execPath, ['--import', notes, resolve('src/main/cli.ts'), ...serve])
  const ended = once(started, 'exit')
  onTestFinished(async () => {
    started.kill()
    await ended
  })
  const told = await new Promise<string>((found, failed) => {
    createInterface(started.stderr).on('line', (line) => line.startsWith('loaded ') && found(line))
    started.once('exit', () => failed(new Error('It ended before it was ready.')))
  })
  const loaded = JSON.parse(told.slice('loaded '.length)) as string[]
  expect(loaded).toContain('better-sqlite3')
  expect(loaded.filter((name) => LATER.includes(name) || name.startsWith('@modelcontextprotocol'))).toEqual(
    [],
  )
})
