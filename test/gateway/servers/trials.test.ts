import { readdir, readFile } from 'node:fs/promises'
import { describe, expect } from 'vitest'
import type { ServerDraft, ServerTrial } from '../../../src/preload/contract.ts'
import { startOAuthServer } from '../../connections/oauth-server.ts'
import { test } from '../../support/fixtures.ts'
import type { TestGateway } from '../../support/gateway.ts'

const NODE = `\${COUNTERSIGN_NODE}`
const of = (name: string) => `\${COUNTERSIGN_MODULES}/@modelcontextprotocol/${name}/dist/index.js`

function draft(connection: ServerDraft['connection'], name = 'one'): ServerDraft {
  return { name, connection: { kind: 'mcp', ...connection }, tools: { prefix: name, ask: 'always' } }
}

async function begin(
  gateway: TestGateway,
  connection: ServerDraft['connection'],
  values: Record<string, string> = {},
): Promise<ServerTrial> {
  const tried = await gateway.servers.try(draft(connection), true, values, 'human:anna')
  if (!tried.ok) throw new Error(tried.message)
  return tried.trial
}

async function untilOver(gateway: TestGateway, { id }: ServerTrial): Promise<ServerTrial> {
  await expect.poll(() => gateway.servers.find(id)?.status).not.toBe('running')
  const trial = gateway.servers.find(id)
  if (trial === null) throw new Error('It is gone.')
  return trial
}

const tryOut = async (
  gateway: TestGateway,
  connection: ServerDraft['connection'],
  values: Record<string, string> = {},
) => await untilOver(gateway, await begin(gateway, connection, values))

describe('a server that is tried', () => {
  test('shows its tools, and nothing of it is written or goes on [servers.tried]', async ({
    openGateway,
  }) => {
    const gateway = await openGateway('')
    const before = gateway.configuration().hash
    for (const [server, args, tool] of [
      ['server-everything', ['stdio'], 'echo'],
      ['server-filesystem', ['/tmp'], 'write_file'],
      ['server-memory', [], 'create_entities'],
    ] as const) {
      const trial = await tryOut(gateway, { command: NODE, args: [of(server), ...args] })
      expect(trial).toMatchObject({ status: 'answered', error: null })
      expect(trial.tools.map(({ name }) => name)).toContain(tool)
    }
    const files = await tryOut(gateway, { command: NODE, args: [of('server-filesystem'), '/tmp'] })
    const hints = new Map(files.tools.map(({ name, readOnly }) => [name, readOnly]))
    expect([hints.get('read_text_file'), hints.get('write_file')]).toEqual([true, false])
    expect(gateway.configuration().hash).toBe(before)
    expect(gateway.connections.states()).toEqual([])
    const { items } = await gateway.store.audit(
      { eventTypes: ['trial.started', 'trial.ended'] },
      { limit: 50 },
    )
    expect(items).toHaveLength(8)
    expect(items[0]).toMatchObject({ actor: 'human:anna' })
    expect(await childrenOf(process.pid)).not.toContain('server-')
  })

  test('says in its own words what is wrong: broken, missing, without its variable, without a sign-in [servers.tried]', async ({
    openGateway,
  }) => {
    const gateway = await openGateway('')
    const NEEDY = `if (!process.env.KEY) { console.error('KEY is not set, says the server'); process.exit(3) } console.error('it is ' + process.env.KEY); setTimeout(() => process.exit(4), 50)`
    const broken = await tryOut(gateway, { command: NODE, args: ['-e', NEEDY] })
    expect(broken).toMatchObject({ status: 'failed', log: ['KEY is not set, says the server'] })
    expect(broken.error).toContain('exited with code 3')
    const needy = { command: NODE, args: ['-e', NEEDY], env: { KEY: `\${secret:my.key}` } }
    expect((await gateway.servers.try(draft(needy), true, {}, 'human:anna')).ok).toBe(false)
    const told = await tryOut(gateway, needy, { 'my.key': 'a-secret-of-mine' })
    expect(told.log).toEqual(['it is «redacted»'])
    expect(JSON.stringify(told)).not.toContain('a-secret-of-mine')
    await tryOut(gateway, { url: 'http://me:pw-of-mine@127.0.0.1:1/mcp?key=key-of-mine' })
    const { items } = await gateway.store.audit({ eventTypes: ['trial.started'] }, { limit: 9 })
    expect(JSON.stringify(items)).toContain('http://••••••@127.0.0.1:1/mcp?key=••••••')
    expect(JSON.stringify(items)).not.toMatch(/(pw|key)-of-mine/)
    const missing = await tryOut(gateway, { command: 'no-such-program-here' })
    expect(missing).toMatchObject({ status: 'failed', error: expect.stringContaining('cannot be found') })
    const server = await startOAuthServer()
    const web = await tryOut(gateway, { url: server.url })
    expect(web).toMatchObject({ status: 'signIn', error: expect.stringContaining('signed in') })
  })

  test('that hangs is given up in time, or by a person, and ended with all that it started [servers.tried]', async ({
    openGateway,
    clock,
  }) => {
    const gateway = await openGateway('', { clock })
    const HANG = { command: 'sh', args: ['-c', 'echo here >&2; sleep 987; cat'] }
    const first = await begin(gateway, HANG)
    await expect.poll(() => gateway.servers.find(first.id)?.log).toEqual(['here'])
    await expect.poll(() => childrenOf(process.pid)).toContain('sleep\u0000987')
    expect(await gateway.servers.stop(first.id)).toMatchObject({ status: 'stopped', error: null })
    expect(await childrenOf(process.pid)).not.toContain('sleep\u0000987')
    const second = await begin(gateway, HANG)
    clock.advance(120_000)
    expect(await untilOver(gateway, second)).toMatchObject({
      status: 'failed',
      error: 'The server did not answer within 2 minutes, so it was ended.',
    })
  })

  test('from outside is refused where it has no honest use [servers.refused]', async ({ openGateway }) => {
    const gateway = await openGateway('')
    const hostile = draft({
      command: NODE,
      args: [of('server-memory')],
      env: { NODE_OPTIONS: '--require /x' },
    })
    expect(await gateway.servers.try(hostile, false, {}, 'human:anna')).toMatchObject({
      ok: false,
      message: expect.stringContaining('NODE_OPTIONS'),
    })
  })
})

/** Command lines of all that runs below this process. */
async function childrenOf(root: number): Promise<string> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const all = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const line = await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '')
      return { pid: Number(pid), parent: Number(parent), line: state === 'Z' ? '' : line }
    }),
  )
  const tree = new Set([root])
  for (let size = 0; size !== tree.size; ) {
    size = tree.size
    for (const { pid, parent } of all) if (tree.has(parent)) tree.add(pid)
  }
  return all
    .filter(({ pid }) => tree.has(pid) && pid !== root)
    .map(({ line }) => line)
    .join('\n')
}
