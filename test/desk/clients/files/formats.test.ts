/** Each client's file as its owner might have written it: connected, read by a real parser, put back, taken out. */
import fc from 'fast-check'
import { parse as parseToml } from 'smol-toml'
import ts from 'typescript'
import { afterEach, describe, expect, it } from 'vitest'
import {
  findJsonEntry,
  removeJsonEntry,
  setJsonEntry,
} from '../../../../src/main/desk/clients/files/json-entry.ts'
import { parseJson } from '../../../../src/main/desk/clients/files/jsonc-tree.ts'
import { removeTomlEntry, setTomlEntry } from '../../../../src/main/desk/clients/files/toml-entry.ts'
import { setYamlEntry } from '../../../../src/main/desk/clients/files/yaml-entry.ts'
import { runs } from '../../../support/effort.ts'
import { type Home, openHome, PIPE, WITH_UNDERSCORES } from './homes.ts'

let home: Home
afterEach(() => home?.remove())

const CLAUDE = `{
    "numStartups": 7,
    "mcpServers": {
        "github": { "command": "gh-mcp", "env": { "GITHUB_TOKEN": "ghp_1" } }
    },
    "projects": {}
}
`
const ZED = `// Zed settings
{
  "theme": "One Dark", // mine
  /* servers */
  "context_servers": {
    // the old one
    "files": { "command": "files", "args": [] }, // keep
  },
  "vim_mode": true,
}
`
const CODEX = `# mine
model = "o5"
big = 9223372036854775807

[mcp_servers.files]
command = "files"
args = [
  "[not.a.header]",
] # list

[mcp_servers.files.env]
KEY = """
[mcp_servers.countersign]
"""

# the end
[tui]
theme = "dark"`

interface Case {
  id: string
  file: string
  text: string | null
  section: string
  entry: object
  parse(text: string): Record<string, unknown>
}

const asJsonc = (text: string) => {
  const { config, error } = ts.parseConfigFileTextToJson('settings.json', text)
  if (error) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, '\n'))
  return config
}
const asToml = (text: string) => parseToml(text, { integersAsBigInt: true })
const plain = { command: PIPE.command, args: [...PIPE.args] }
const stdio = { type: 'stdio', ...plain }

const CASES: Case[] = [
  {
    id: 'claude-code',
    file: '.claude.json',
    text: CLAUDE,
    section: 'mcpServers',
    entry: stdio,
    parse: JSON.parse,
  },
  {
    id: 'claude-desktop',
    file: '.config/Claude/claude_desktop_config.json',
    text: CLAUDE.replaceAll('\n', '\r\n'),
    section: 'mcpServers',
    entry: WITH_UNDERSCORES,
    parse: JSON.parse,
  },
  {
    id: 'cursor',
    file: '.cursor/mcp.json',
    text: '{"mcpServers":{}}',
    section: 'mcpServers',
    entry: WITH_UNDERSCORES,
    parse: JSON.parse,
  },
  {
    id: 'vscode',
    file: '.config/Code/User/mcp.json',
    text: '\uFEFF{\n\t// none yet\n\t"inputs": []\n}',
    section: 'servers',
    entry: stdio,
    parse: asJsonc,
  },
  {
    id: 'codex',
    file: '.codex/config.toml',
    text: CODEX,
    section: 'mcp_servers',
    entry: plain,
    parse: asToml,
  },
  {
    id: 'windsurf',
    file: '.codeium/windsurf/mcp_config.json',
    text: '',
    section: 'mcpServers',
    entry: WITH_UNDERSCORES,
    parse: JSON.parse,
  },
  {
    id: 'gemini-cli',
    file: '.gemini/settings.json',
    text: '{ "theme": "x" }\n',
    section: 'mcpServers',
    entry: plain,
    parse: asJsonc,
  },
  {
    id: 'zed',
    file: '.config/zed/settings.json',
    text: ZED,
    section: 'context_servers',
    entry: plain,
    parse: asJsonc,
  },
]

/** Every line that was there is there, in its order, but for a comma behind the last value. */
function expectKept(before: string, after: string): void {
  const lines = after.split('\n')
  let at = 0
  for (const line of before.split('\n').filter((each) => each.trim() !== '')) {
    const found = lines.findIndex((each, index) => index >= at && (each === line || each === withComma(line)))
    if (found < 0 && before.trim().includes('\n')) throw new Error(`The line is gone: ${line}`)
    at = Math.max(at, found + 1)
  }
}
const withComma = (line: string) => line.replace(/(\s*(?:\/\/.*)?\r?)$/, ',$1')

describe('connecting a client', () => {
  it.each(CASES)(
    '$id: a parser of its format finds the entry, and all else as it was [settings.connect]',
    async (one) => {
      home = await openHome()
      await home.put(one.file, one.text ?? '')
      const before = await home.view(one.id)
      expect(before).toMatchObject({ state: 'not_connected', problem: null, undo: null, removal: null })
      expect(before.patch).toContain('+')
      const view = await home.clients.connect(one.id, before.hash)
      expect(view).toMatchObject({ state: 'connected', patch: null, undo: { possible: true } })
      const text = await home.read(one.file)
      const whole = one.parse(text.replace('\uFEFF', ''))
      const { countersign, ...others } = whole[one.section] as Record<string, unknown>
      expect(countersign).toEqual(one.entry)
      const was = one.text?.trim() ? one.parse(one.text.replace('\uFEFF', '')) : {}
      expect({ ...whole, [one.section]: others }).toEqual({ ...was, [one.section]: was[one.section] ?? {} })
      expectKept(one.text ?? '', text)
      if (one.text?.includes('\r\n')) expect(text.replaceAll('\r\n', '')).not.toContain('\n')
    },
  )

  it.each(CASES)('$id: undo puts back every byte, and the backup is gone [settings.undo]', async (one) => {
    home = await openHome()
    await home.put(one.file, one.text ?? '')
    const { undo } = await home.clients.connect(one.id, (await home.view(one.id)).hash)
    expect(await home.beside(one.file)).toHaveLength(1)
    expect(undo?.backup).toContain('before-countersign-2026-11-22T05-30-07')
    const view = await home.clients.disconnect(one.id, 'undo', (await home.view(one.id)).hash)
    expect(view).toMatchObject({ state: 'not_connected', undo: null })
    expect(await home.read(one.file)).toBe(one.text)
    expect(await home.beside(one.file)).toEqual([])
  })

  it.each(CASES)(
    '$id: the entry alone is taken out when the file has changed since [settings.undo]',
    async (one) => {
      home = await openHome()
      await home.put(one.file, one.text ?? '')
      await home.clients.connect(one.id, (await home.view(one.id)).hash)
      const extended = `${await home.read(one.file)}\n`
      await home.put(one.file, extended)
      const view = await home.view(one.id)
      expect(view).toMatchObject({ state: 'connected', undo: { possible: false } })
      await expect(home.clients.disconnect(one.id, 'undo', view.hash)).rejects.toMatchObject({
        data: { code: 'SEEN_CHANGED', message: expect.stringContaining('Remove only the entry') },
      })
      await home.clients.disconnect(one.id, 'remove', view.hash)
      const whole = one.parse((await home.read(one.file)).replace('\uFEFF', ''))
      expect(whole[one.section] ?? {}).not.toHaveProperty('countersign')
      const was = one.text?.trim() ? one.parse(one.text.replace('\uFEFF', '')) : {}
      expect({ [one.section]: {}, ...whole }).toEqual({ [one.section]: {}, ...was })
    },
  )

  it.each<[string, string, string]>([
    ['windsurf', '.codeium/windsurf/mcp_config.json', 'JSON "disabled": true'],
    ['zed', '.config/zed/settings.json', 'JSON "enabled": false'],
    ['codex', '.codex/config.toml', 'TOML enabled = false'],
  ])(
    '%s has it switched off: it is not connected, and connecting switches it on [settings.connect]',
    async (id, file, off) => {
      home = await openHome()
      await home.put(file, '')
      await home.clients.connect(id, (await home.view(id)).hash)
      const on = await home.read(file)
      const [format, ...words] = off.split(' ')
      const switchedOff =
        format === 'TOML'
          ? `${on}${words.join(' ')}\n`
          : on.replace('"args":', `${words.join(' ')},\n      "args":`)
      await home.put(file, switchedOff)
      const view = await home.view(id)
      expect(view).toMatchObject({
        state: 'not_connected',
        patch: expect.stringMatching(/abled.+(true|false)/),
      })
      expect(await home.clients.connect(id, view.hash)).toMatchObject({ state: 'connected', other: null })
      expect(await home.read(file)).not.toContain(words.join(' '))
    },
  )

  it.each([
    ['"excluded": ["other", "countersign"]', '‘mcp.excluded’ in it names ‘countersign’'],
    ['"allowed": ["other"]', '‘mcp.allowed’ in it does not name ‘countersign’'],
    ['"allowed": ["countersign"], "excluded": []', null],
  ])('gemini-cli with its %s is said to start it, or why not [settings.connect]', async (lists, why) => {
    home = await openHome()
    const file = '.gemini/settings.json'
    await home.put(file, '')
    await home.clients.connect('gemini-cli', (await home.view('gemini-cli')).hash)
    await home.put(file, (await home.read(file)).replace('{', `{ "mcp": { ${lists} },`))
    expect(await home.view('gemini-cli')).toMatchObject(
      why === null
        ? { state: 'connected', problem: null }
        : { state: 'unreadable', patch: null, problem: expect.stringContaining(why) },
    )
  })

  it('an entry that starts something else is shown, and only its command is replaced [settings.connect]', async () => {
    home = await openHome()
    const old = ZED.replace('"files": {', '"countersign": { "env": { "COUNTERSIGN_TOKEN": "t" },')
    await home.put('.config/zed/settings.json', old)
    await home.put(
      '.codex/config.toml',
      `[mcp_servers.countersign]\ncommand = "old" # mine\nstartup_timeout_sec = 20\n\n[mcp_servers.countersign.env]\nA = "b"\n`,
    )
    for (const [id, was] of [
      ['zed', 'files'],
      ['codex', 'old'],
    ] as const) {
      const view = await home.view(id)
      expect(view).toMatchObject({ state: 'not_connected', other: was })
      expect(view.patch).toContain(`-`)
      expect(await home.clients.connect(id, view.hash)).toMatchObject({ state: 'connected', other: null })
    }
    expect(asJsonc(await home.read('.config/zed/settings.json')).context_servers.countersign).toEqual({
      ...plain,
      env: { COUNTERSIGN_TOKEN: 't' },
    })
    expect(parseToml(await home.read('.codex/config.toml'))).toEqual({
      mcp_servers: { countersign: { ...plain, startup_timeout_sec: 20, env: { A: 'b' } } },
    })
  })
})

const key = fc.stringMatching(/^[a-z$_ -]{1,6}$/)
/** The section that the tests ask for is there by its own choice, never by chance. */
const otherKey = key.filter((each) => each !== 's')
const tree = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.string({ maxLength: 8 }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  ),
})).value

describe('the text of a file', () => {
  it('of any JSON keeps its values, and is the same again when the entry is gone [settings.connect]', () => {
    fc.assert(
      fc.property(
        fc.dictionary(otherKey, tree, { maxKeys: 4 }),
        fc.option(fc.dictionary(key, tree, { maxKeys: 3 })),
        fc.constantFrom<string | number | undefined>(undefined, 2, 4, '\t'),
        fc.constantFrom('\n', '\r\n'),
        (others, servers, indent, end) => {
          const whole = servers === null ? others : { ...others, s: servers }
          const text = JSON.stringify(whole, null, indent).replaceAll('\n', end)
          const place = { section: 's', name: 'countersign', comments: false }
          const set = setJsonEntry(text, place, { command: 'x', args: ['y'] })
          expect(set.ok).toBe(true)
          if (!set.ok) return
          expect(JSON.parse(set.text)).toEqual({
            ...whole,
            s: { ...servers, countersign: { command: 'x', args: ['y'] } },
          })
          expect(findJsonEntry(set.text, place)).toEqual({ ok: true, entry: { command: 'x', args: ['y'] } })
          const gone = removeJsonEntry(set.text, place)
          expect(gone.ok && JSON.parse(gone.text)).toEqual({ ...whole, s: servers ?? {} })
          if (servers !== null && Object.keys(servers).length > 0) expect(gone).toEqual({ ok: true, text })
        },
      ),
      { numRuns: runs(300, 5000) },
    )
  })

  it('is JSON for the desk exactly where it is JSON [settings.connect]', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.json(), fc.string({ unit: fc.constantFrom(...'{}[]",:0.e-\\ntru /*') })),
        (text) => {
          const parsed = parseJson(text, { comments: false })
          let valid = true
          try {
            JSON.parse(text)
          } catch {
            valid = false
          }
          expect(parsed.ok).toBe(valid)
        },
      ),
      { numRuns: runs(1000, 50_000) },
    )
  })

  it('of TOML is refused where the server is written oddly [settings.connect]', () => {
    const place = { section: 'mcp_servers', name: 'countersign' }
    for (const text of [
      'mcp_servers = { countersign = { command = "a" } }',
      'mcp_servers.countersign.command = "a"',
      '[mcp_servers]\ncountersign = { command = "a" }',
      'mcp_servers = 3',
      '[mcp_servers.countersign]\ncommand = """\na\n"""\n',
    ]) {
      expect(setTomlEntry(text, place, { command: 'b' })).toMatchObject({ ok: false })
      if (text.includes('countersign'))
        expect(removeTomlEntry(text, place).ok).toBe(text.startsWith('[mcp_servers.'))
    }
  })

  it('is refused by the name of what is written oddly, where the server is not there yet [settings.connect]', () => {
    const said = (problem: string) => ({ ok: false, problem: expect.stringContaining(problem) })
    const toml = { section: 'mcp_servers', name: 'countersign' }
    const entry = { command: 'b' }
    expect(setTomlEntry('mcp_servers = { a = { command = "x" } }', toml, entry)).toEqual(
      said('It writes ‘mcp_servers’'),
    )
    expect(setTomlEntry('mcp_servers.countersign.command = "a"', toml, entry)).toEqual(
      said('It writes ‘mcp_servers.countersign’'),
    )
    expect(
      setYamlEntry('extensions: { a: { cmd: x } }\n', { section: 'extensions', name: 'n' }, entry),
    ).toEqual(said('It writes ‘extensions’'))
  })
})
