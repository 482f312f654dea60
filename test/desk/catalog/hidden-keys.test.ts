import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { JsonObject } from '../../../src/main/model/json.ts'
import { openSecretFile } from '../../../src/main/store/secrets/secret-file.ts'
import { test } from '../../support/fixtures.ts'
import type { TestGateway } from '../../support/gateway.ts'
import { ask, openTestDesk } from '../fixture.ts'

const FILE = `connections:
  # ours
  tool:
    kind: cli
    command: git
    env:
      API_KEY: hunter2$$x9 # a key
      AUTH: Bearer abc123def456
      MODE: quick
  shop:
    kind: mcp
    url: "https://me:pa55word@shop.example/mcp?token=t0k3n99&page=2"
    headers: { X-Api-Key: 'k3y-of-the-shop' }
    auth: { kind: oauth, clientId: me, clientSecret: s3cr3t-of-me }
    enabled: false
  db:
    kind: mcp
    command: npx
    args: [-y, server-db@1.0.0, --password, pa55word-of-db, "postgres://u:pw0fdb99@h/db"]
    enabled: false
`
const KEYS = /hunter2|abc123|pa55word|t0k3n99|k3y-of|s3cr3t|pw0fdb/

async function open(gateway: TestGateway) {
  const desk = openTestDesk(gateway)
  const session = await desk.openSession('window')
  const declared = async (name: string) => (await ask(desk, session, 'servers.declared', { name })).connection
  return {
    desk,
    session,
    declared,
    read: () => readFile(join(gateway.folder, 'countersign.yaml'), 'utf8'),
    async change(name: string, connection: JsonObject) {
      const edit = { kind: 'changeServer' as const, name, from: await declared(name), connection }
      const seen = await desk.dispatch(session, 'configuration.preview', { edit })
      if (!seen.ok) return seen.error.message
      const { hash, problems, patch } = seen.value as { hash: string; problems: unknown[]; patch: string }
      expect(problems).toEqual([])
      expect(patch).not.toMatch(KEYS)
      await ask(desk, session, 'configuration.save', { edit, hash })
      return null
    },
  }
}

test('a key of a server is never in the window, and stays in the file where the rest is changed [servers.keys-hidden]', async ({
  openGateway,
}) => {
  const gateway = await openGateway(FILE)
  const { declared, change, read, desk, session } = await open(gateway)
  for (const name of ['tool', 'shop', 'db']) expect(JSON.stringify(await declared(name))).not.toMatch(KEYS)
  const [tool, shop, db] = [await declared('tool'), await declared('shop'), await declared('db')]
  expect(tool.env).toEqual({ API_KEY: '••••••1', AUTH: 'Bearer ••••••2', MODE: 'quick' })
  expect(shop.url).toBe('https://••••••1@shop.example/mcp?token=••••••2&page=2')
  expect(db.args).toEqual(['-y', 'server-db@1.0.0', '--password', '••••••1', 'postgres://••••••2@h/db'])

  const draft = { name: 'tool', connection: tool, tools: null }
  const { variables, problems } = await ask(desk, session, 'servers.examine', { draft, candidate: null })
  expect(problems).toEqual([])
  expect(variables.map(({ name, isSurelySecret }) => [name, isSurelySecret])).toContainEqual([
    'API_KEY',
    true,
  ])

  expect(await change('tool', { ...tool, env: { ...(tool.env as object), MODE: 'slow' } })).toBeNull()
  expect(await change('shop', { ...shop, title: 'Shop' })).toBeNull()
  const args = db.args as string[]
  expect(await change('db', { ...db, args: ['-y', '--quiet', ...args.slice(1)] })).toBeNull()
  const text = await read()
  expect(text).toContain('API_KEY: hunter2$$x9 # a key\n      AUTH: Bearer abc123def456\n      MODE: slow\n')
  expect(text).toContain('"https://me:pa55word@shop.example/mcp?token=t0k3n99&page=2"')
  expect(text).toContain('clientSecret: s3cr3t-of-me')
  expect(text.replaceAll(/["'\n ]+/g, ' ')).toMatch(
    /-y, --quiet, server-db@1.0.0, --password, pa55word-of-db, postgres:\/\/u:pw0fdb99@h\/db/,
  )
  expect(text).not.toContain('•')

  // Replaced, and removed.
  const now = await declared('tool')
  expect(await change('tool', { ...now, env: { API_KEY: 'an0ther-k3y' } })).toBeNull()
  expect(await read()).toContain('API_KEY: an0ther-k3y # a key\n  shop')
})

test('a hidden key is taken whole and for what it was, or a sentence says what to do [servers.keys-hidden]', async ({
  openGateway,
}) => {
  const gateway = await openGateway(FILE)
  const { declared, change, read, desk, session } = await open(gateway)
  const [tool, shop, db] = [await declared('tool'), await declared('shop'), await declared('db')]
  const before = await read()
  const args = db.args as string[]
  for (const [name, connection] of [
    ['tool', { ...tool, env: { API_KEY: '••••••1x' } }],
    ['tool', { ...tool, env: { API_KEY: '••••••' } }],
    ['tool', { ...tool, env: { API_KEY: '••••••9' } }],
    // There it would no longer be known for a key.
    ['tool', { ...tool, env: { LABEL: '••••••1' } }],
    ['tool', { ...tool, title: '••••••1' }],
    ['shop', { ...shop, url: 'https://••••••1@evil.example/mcp?token=••••••2' }],
    ['db', { ...db, args: args.with(2, '--label') }],
  ] as const) {
    expect(await change(name, connection)).toMatch(/hides a key.*type all of it/)
    const seen = { draft: { name, connection, tools: null }, candidate: null }
    expect((await ask(desk, session, 'servers.examine', seen)).problems.join()).toMatch(/hides a key/)
    expect(await desk.dispatch(session, 'servers.try', { ...seen, values: {} })).toMatchObject({ ok: false })
  }
  expect(await read()).toBe(before)
})

test('a hidden key is moved into a stored secret by the gateway, as its server was given it [servers.keys-hidden]', async ({
  openGateway,
  folder,
}) => {
  const secrets = openSecretFile({ dataFolder: folder })
  const gateway = await openGateway(FILE, { secrets })
  const { declared, change, read, desk, session } = await open(gateway)
  const tool = await declared('tool')
  const stored = { name: 'tool.API_KEY', value: '••••••1', of: 'tool' }
  await ask(desk, session, 'secrets.set', stored)
  await ask(desk, session, 'secrets.set', { name: 'tool.AUTH', value: '••••••2', of: 'tool' })
  expect(await secrets.get('tool.API_KEY')).toBe('hunter2$x9')
  expect(await secrets.get('tool.AUTH')).toBe('abc123def456')
  for (const wrong of [
    { ...stored, value: 'x••••••1' },
    { ...stored, of: 'nobody' },
  ])
    expect(await desk.dispatch(session, 'secrets.set', wrong)).toMatchObject({ ok: false })
  const env = {
    ...(tool.env as object),
    API_KEY: `\${secret:tool.API_KEY}`,
    AUTH: `Bearer \${secret:tool.AUTH}`,
  }
  expect(await change('tool', { ...tool, env })).toBeNull()
  expect(await read()).not.toMatch(/hunter2|abc123/)
  expect(await read()).toContain(`AUTH: Bearer \${secret:tool.AUTH}`)
})

test('a key in the path of an address is hidden wherever the window names that address [servers.keys-hidden]', async ({
  openGateway,
}) => {
  const key = 'NjY4a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6'
  const at = (part: string) => `https://mcp.example/api/s/${part}/mcp`
  const gateway = await openGateway(
    `connections: { hook: { kind: mcp, url: "${at(key)}", enabled: false }, tool: { kind: cli, command: git, env: { HOOK: "${at(key)}" } } }\n`,
  )
  const { declared, desk, session } = await open(gateway)
  expect((await declared('hook')).url).toBe(at('••••••1'))
  for (const name of ['hook', 'tool']) {
    const draft = { name, connection: await declared(name), tools: null }
    const seen = await ask(desk, session, 'servers.examine', { draft, candidate: null })
    expect(JSON.stringify(seen)).not.toContain(key)
  }
  const listed = await ask(desk, session, 'connections.list', {})
  expect(listed.map(({ target }) => target)).toContain(at('••••••'))
  expect(JSON.stringify(listed)).not.toContain(key)
})
