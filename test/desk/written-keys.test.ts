import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { untilHealthy } from '../connections/pool-fixture.ts'
import { test } from '../support/fixtures.ts'
import { pending, type TestGateway } from '../support/gateway.ts'
import { ask, openTestDesk } from './fixture.ts'

/** Says what it was started with at every door that a server has. */
const LEAKY = `
const told = process.argv.slice(1).join(' ') + ' ' + process.env.API_KEY + ' ' + process.env.STORED
console.error('started with ' + told)
require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  const answers = {
    initialize: () => ({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'leaky', version: '1' } }),
    'tools/list': () => ({ tools: [{ name: 'tell', description: 'Uses ' + told, inputSchema: { type: 'object' } }] }),
    'tools/call': () => ({ content: [{ type: 'text', text: JSON.stringify(process.env) + told }], isError: params.arguments.fail === true }),
  }
  const result = answers[method]?.()
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...(result ? { result } : { error: { code: -32601, message: told } }) }))
})`

const KEYS = [
  'env-k3y-0f-mine',
  'sk-1234567890abcdefghij',
  'hdr-k3y-0f-mine',
  'url-k3y-0f-mine',
  'pa55word-0f-mine',
  'newer-k3y-0f-mine',
]

function configured(folder: string, more = ''): string {
  const server = join(folder, 'leaky.cjs')
  return `connections:
  one:
    kind: mcp
    command: \${COUNTERSIGN_NODE}
    args: ['${server}', --api-key, ${KEYS[1]}]
    env: { API_KEY: ${KEYS[0]}, DB_PASSWORD: postgres }
  gone:
    kind: mcp
    url: http://me:${KEYS[4]}@127.0.0.1:1/mcp?api_key=${KEYS[3]}
    headers: { Authorization: Bearer ${KEYS[2]} }${more}
proxy: { import: [{ connection: one, prefix: one }, { connection: gone, prefix: gone }] }
`
}

function expectNoKey(...shown: unknown[]): void {
  const text = JSON.stringify(shown)
  for (const key of KEYS) expect(text).not.toContain(key)
}

const everything = async ({ store }: TestGateway) => (await store.audit({}, { limit: 500 })).items

describe('a key that stands in the settings file as it is', () => {
  test('is in nothing that its server says, nor in errors, lists and the log [connections.written-keys]', async ({
    openGateway,
    folder,
  }) => {
    await writeFile(join(folder, 'leaky.cjs'), LEAKY)
    const gateway = await openGateway(configured(folder), { folder })
    const { tools, logTail } = await untilHealthy(gateway.connections, 'one')
    await gateway.connections.settled(5000)
    expect(logTail).toEqual([expect.stringContaining('--api-key «redacted» «redacted»')])
    expect(tools[0]?.description).toContain('--api-key «redacted» «redacted»')
    const { signal } = new AbortController()
    const answers = [
      await gateway.connections.callTool('one', 'tell', {}, { signal }),
      await gateway.connections.callTool('one', 'tell', { fail: true }, { signal }),
    ]
    // A word that occurs anywhere is no key, whatever it is called.
    expect(JSON.stringify(answers)).toContain('postgres')
    const desk = openTestDesk(gateway)
    const seen = await ask(desk, await desk.openSession('window'), 'connections.list', {})
    expect(seen.map(({ target }) => target)).toEqual([
      `\${COUNTERSIGN_NODE} ${join(folder, 'leaky.cjs')} --api-key ••••••`,
      'http://••••••@127.0.0.1:1/mcp?api_key=••••••',
    ])
    expectNoKey(tools, logTail, answers, seen, gateway.connections.states(), gateway.logged)
    expectNoKey(await everything(gateway))
  })

  test('is not in a difference, whoever makes it, nor in what is kept of it [connections.written-keys]', async ({
    openGateway,
    folder,
  }) => {
    await writeFile(join(folder, 'leaky.cjs'), LEAKY)
    const gateway = await openGateway(configured(folder), { folder, vouched: false })
    const path = gateway.configuration().path
    const edited = await gateway.editor.preview([{ path: ['connections', 'one', 'title'], value: 'First' }])
    if (edited.kind !== 'edited') throw new Error(edited.kind)
    expect(edited.edited.patch).toContain('API_KEY: «redacted»')
    // What is saved is the file itself.
    expect(edited.edited.after).toContain(KEYS[0])
    const saved = await gateway.editor.save(
      [{ path: ['connections', 'one', 'title'], value: 'First' }],
      edited.edited.hash,
      'human:anna',
    )
    expect(saved.kind).toBe('saved')
    expect(await readFile(path, 'utf8')).toContain(KEYS[0])
    const text = await readFile(path, 'utf8')
    await writeFile(
      path,
      text.replace('env-k3y-0f-mine', 'newer-k3y-0f-mine').replace('--api-key', '--token'),
    )
    const asked = async () => (await pending(gateway)).filter(({ kind }) => kind === 'configuration')
    await expect.poll(asked).toHaveLength(1)
    const items = await pending(gateway)
    expect(JSON.stringify(items)).toContain('«redacted»')
    expectNoKey(edited.edited.patch, items, await gateway.editor.changes(), await everything(gateway))
    await writeFile(path, text)
    await expect.poll(asked).toHaveLength(0)
    const keyless = [{ path: ['connections', 'one', 'env', 'API_KEY'], value: 'none' }]
    const moved = await gateway.editor.preview(keyless)
    if (moved.kind !== 'edited') throw new Error(moved.kind)
    await gateway.editor.save(keyless, moved.edited.hash, 'human:anna')
    await gateway.close()
    const again = await openGateway('', { folder, vouched: false, configuration: path })
    expect((await again.editor.changes()).at(0)?.patch).toContain('-    env: { API_KEY: «redacted»')
    expectNoKey(await again.editor.changes(), await pending(again), await everything(again), again.logged)
  })

  test('is in nothing that a server says while it is tried, nor is what the environment gives it [connections.written-keys]', async ({
    openGateway,
    folder,
  }) => {
    await writeFile(join(folder, 'leaky.cjs'), LEAKY)
    const gateway = await openGateway('', {
      environment: { ...process.env, KEPT_BEFORE: 'kept-k3y-0f-mine' },
    })
    const draft = {
      name: 'one',
      connection: {
        kind: 'mcp',
        command: `\${COUNTERSIGN_NODE}`,
        args: [join(folder, 'leaky.cjs')],
        env: { API_KEY: KEYS[0] ?? '', STORED: `\${KEPT_BEFORE}` },
      },
      tools: { prefix: 'one', ask: 'always' as const },
    }
    const tried = await gateway.servers.try(draft, true, {}, 'human:anna')
    if (!tried.ok) throw new Error(tried.message)
    await expect.poll(() => gateway.servers.find(tried.trial.id)?.status).toBe('answered')
    const trial = gateway.servers.find(tried.trial.id)
    expect(JSON.stringify(trial)).toContain('«redacted» «redacted»')
    expect(JSON.stringify(trial)).not.toContain('kept-k3y-0f-mine')
    expectNoKey(trial, await everything(gateway))
  })
})
