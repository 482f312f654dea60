import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { describeSandbox, findSandbox } from '../../../src/main/connections/transports/sandbox.ts'
import type { Connection, Sandbox } from '../../../src/main/model/configuration.ts'
import { nodeCall, runCli, temporaryFolder } from '../../executors/executor-fixture.ts'
import { ask, fixture, openPool, untilHealthy } from '../pool-fixture.ts'

const SYSTEM = await Promise.all(
  (['readOnly', 'noNetwork'] as const).map((mode) => findSandbox({ mode, ifAvailable: false })),
)
const lacking = SYSTEM.find((found) => !found.ok)

function describeWhereLocked(title: string, tests: () => void): void {
  if (lacking !== undefined && !lacking.ok) describe.skip(`${title} (skipped: ${lacking.message})`, tests)
  else describe(title, tests)
}

function cliWith(sandbox: Sandbox): Extract<Connection, { kind: 'cli' }> {
  return { kind: 'cli', name: 'tool', env: {}, sandbox }
}

function runLocked(mode: Sandbox['mode'], script: string, workingDirectory: string | null = null) {
  const call = nodeCall(script, { connection: 'tool', workingDirectory })
  return runCli(call, { connections: () => ({ tool: cliWith({ mode, ifAvailable: false }) }) })
}

const PING = `require('node:net').connect(PORT, '127.0.0.1').on('connect', () => { console.log('reached'); process.exit() }).on('error', (e) => { console.log(e.code); process.exit() })`

describeWhereLocked('a program in a sandbox', () => {
  it('cannot write, even where its owner may, but reads and has a temporary folder [R6.4]', async () => {
    const folder = await temporaryFolder()
    const script = `
      const { readdirSync, writeFileSync } = require('node:fs')
      readdirSync('.')
      writeFileSync(require('node:os').tmpdir() + '/note', 'x')
      try { writeFileSync('note', 'x') } catch (error) { console.log(error.code) }`
    expect(await runLocked('readOnly', script, folder)).toMatchObject({
      ok: true,
      output: { text: expect.stringMatching(/^(EROFS|EPERM)$/), exitCode: 0 },
    })
    expect(existsSync(join(folder, 'note'))).toBe(false)
  })

  it.skipIf(process.platform !== 'linux')('finds no way out through other processes [R6.4]', async () => {
    const folder = await temporaryFolder()
    const script = `
      const { writeFileSync } = require('node:fs')
      try { writeFileSync('/proc/${process.pid}/root${folder}/note', 'x') } catch (error) { console.log(error.code) }`
    expect(await runLocked('readOnly', script)).toMatchObject({ ok: true, output: { text: 'ENOENT' } })
    expect(existsSync(join(folder, 'note'))).toBe(false)
  })

  it('reaches no network, not even this computer [R6.4]', async () => {
    const { createServer } = await import('node:net')
    const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
    const port = await new Promise<number>((resolve) => {
      server.once('listening', () => resolve((server.address() as { port: number }).port))
    })
    const script = PING.replace('PORT', String(port))
    const locked = await runLocked('noNetwork', script)
    const free = await runLocked('readOnly', script)
    server.close()
    expect(locked).toMatchObject({ ok: true, output: { text: expect.not.stringContaining('reached') } })
    expect(free).toMatchObject({ ok: true, output: { text: 'reached' } })
  })

  it('may write with noNetwork, hands its exit code on, and dies with its call [R6.4]', async () => {
    const folder = await temporaryFolder()
    const written = await runLocked(
      'noNetwork',
      `require('node:fs').writeFileSync('note', 'x'); process.exit(3)`,
      folder,
    )
    expect(written).toMatchObject({ ok: false, details: { exitCode: 3 } })
    expect(existsSync(join(folder, 'note'))).toBe(true)
    const call = nodeCall('setInterval(() => {}, 1000)', { connection: 'tool' })
    const stopped = await runCli(
      call,
      { connections: () => ({ tool: cliWith({ mode: 'readOnly', ifAvailable: false }) }) },
      { signal: AbortSignal.timeout(300) },
    )
    expect(stopped).toMatchObject({ ok: false, errorClass: 'timeout', uncertain: true })
  })

  it('may be an MCP server, whose log says what holds it [R6.4]', async () => {
    const connection = { ...fixture(), sandbox: { mode: 'noNetwork', ifAvailable: false } } as Connection
    const pool = openPool({ one: connection })
    const { logTail } = await untilHealthy(pool, 'one')
    expect(logTail).toContain('sandbox: the program is kept from reaching the network.')
    expect(await ask(pool, 'one', 'hello')).toBe('unknown hello')
  })
})

describe('a sandbox that the system does not have', () => {
  it('keeps the program from starting, unless the declaration allows it to run unlocked [R6.4]', async () => {
    const path = process.env.PATH
    process.env.PATH = '/no/such/folder'
    try {
      // A module of its own: what was found out about this system is remembered.
      const { vi } = await import('vitest')
      vi.resetModules()
      const fresh = await import('../../../src/main/connections/transports/sandbox.ts')
      const refused = await fresh.findSandbox({ mode: 'readOnly', ifAvailable: false })
      expect(refused).toMatchObject({ ok: false, message: expect.stringContaining('so it is not started.') })
      const allowed = await fresh.findSandbox({ mode: 'noNetwork', ifAvailable: true })
      expect(allowed).toMatchObject({ ok: true, lock: null })
      if (allowed.ok) expect(describeSandbox(allowed)).toContain('it runs unlocked, as ifAvailable allows')
    } finally {
      process.env.PATH = path
    }
  })
})
