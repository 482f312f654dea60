import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinWords, splitWords } from '../../../src/renderer/features/catalog/servers/command-line.ts'
import { isInstallLink, readPasted } from '../../../src/renderer/features/catalog/servers/read-pasted.ts'
import { emptyForm, missingIn } from '../../../src/renderer/features/catalog/servers/server-form.ts'
import { serverWords as words } from '../../../src/renderer/features/catalog/servers/words.ts'

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
    [
      'https://block.github.io/goose/extension?cmd=npx&arg=-y&arg=%40s%2Fx&id=a&name=An%20A&description=b',
      { command: 'npx', args: ['-y', '@s/x'] },
      'a',
    ],
    ['# Start it\nnpx \\\r\n  -y x', { command: 'npx', args: ['-y', 'x'] }, null],
    ['npx \\ \n  -y \\\t\n  x', { command: 'npx', args: ['-y', 'x'] }, null],
    [
      'rem Start it\r\nset K=1\r\nnpx ^\r\n  -y^\r\n  x ^ \r\n  y',
      { command: 'npx', args: ['-y', 'x', 'y'], env: { K: '1' } },
      null,
    ],
    ['$env:K="1"\r\nnpx `\r\n  -y ` \r\n  x', { command: 'npx', args: ['-y', 'x'], env: { K: '1' } }, null],
    [
      'claude mcp add git `\n  -e K=v `\n  -- uvx mcp-git',
      { command: 'uvx', args: ['mcp-git'], env: { K: 'v' } },
      'git',
    ],
    [
      'mcpServers:\n  - name: a\n    command: npx\n    args:\n      - "-y"\n      - x\n    env:\n      K: v\n',
      { command: 'npx', args: ['-y', 'x'], env: { K: 'v' } },
      'a',
    ],
    [
      'name: My block\nschema: v1\nmcpServers:\n  - name: a\n    type: streamable-http\n    url: https://h.example',
      { url: 'https://h.example' },
      'a',
    ],
    [
      '# Goose\nextensions:\n  a:\n    cmd: npx\n    args: [-y, x]\n    envs: { K: v }\n    type: stdio\n',
      { command: 'npx', args: ['-y', 'x'], env: { K: 'v' } },
      'a',
    ],
    ['extensions:\n  a: { type: sse, uri: "https://h.example" }', { url: 'https://h.example' }, 'a'],
    ['\n  - name: a\n    command: npx\n', { command: 'npx' }, 'a'],
    ['command = "npx"\nargs = ["-y", "x"]', { command: 'npx', args: ['-y', 'x'] }, null],
    [
      'kiro-cli mcp add --name a --command npx --args "-y,x" --env K=v --scope global',
      { command: 'npx', args: ['-y', 'x'], env: { K: 'v' } },
      'a',
    ],
    ['codex mcp add a --url https://h.example', { url: 'https://h.example' }, 'a'],
    [
      'claude mcp add a -- npx x --transport=stdio --name b --env=prod',
      { command: 'npx', args: ['x', '--transport=stdio', '--name', 'b', '--env=prod'] },
      'a',
    ],
    ['npx x "^\n" \'`\n\'', { command: 'npx', args: ['x', '^\n', '`\n'] }, null],
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
    expect(readPasted('version: 1\nservices: []')).toBeNull()
    expect(readPasted('a: *b\nc: [')).toBeNull()
    expect(readPasted('{"mcpServers":{"a":{"command":null}}}')).toBeNull()
    expect(readPasted('[mcp_servers.a]\ncommand = ')).toBeNull()
    expect(readPasted(`{"mcpServers": ${'['.repeat(60_000)}`)).toBeNull()
  })
})
