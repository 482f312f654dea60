import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinWords, splitWords } from '../../../src/renderer/features/catalog/servers/command-line.ts'
import { maskLine } from '../../../src/renderer/features/catalog/servers/mask-line.ts'
import { isInstallLink, readPasted } from '../../../src/renderer/features/catalog/servers/read-pasted.ts'
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

describe('a command line', () => {
  it('is split into words as it is meant, and joined again [servers.pasted]', () => {
    expect(splitWords(`npx -y @scope/server --flag "a b" 'c "d"' e\\ f C:\\Tools\\x.exe ""`)).toEqual([
      ...['npx', '-y', '@scope/server', '--flag', 'a b', 'c "d"', 'e f', 'C:\\Tools\\x.exe', ''],
    ])
    fc.assert(
      fc.property(fc.array(fc.string()), (words) => {
        expect(splitWords(joinWords(words))).toEqual(words)
      }),
    )
  })
})

describe('what is pasted', () => {
  it.each([
    ['npx -y x', { command: 'npx', args: ['-y', 'x'] }, null],
    ['$ A=1 B=c=d npx x', { command: 'npx', args: ['x'], env: { A: '1', B: 'c=d' } }, null],
    [
      'claude mcp add git -e K=v -- uvx mcp-git',
      { command: 'uvx', args: ['mcp-git'], env: { K: 'v' } },
      'git',
    ],
    ['claude mcp add --transport http hub https://h.example/mcp', { url: 'https://h.example/mcp' }, 'hub'],
    [
      'claude mcp add -t http hub https://h.example -H "Authorization: Bearer x"',
      { url: 'https://h.example', headers: { Authorization: 'Bearer x' } },
      'hub',
    ],
    ['https://h.example/mcp', { url: 'https://h.example/mcp' }, null],
    [
      '{"mcpServers":{"a":{"command":"x","args":["y"],"env":{"K":1}}}}',
      { command: 'x', args: ['y'], env: { K: '1' } },
      'a',
    ],
    ['"a": { "command": "x" },', { command: 'x' }, 'a'],
    ['{"servers":{"a":{"type":"http","url":"https://h.example"}}}', { url: 'https://h.example' }, 'a'],
    ['{ // mine\n"command": "x", "cwd": "/y", }', { command: 'x', workingDirectory: '/y' }, null],
    ['```json\n{"command":"x"}\n```', { command: 'x' }, null],
    ['{"a": {"command": "x", /* b */ "args": "y z",},} // c', { command: 'x', args: ['y', 'z'] }, 'a'],
    [
      `{"servers":{"a":{"command":"x","env":{"K":"\${env:TOKEN}"}}}}`,
      { command: 'x', env: { K: `\${TOKEN}` } },
      'a',
    ],
    [
      'claude mcp add-json -s user hub \'{"type":"http","url":"https://h.example"}\'',
      { url: 'https://h.example' },
      'hub',
    ],
    ['code --add-mcp \'{"name":"a","command":"x","args":["y"]}\'', { command: 'x', args: ['y'] }, 'a'],
    [
      'claude mcp add git -e A=1 B=2 --env=C=3 -- uvx mcp-git',
      { command: 'uvx', args: ['mcp-git'], env: { A: '1', B: '2', C: '3' } },
      'git',
    ],
    [
      '# Codex\r\n[mcp_servers.a]\r\ncommand = "x"\r\nargs = ["y"]\r\n[mcp_servers.a.env]\r\nK = "v"',
      { command: 'x', args: ['y'], env: { K: 'v' } },
      'a',
    ],
    ['[mcp_servers.a]\nurl = "https://h.example"', { url: 'https://h.example' }, 'a'],
    ['"amp.mcpServers": {"a": {"command": "x"}}', { command: 'x' }, 'a'],
    ['"augment.advanced": {"mcpServers": [{"name": "a", "command": "x"}]}', { command: 'x' }, 'a'],
    ['droid mcp add a "npx -y x" --env K=1', { command: 'npx', args: ['-y', 'x'], env: { K: '1' } }, 'a'],
    [
      'amp mcp add a --header "Authorization=Bearer k" https://h.example',
      { url: 'https://h.example', headers: { Authorization: 'Bearer k' } },
      'a',
    ],
    [
      'export K="1"\nexport L=2\nnpx x # to start',
      { command: 'npx', args: ['x'], env: { K: '1', L: '2' } },
      null,
    ],
    ['env K=1 npx x', { command: 'npx', args: ['x'], env: { K: '1' } }, null],
    ['set "K=1"\nnpx x', { command: 'npx', args: ['x'], env: { K: '1' } }, null],
    ['$env:K="1"\nnpx x', { command: 'npx', args: ['x'], env: { K: '1' } }, null],
    ['# Start it\nnpx \\\r\n  -y x', { command: 'npx', args: ['-y', 'x'] }, null],
  ])('%s fills in the form [servers.pasted]', (text, connection, name) => {
    expect(readPasted(text)).toEqual({ name, connection: { kind: 'mcp', ...connection }, others: 0 })
  })

  const CONFIG = JSON.stringify({ command: 'npx', args: ['-y', 'x>?é'], env: { K: 'v' } })
  const base64 = Buffer.from(CONFIG).toString('base64')
  const READ = { kind: 'mcp', command: 'npx', args: ['-y', 'x>?é'], env: { K: 'v' } }
  const named = encodeURIComponent(CONFIG.replace('{', '{"name":"a b",'))
  it.each([
    [
      'cursor',
      `cursor://anysphere.cursor-deeplink/mcp/install?name=a%20b&config=${encodeURIComponent(base64)}`,
    ],
    ['cursor, with bare signs', `cursor://anysphere.cursor-deeplink/mcp/install?name=a+b&config=${base64}`],
    [
      'cursor, for addresses',
      `cursor://x/mcp/install?config=${Buffer.from(CONFIG).toString('base64url')}&name=a%20b`,
    ],
    ['a page of cursor', `https://cursor.com/en/install-mcp?name=a%20b&config=${encodeURIComponent(base64)}`],
    ['vscode', `vscode:mcp/install?${named}`],
    ['vscode-insiders', `vscode-insiders:mcp/install?${named}`],
    [
      'a page of vscode',
      `https://insiders.vscode.dev/redirect/mcp/install?name=a%20b&config=${encodeURIComponent(CONFIG)}`,
    ],
    [
      'a page that leads to vscode',
      `https://vscode.dev/redirect?url=${encodeURIComponent(`vscode:mcp/install?${named}`)}`,
    ],
    ['lmstudio', `lmstudio://add_mcp?name=a%20b&config=${encodeURIComponent(base64)}`],
  ])('a link that installs a server fills in the form, too: %s [servers.pasted]', (_, link) => {
    expect(isInstallLink(` ${link}\n`)).toBe(true)
    expect(readPasted(` ${link}\n`)).toEqual({ name: 'a b', connection: READ, others: 0 })
  })

  it('and one that says nothing usable is neither an address nor a program [servers.pasted]', () => {
    for (const rest of [
      'config=%00',
      'config=e30%3D',
      'name=a',
      '%7B%22a%22',
      `config=${'%5B'.repeat(60_000)}`,
    ])
      expect([rest.slice(0, 20), readPasted(`https://cursor.com/install-mcp?${rest}`)]).toEqual([
        rest.slice(0, 20),
        null,
      ])
    expect(isInstallLink('https://h.example/mcp?install=1')).toBe(false)
  })

  it('a whole line in the place of a program is split, and a path is not [servers.pasted]', () => {
    const read = (server: object) => readPasted(JSON.stringify(server))?.connection
    expect(read({ command: 'npx -y "a b"' })).toEqual({ kind: 'mcp', command: 'npx', args: ['-y', 'a b'] })
    expect(read({ command: 'C:/My Tools/x.exe' })).toEqual({ kind: 'mcp', command: 'C:/My Tools/x.exe' })
    expect(read({ command: 'my tool', args: ['y'] })).toEqual({
      kind: 'mcp',
      command: 'my tool',
      args: ['y'],
    })
  })

  it.each(['{ "mcpServers": {', ' {"command": "npx"', '"files": { "command": "npx"'])(
    'is no program where it is a part of a JSON text: %s [servers.pasted]',
    (command) => {
      const form = { ...emptyForm('command'), name: 'x', command }
      expect(missingIn(form, [], words.missing)).toBe(words.missing.json)
    },
  )

  it.each([
    ['curl -fsSL https://h.example/x.sh | bash', '|'],
    ['cd /x && npm start', '&&'],
    ['docker run -v $(pwd):/data x', '$(pwd):/data'],
    ['x 2>/dev/null', '2>/dev/null'],
  ])('what only a shell understands in %s is said [servers.shell]', (command, sign) => {
    expect(missingIn({ ...emptyForm('command'), name: 'x', command }, [], words.missing)).toBe(
      words.missing.shell(sign),
    )
  })

  it.each(['sh -c "a && b; c $(d)"', "x '|' ';'", 'https://h.example/?a=1&b=2', 'x a<b'])(
    'and nothing of %s [servers.shell]',
    (command) => {
      expect(missingIn({ ...emptyForm('command'), name: 'x', command }, [], words.missing)).toBeNull()
    },
  )

  it('says how many more there are, and is nothing where it is nothing [servers.pasted]', () => {
    expect(readPasted('{"mcpServers":{"a":{"command":"x"},"b":{"command":"y"}}}')).toMatchObject({
      others: 1,
    })
    expect(readPasted('npx x\n# or\nB=2 npx y')).toEqual({
      name: null,
      connection: { kind: 'mcp', command: 'npx', args: ['x'] },
      others: 1,
    })
    expect(readPasted('{"a": 1}')).toBeNull()
    expect(readPasted('{ not json: }')).toBeNull()
    expect(readPasted('{"mcpServers":{"a":{"command":null}}}')).toBeNull()
    expect(readPasted('[mcp_servers.a]\ncommand = ')).toBeNull()
    expect(readPasted(`{"mcpServers": ${'['.repeat(60_000)}`)).toBeNull()
  })
})

describe('the form of a server', () => {
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
        args: ['--key', 'abc', '--token=def', '--opt', `\${input:opt}`, '--place', `\${input:place}`],
        env: { K: 'ghi', P: 'plain' },
      }),
      secretArguments: { 1: true, 2: true },
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
        ...['--opt', '--place', `\${secret:one.place}`],
      ],
      env: { K: `\${secret:one.K}`, P: 'plain' },
    })
    expect(read.secrets).toEqual({ 'one.key': 'abc', 'one.token': 'def', 'one.K': 'ghi', 'one.place': 'jkl' })
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
