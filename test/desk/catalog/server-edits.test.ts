import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import type { ConfigurationEdit, ServerDraft } from '../../../src/preload/contract.ts'
import { untilState } from '../../connections/pool-fixture.ts'
import { test } from '../../support/fixtures.ts'
import { pending, press, start, type TestGateway } from '../../support/gateway.ts'
import { ask, openTestDesk } from '../fixture.ts'

const EVERYTHING = `\${COUNTERSIGN_MODULES}/@modelcontextprotocol/server-everything/dist/index.js`
const DRAFT: ServerDraft = {
  name: 'everything',
  connection: {
    kind: 'mcp',
    title: 'Everything',
    command: `\${COUNTERSIGN_NODE}`,
    args: [EVERYTHING, 'stdio'],
  },
  tools: { prefix: 'everything', ask: 'always' },
}
/** A day on which an exception may end. */
const SOON = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
const FILE = `# ours
connections:
  # what is done to files
  git: { kind: cli, command: git } # the program
proxy:
  expose:
    - name: git.status # a tool
      executor: { kind: cli, connection: git, args: [status] }
`

async function openDesk(gateway: TestGateway) {
  const desk = openTestDesk(gateway)
  const session = await desk.openSession('window')
  const file = join(gateway.folder, 'countersign.yaml')
  const preview = (edit: ConfigurationEdit) => ask(desk, session, 'configuration.preview', { edit })
  return {
    desk,
    session,
    preview,
    async save(edit: ConfigurationEdit) {
      const { hash, problems } = await preview(edit)
      expect(problems).toEqual([])
      return await ask(desk, session, 'configuration.save', { edit, hash })
    },
    refuse: async (edit: ConfigurationEdit) => {
      const reply = await desk.dispatch(session, 'configuration.preview', { edit })
      return reply.ok ? null : reply.error.message
    },
    read: () => readFile(file, 'utf8'),
    call: async <Name extends Parameters<typeof ask>[2]>(name: Name, request: never) =>
      ask(desk, session, name, request),
  }
}

describe('a server at the desk', () => {
  test('is added in one save with its tools behind a person, and one undo takes it back [servers.added]', async ({
    openGateway,
  }) => {
    const gateway = await openGateway(FILE)
    const desk = await openDesk(gateway)
    const before = await desk.read()
    const edit: ConfigurationEdit = { kind: 'addServer', draft: DRAFT, candidate: null }
    const seen = await desk.preview(edit)
    expect(seen.weaker.join('\n')).toContain('now starts a program')
    const { undo } = await desk.save(edit)
    const after = await desk.read()
    expect(after).toContain('    - name: git.status # a tool\n')
    expect(after).toContain(
      '    - { connection: everything, prefix: everything, approval: { required: true } }\n',
    )
    await untilState(gateway.connections, 'everything', ({ health }) => health === 'healthy')
    const gates = gateway.catalog.gatesFor({
      ...{ kind: 'mcp', connection: 'everything', tool: 'echo', arguments: {} },
    } as never)
    expect(gates).toHaveLength(1)
    await ask(desk.desk, desk.session, 'configuration.undo', { undo })
    expect(await desk.read()).toBe(before)
    expect(gateway.connections.state('everything')).toBeNull()
    expect(await desk.refuse({ ...edit, draft: { ...DRAFT, name: 'git' } })).toContain('already')
  })

  test('is disabled: nothing of it runs or is offered, what uses it says why; and enabled again [servers.disabled]', async ({
    openGateway,
  }) => {
    const gateway = await openGateway(FILE)
    const desk = await openDesk(gateway)
    await desk.save({ kind: 'addServer', draft: DRAFT, candidate: null })
    await untilState(gateway.connections, 'everything', ({ tools }) => tools.length > 0)
    expect(gateway.discovery.entry('everything.echo')).not.toBeNull()
    await desk.save({ kind: 'enableServer', name: 'everything', enabled: false })
    await desk.save({ kind: 'enableServer', name: 'git', enabled: false })
    expect(await desk.read()).toContain('git: { kind: cli, command: git, enabled: false } # the program')
    expect(gateway.discovery.entry('everything.echo')).toBeNull()
    expect(gateway.discovery.entry('git.status')).toBeNull()
    const [view] = (await ask(desk.desk, desk.session, 'connections.list', {})).filter(
      ({ name }) => name === 'git',
    )
    expect(view?.health).toBe('disabled')
    expect((await ask(desk.desk, desk.session, 'desk.status', {})).unhealthy).toEqual([])
    const signal = new AbortController().signal
    expect(await gateway.connections.callTool('everything', 'echo', {}, { signal })).toMatchObject({
      ok: false,
      message: expect.stringContaining('is disabled'),
    })
    const enable: ConfigurationEdit = { kind: 'enableServer', name: 'everything', enabled: true }
    expect((await desk.preview(enable)).weaker.join('\n')).toContain('now starts a program')
    await desk.save(enable)
    await untilState(gateway.connections, 'everything', ({ tools }) => tools.length > 0)
    expect(gateway.discovery.entry('everything.echo')).not.toBeNull()
  })

  test('is renamed with all that names it, in one save [servers.renamed] [tuning.renamed]', async ({
    openGateway,
  }) => {
    const gateway = await openGateway(
      `${FILE}  import:
    - { connection: files, prefix: files } # the tools
workflows:
  tidy:
    initialState: a
    states:
      a:
        guidance: Look with everything-else.x, then use files.read_text_file.
        transitions:
          look:
            target: b
            executor: { kind: mcp, connection: files, tool: list_directory, map: { connection: files } }
      b: {}
`.replace(
        '  git:',
        `  files:
    kind: mcp
    command: \${COUNTERSIGN_NODE}
    args: ["\${COUNTERSIGN_MODULES}/@modelcontextprotocol/server-filesystem/dist/index.js", /tmp]
    approval:
      required: true
      except:
        when: [{ kind: expr, expr: '$.call.connection == "files"' }]
        until: 2026-12-31
  git:`,
      ),
    )
    const desk = await openDesk(gateway)
    await untilState(gateway.connections, 'files', ({ tools }) => tools.length > 0)
    const grades = { 'files.read_text_file': 3, 'files.list_directory': 1, tidy: 2 }
    await desk.call('judged.save', { qid: null, query: 'open a file', grades } as never)
    const judged = async () => (await gateway.tuning.judged.find('open a file'))?.grades
    const { undo } = await desk.save({ kind: 'renameServer', name: 'files', to: 'documents', tools: true })
    await expect
      .poll(judged)
      .toEqual({ 'documents.read_text_file': 3, 'documents.list_directory': 1, tidy: 2 })
    await desk.call('configuration.undo', { undo } as never)
    await expect.poll(judged).toEqual(grades)
    await desk.save({ kind: 'renameServer', name: 'files', to: 'documents', tools: true })
    const text = await desk.read()
    for (const part of [
      '  documents:\n    kind: mcp\n',
      '{ connection: documents, prefix: documents } # the tools',
      'then use documents.read_text_file.',
      'connection: documents, tool: list_directory, map: { connection: files }',
      '$.call.connection == "documents"',
    ])
      expect(text).toContain(part)
    await untilState(gateway.connections, 'documents', ({ tools }) => tools.length > 0)
    expect(gateway.discovery.entry('documents.read_text_file')).not.toBeNull()
    expect(await desk.refuse({ kind: 'renameServer', name: 'documents', to: 'git', tools: false })).toContain(
      'already',
    )
    const uses = await ask(desk.desk, desk.session, 'servers.uses', { name: 'documents' })
    expect(uses).toMatchObject({ uses: [{ kind: 'workflow', id: 'tidy' }], own: [], runs: 0 })
    expect(await desk.refuse({ kind: 'removeServer', name: 'documents' })).toContain('the workflow ‘tidy’')
  })

  test('is renamed in every comparison with its name, and in states and steps whatever they are called [servers.renamed]', async ({
    openGateway,
  }) => {
    const rules = [
      [`'prod' != $.call.connection`, `'live' != $.call.connection`],
      [`!($.call.connection in ["test", "prod"])`, `!($.call.connection in ["test", "live"])`],
      [
        `['prod'] contains $.call.connection && $.input.to == 'prod'`,
        `['live'] contains $.call.connection && $.input.to == 'prod'`,
      ],
    ]
    const gateway = await openGateway(`
connections:
  prod: { kind: cli, command: echo }
workflows:
  output:
    initialState: map
    states:
      map:
        transitions:
          input: { target: end, executor: { kind: cli, connection: prod, args: [hi] } }
${rules
  .map(
    ([rule], index) => `          rule${index}:
            target: end
            executor: { kind: cli, connection: prod, args: [hi] }
            approval:
              required: true
              except: { until: ${SOON}, when: [{ kind: expr, expr: ${JSON.stringify(rule)} }] }`,
  )
  .join('\n')}
      end: {}
`)
    const desk = await openDesk(gateway)
    expect(await desk.refuse({ kind: 'removeServer', name: 'prod' })).toContain('the workflow ‘output’')
    await desk.save({ kind: 'renameServer', name: 'prod', to: 'live', tools: false })
    const text = await desk.read()
    expect(text).not.toContain('connection: prod')
    for (const [, renamed] of rules) expect(text).toContain(renamed)
  })

  test('is not renamed where a rule compares a part of its name [servers.renamed]', async ({
    openGateway,
  }) => {
    const gateway = await openGateway(`
connections:
  prod-1:
    kind: cli
    command: echo
    approval:
      required: true
      except: { until: ${SOON}, when: [{ kind: expr, expr: '!($.call.connection starts_with "prod")' }] }
`)
    const desk = await openDesk(gateway)
    const rename = (to: string) => ({ kind: 'renameServer', name: 'prod-1', to, tools: false }) as const
    expect(await desk.refuse(rename('live-1'))).toContain('starts_with "prod"')
    await desk.save(rename('prod-2'))
  })

  test('is changed where it differs, and removed with its own tools [servers.changed] [servers.removed]', async ({
    openGateway,
  }) => {
    const gateway = await openGateway(FILE)
    const desk = await openDesk(gateway)
    const { connection } = await ask(desk.desk, desk.session, 'servers.declared', { name: 'git' })
    expect(connection).toEqual({ kind: 'cli', command: 'git' })
    const change = { kind: 'changeServer' as const, name: 'git', from: connection }
    await desk.save({ ...change, connection: { ...connection, env: { LANG: 'C' } } })
    expect(await desk.read()).toContain('git: { kind: cli, command: git, env: { LANG: C } } # the program')
    // Whoever began before that would take it away again.
    expect(await desk.refuse({ ...change, connection: { ...connection, title: 'Git' } })).toContain(
      'have changed since',
    )
    expect(await ask(desk.desk, desk.session, 'servers.uses', { name: 'git' })).toMatchObject({
      uses: [],
      own: ['git.status'],
    })
    await desk.save({ kind: 'removeServer', name: 'git' })
    expect(await desk.read()).toContain('# ours\nconnections: {}\nproxy:\n  expose: []')
  })

  test('tells before it is removed how many calls of its tools wait for approval [servers.removed]', async ({
    openGateway,
  }) => {
    const gateway = await openGateway(
      `${FILE.replace('# a tool', '# a tool\n      approval: { required: true }')}
    - { name: other.status, approval: { required: true }, executor: { kind: cli, connection: other } }
`.replace('  git: {', '  other: { kind: cli, command: git }\n  git: {'),
    )
    const desk = await openDesk(gateway)
    const waiting = async () => (await ask(desk.desk, desk.session, 'servers.uses', { name: 'git' })).waiting
    expect(await waiting()).toBe(0)
    for (const capability of ['git.status', 'other.status'])
      void start(gateway, 'proxy_default', { capability, arguments: {} })
    await expect.poll(async () => (await pending(gateway)).length).toBe(2)
    expect(await waiting()).toBe(1)
  })

  test('is looked at when it is changed, and what is new of hazards is named [servers.changed] [servers.hazards]', async ({
    openGateway,
  }) => {
    const desk = await openDesk(await openGateway(FILE))
    const change = (connection: ServerDraft['connection']) =>
      desk.preview({ kind: 'changeServer', name: 'git', from: { kind: 'cli', command: 'git' }, connection })
    const { weaker } = await change({
      kind: 'cli',
      command: 'bash',
      args: ['-ce', 'x'],
      env: { LD_PRELOAD: 'x' },
    })
    expect(weaker.join('\n')).toContain('LD_PRELOAD')
    expect(weaker.join('\n')).toContain('Loads other code into every program')
    expect(weaker.join('\n')).toContain('Runs a line of shell code')
    const harmless = await change({ kind: 'cli', command: 'git', env: { LANG: 'C' } })
    expect(harmless.weaker.filter((sentence) => !sentence.startsWith('May loosen'))).toEqual([])
  })

  test('without MCP gets one tool, which runs with its inputs once a person has approved [servers.added]', async ({
    openGateway,
    service,
  }) => {
    const gateway = await openGateway('')
    const desk = await openDesk(gateway)
    const inputs = [
      { name: 'who', description: 'Whom', isRequired: true },
      { name: 'mark', description: '', isRequired: false },
      { name: 'in-it', description: '', isRequired: false },
    ]
    const args = ['hello {who}', '{mark}', '{who}x{mark}.png', '--{in-it}--', '{none}']
    const base = { title: 'Greet', description: 'Greets: somebody', readOnly: false, inputs }
    const approval = { required: true }
    for (const draft of [
      {
        name: 'greeter',
        connection: { kind: 'cli', command: 'echo', approval },
        tools: null,
        capability: { ...base, id: 'greeter.greet', call: { kind: 'cli', args } },
      },
      {
        name: 'api',
        connection: { kind: 'rest', baseUrl: service.base, approval },
        tools: null,
        capability: {
          ...base,
          id: 'api.greet',
          call: { kind: 'rest', method: 'POST', path: '/greet/{who}' },
        },
      },
    ] satisfies ServerDraft[])
      await desk.save({ kind: 'addServer', draft, candidate: null })
    for (const [capability, expected] of [
      ['greeter.greet', 'hello world ! worldx!.png --between-- {none}'],
      ['api.greet', '/greet/world'],
    ] as const) {
      const call = start(gateway, 'proxy_default', {
        capability,
        arguments: { who: 'world', mark: '!', 'in-it': 'between' },
      })
      await expect.poll(async () => (await pending(gateway)).length).toBe(1)
      await press(gateway, (await pending(gateway))[0]?.id ?? '', 'approve')
      expect(JSON.stringify(await call)).toContain(expected)
    }
    expect(service.count('/greet/world')).toBe(1)
  })
})
