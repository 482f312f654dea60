import { describe, expect, it } from 'vitest'
import { maskLine } from '../../../src/renderer/features/catalog/servers/mask-line.ts'
import {
  emptyCapability,
  emptyForm,
  formOf,
  formOfCandidate,
  isMasked,
  missingIn,
  namesWithoutInput,
  readForm,
  suggestName,
} from '../../../src/renderer/features/catalog/servers/server-form.ts'
import { serverWords as words } from '../../../src/renderer/features/catalog/servers/words.ts'

const asIs = (wanted: string) => wanted

describe('the tool of a program', () => {
  it('names what stands in braces and is no input, which would be passed on with its braces [servers.inputs]', () => {
    expect(namesWithoutInput('log -n {count} {count} --author={who} {}', [])).toEqual(['count', 'who'])
    expect(namesWithoutInput('log -n {count} --author={who}', [{ name: 'count' }])).toEqual(['who'])
    expect(namesWithoutInput('log --format={a b}', [])).toEqual([])
  })
})

describe('the form of a server', () => {
  it('gives back what hides a key, and names it alone where that becomes a secret [servers.keys-hidden]', () => {
    const connection = {
      ...{ kind: 'mcp', command: 'x', args: ['--token', '••••••1'] },
      env: { API_KEY: '••••••2', AUTH: 'Bearer ••••••3' },
    }
    const form = formOf('shop', connection)
    const rows = (isSecret: boolean) => form.rows.map((row) => ({ ...row, isSecret }))
    expect(form.rows.map(isMasked)).toEqual([false, false])
    const same = readForm({ ...form, ask: 'never', rows: rows(false) }, asIs)
    expect([same.draft.connection, same.secrets]).toEqual([connection, {}])
    const moved = readForm({ ...form, ask: 'never', rows: rows(true) }, asIs)
    const env = { API_KEY: `\${secret:shop.API_KEY}`, AUTH: `Bearer \${secret:shop.AUTH}` }
    expect(moved.draft.connection.env).toEqual(env)
    expect(moved.secrets).toEqual({ 'shop.API_KEY': '••••••2', 'shop.AUTH': '••••••3' })
  })

  it('gives back the connection that it was made of, whatever else stands in it [servers.draft]', () => {
    for (const connection of [
      {
        kind: 'mcp',
        title: 'A',
        command: 'x',
        args: ['a b', '', '-y', ''],
        env: { K: 'v' },
        workingDirectory: '/z',
      },
      {
        kind: 'mcp',
        command: 'x',
        sandbox: { mode: 'readOnly', ifAvailable: true },
        approval: { required: true },
      },
      { kind: 'mcp', url: 'https://h.example', headers: { A: 'b' }, auth: { kind: 'oauth' }, enabled: false },
      { kind: 'cli', command: 'git', env: { K: 'v' }, concurrency: 2 },
      { kind: 'rest', baseUrl: 'https://h.example/v1', headers: { A: 'b' }, breaker: { failures: 2 } },
    ]) {
      const form = { ...formOf('one', connection), ask: 'never' as const }
      expect(readForm(form, asIs).draft.connection).toEqual(connection)
    }
  })

  it('keeps secrets out of the connection, in variables, headers, arguments and inputs [servers.draft]', () => {
    const form = {
      ...formOf('one', {
        kind: 'mcp',
        command: 'x',
        args: [
          ...['--key', 'abc', '--token=def', '--opt', `\${input:opt}`, '--place', `\${input:place}`],
          'TOKEN=mno',
        ],
        env: { K: 'ghi', P: 'plain' },
      }),
      secretArguments: { 1: true, 2: true, 7: true },
      inputs: { place: { value: 'jkl', isSecret: true }, opt: { value: '', isSecret: false } },
    }
    const read = readForm(
      { ...form, rows: form.rows.map((row) => ({ ...row, isSecret: row.name === 'K' })) },
      asIs,
    )
    expect(read.draft.connection).toEqual({
      kind: 'mcp',
      command: 'x',
      args: [
        ...['--key', `\${secret:one.key}`, `--token=\${secret:one.token}`],
        ...['--opt', '--place', `\${secret:one.place}`, `TOKEN=\${secret:one.TOKEN}`],
      ],
      env: { K: `\${secret:one.K}`, P: 'plain' },
    })
    expect(read.secrets).toEqual({
      ...{ 'one.key': 'abc', 'one.token': 'def', 'one.K': 'ghi', 'one.place': 'jkl' },
      'one.TOKEN': 'mno',
    })
    const bearer = formOf('web', {
      kind: 'mcp',
      url: 'https://h.example',
      headers: { Authorization: 'Bearer abc' },
    })
    const kept = readForm({ ...bearer, rows: bearer.rows.map((row) => ({ ...row, isSecret: true })) }, asIs)
    expect(kept.draft.connection.headers).toEqual({ Authorization: `Bearer \${secret:web.Authorization}` })
  })

  it('keeps what is named like a secret in the keychain by default, unless a person says otherwise [servers.masked]', () => {
    const form = formOf('one', {
      kind: 'mcp',
      command: 'x',
      env: { API_TOKEN: 'abc', DB_PASSWORD: 'hunter2', PLAIN: 'abc', KEY_FILE: '/a/b/key', FROM: `\${HOME}` },
    })
    expect(readForm(form, asIs).secrets).toEqual({ 'one.API_TOKEN': 'abc', 'one.DB_PASSWORD': 'hunter2' })
    const said = { ...form, rows: form.rows.map((row) => ({ ...row, isSecret: false })) }
    expect(readForm(said, asIs).secrets).toEqual({})
    const row = { id: 1, name: 'API_TOKEN', isSecret: null }
    expect(['1', 'abc', '', '$' + '{FROM_ELSEWHERE}'].map((value) => isMasked({ ...row, value }))).toEqual([
      ...[true, true, true, false],
    ])
  })

  it('draws the secrets of a command line as dots, sign for sign, while it is typed [servers.masked]', () => {
    expect(maskLine('npx -y x --api-key abc --port 80 y')).toBe('npx -y x --api-key ••• --port 80 y')
    expect(maskLine('x --token="a b" --password=')).toBe('x --token=••••• --password=')
    expect(maskLine(`x --secret 'a b' z`)).toBe('x --secret ••••• z')
    expect(maskLine('x --token $' + '{secret:one}')).toBe('x --token $' + '{secret:one}')
    expect(maskLine('npx plain words')).toBe('npx plain words')
  })

  it('takes of a candidate no word on who is asked, and fills in what it asks for [servers.draft]', () => {
    const form = formOfCandidate({
      id: 'found',
      origin: { kind: 'registry', registry: 'r', name: 'x', version: '1.0.0', publisher: null },
      draft: {
        name: 'one',
        connection: {
          kind: 'cli',
          command: 'x',
          title: 'X',
          approval: { required: false },
          auto_approve: true,
          env: { K: `\${input:K}`, L: `\${input:L}` },
        },
        tools: { prefix: 'p', ask: 'never' },
      },
      inputs: [
        {
          ...{ name: 'K', place: 'variable', description: null, isRequired: true },
          isSecret: true,
          standard: null,
          choices: null,
        },
        {
          ...{ name: 'L', place: 'variable', description: null, isRequired: false },
          isSecret: false,
          standard: 'de',
          choices: null,
        },
      ],
    })
    expect(form.ask).toBe('always')
    const filled = { ...form, inputs: { ...form.inputs, K: { value: 'abc', isSecret: true } } }
    expect(readForm(filled, asIs)).toEqual({
      draft: {
        name: 'one',
        connection: {
          ...{ kind: 'cli', title: 'X', command: 'x', approval: { required: true } },
          env: { K: `\${secret:one.K}`, L: 'de' },
        },
        tools: null,
      },
      secrets: { 'one.K': 'abc' },
    })
  })

  it('suggests a name that says what it is, and is free [servers.draft]', () => {
    const name = (command: string, taken: string[] = []) =>
      suggestName({ ...emptyForm('command'), command }, taken)
    expect(name('npx -y @modelcontextprotocol/server-everything@1.2.3')).toBe('everything')
    expect(name('uvx mcp-server-git==1.2.3 --repository x')).toBe('git')
    expect(name('docker run -i --rm -v /home/me:/data mcp/postgres')).toBe('postgres')
    expect(name('npx -y --registry https://packages.example some-server')).toBe('some')
    expect(name('node /x/y/notes.js')).toBe('notes')
    expect(name('npx -y server-files', ['files'])).toBe('files-2')
    expect(suggestName({ ...emptyForm('address'), url: 'https://mcp.example.com/x' }, [])).toBe('example')
    for (const url of ['http://127.0.0.1:8080/v1', 'http://[::1]:8080'])
      expect(suggestName({ ...emptyForm('api'), url }, ['server'])).toBe('server-2')
  })

  it.each([
    ['a value without a name', [['', 'x']], words.missing.rowName],
    // What nobody gives would be left out, with its whole line.
    ['a value that another app asks for', [['X-Key', `Bearer \${input:key}`]], words.missing.input('key')],
    [
      'a header twice, in whatever letters',
      [
        ['X-Key', 'a'],
        ['x-key', 'b'],
      ],
      words.missing.twice('x-key'),
    ],
    [
      'an empty line',
      [
        ['', ''],
        ['', ''],
        ['A', 'b'],
      ],
      null,
    ],
  ] as const)('says what of its lines would be lost: %s [servers.whole]', (_, rows, said) => {
    const form = { ...emptyForm('api'), name: 'shop', url: 'https://shop.example' }
    const lines = rows.map(([name, value], id) => ({ id, name, value, isSecret: null }))
    expect(missingIn({ ...form, rows: lines }, [], words.missing)).toBe(said)
  })

  it.each([
    ['a path with what nobody is asked for', '/a/{id}', [], words.missing.noInput(['id'])],
    [
      'an input twice',
      '/',
      [
        ['id', ''],
        ['id', ''],
      ],
      words.missing.twice('id'),
    ],
    ['an input with a dot in its name', '/', [['page.size', '']], words.missing.inputSigns],
    ['an input without a name', '/', [['', 'Which one']], words.missing.inputName],
    [
      'what fits',
      '/a/{id}',
      [
        ['id', ''],
        ['', ''],
      ],
      null,
    ],
  ] as const)('says what of its tool cannot be: %s [servers.whole]', (_, path, inputs, said) => {
    const form = { ...emptyForm('api'), name: 'shop', url: 'https://shop.example' }
    const tool = {
      ...emptyCapability(),
      title: 'Show',
      path,
      inputs: inputs.map(([name, description], id) => ({ id, name, description, isRequired: true })),
    }
    expect(missingIn({ ...form, capability: tool }, [], words.missing)).toBe(said)
  })
})
