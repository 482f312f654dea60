/** Goose writes YAML, GitHub Copilot CLI a JSON of its own: connected, everything else as it was, put back, taken out. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { KNOWN_CLIENTS } from '../../../../src/main/desk/clients/files/known-clients.ts'
import {
  findYamlEntry,
  removeYamlEntry,
  setYamlEntry,
} from '../../../../src/main/desk/clients/files/yaml-entry.ts'
import { runs } from '../../../support/effort.ts'
import { type Home, openHome, PIPE, WITH_UNDERSCORES } from './homes.ts'

let home: Home
afterEach(() => home?.remove())

const FILE = '.config/goose/config.yaml'
const GOOSE = `# My goose. Do not lose this.
GOOSE_PROVIDER: "anthropic"   # the good one
GOOSE_MODE: smart_approve
extensions:
  # what I use daily
  developer:
    bundled: true
    enabled: true   # always
    name: developer
    timeout: 300
    type: builtin

  memory: { bundled: true, enabled: false, name: memory, type: builtin } # flow
# after the extensions
GOOSE_SEARCH_PATHS:
  - "/usr/local/bin" # mine
`
const ENTRY = {
  ...{ enabled: true, type: 'stdio', name: 'countersign', description: expect.any(String) },
  ...{ cmd: WITH_UNDERSCORES.command, args: WITH_UNDERSCORES.args, envs: {}, env_keys: [], timeout: 300 },
}

describe('Goose', () => {
  const variants: [string, string][] = [
    ['as its owner wrote it', GOOSE],
    ['with line ends of Windows', GOOSE.replaceAll('\n', '\r\n')],
    ['without a last line end', GOOSE.trimEnd()],
    ['with the extensions last', `${GOOSE.split('# after')[0]}`],
    ['without extensions', 'GOOSE_MODE: auto # mine\n'],
    ['with an empty list of them', 'extensions: {} # none yet\nGOOSE_MODE: auto\n'],
    ['with nothing in them', 'GOOSE_MODE: auto\nextensions: # none yet\n'],
    ['indented by four', 'extensions:\n    memory:\n        type: builtin # mine\n'],
    ['that is empty', ''],
  ]
  it.each(variants)(
    '%s: is connected with every comment kept, undone byte for byte, or only taken out [clients.goose] [settings.undo]',
    async (_, text) => {
      home = await openHome()
      await home.put(FILE, text)
      const before = await home.view('goose')
      expect(before).toMatchObject({ state: 'not_connected', problem: null, other: null })
      const view = await home.clients.connect('goose', before.hash)
      expect(view).toMatchObject({ state: 'connected', missing: null, undo: { possible: true } })
      const after = await home.read(FILE)
      const { countersign, ...others } = parse(after).extensions
      expect(countersign).toEqual(ENTRY)
      expect({ ...parse(after), extensions: others }).toEqual({ extensions: {}, ...withoutNull(parse(text)) })
      for (const comment of text.match(/#[^\r\n]*/g) ?? []) expect(after).toContain(comment)
      for (const line of text.split(/\r?\n/).filter((each) => !/^extensions: (?:\{\} )?#/.test(each)))
        expect(after.split(/\r?\n/)).toContain(line)
      if (text.includes('\r\n')) expect(after.replaceAll('\r\n', '')).not.toContain('\n')

      await home.clients.disconnect('goose', 'undo', view.hash)
      expect(await home.read(FILE)).toBe(text)
      await home.clients.connect('goose', (await home.view('goose')).hash)
      await home.put(FILE, `${await home.read(FILE)}\nLATER: 1\n`)
      await home.clients.disconnect('goose', 'remove', (await home.view('goose')).hash)
      const left = parse(await home.read(FILE))
      expect(left.LATER).toBe(1)
      expect(left.extensions).toEqual(withoutNull(parse(text)).extensions ?? {})
    },
  )

  it('that has it switched off, or starts another, is not connected; what is the person’s own stays [clients.goose]', async () => {
    home = await openHome()
    await home.put(FILE, GOOSE)
    await home.clients.connect('goose', (await home.view('goose')).hash)
    const off = (await home.read(FILE))
      .replace('enabled: true\n    type: "stdio"', 'enabled: false # not now\n    type: "stdio"')
      .replace('timeout: 300\n# after', 'timeout: 60 # mine\n    bundled: false\n# after')
    expect(off).toContain('# not now')
    await home.put(FILE, off)
    const view = await home.view('goose')
    expect(view).toMatchObject({ state: 'not_connected', other: expect.stringContaining('count "sign"') })
    expect(await home.clients.connect('goose', view.hash)).toMatchObject({ state: 'connected', other: null })
    const again = await home.read(FILE)
    expect(parse(again).extensions.countersign).toMatchObject({ ...ENTRY, bundled: false })
    for (const comment of ['# not now', '# mine', '# what I use daily']) expect(again).toContain(comment)
  })

  it.each([
    ['is no YAML', 'extensions: [', /no valid YAML: line 1/],
    ['has a list there', 'extensions:\n  - a\n', /no map/],
    ['is a list', '- a\n', /no map of settings/],
    ['writes it on one line', 'extensions: { a: { type: builtin } }\n', /nothing is added from here/],
    ['bombs with aliases', bomb(), /./],
  ])('whose file %s is left alone, and said to be [clients.goose]', async (_, text, problem) => {
    home = await openHome()
    await home.put(FILE, text)
    const view = await home.view('goose')
    expect(view).toMatchObject({ state: 'unreadable', problem: expect.stringMatching(problem) })
    await expect(home.clients.connect('goose', view.hash)).rejects.toMatchObject({
      data: { code: 'REJECTED' },
    })
    expect(await home.read(FILE)).toBe(text)
  })
})

function bomb(): string {
  const levels = 'abcdefghi'.split('').map((name, at, all) => {
    const refers =
      at === 0
        ? '["x"]'
        : `[${Array(9)
            .fill(`*${all[at - 1]}`)
            .join(',')}]`
    return `${name}: &${name} ${refers}`
  })
  return `${levels.join('\n')}\n`
}

function withoutNull(values: Record<string, unknown> | null): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => value !== null))
}

describe('any YAML', () => {
  const key = fc.stringMatching(/^[a-z][a-z0-9_]{0,6}$/).filter((each) => each !== 's')
  const otherName = key.filter((each) => each !== 'n')
  const scalar = fc.oneof(fc.string({ maxLength: 12 }), fc.integer(), fc.boolean(), fc.constant(null))
  const value = fc.oneof(
    scalar,
    fc.array(scalar, { maxLength: 3 }),
    fc.dictionary(key, scalar, { maxKeys: 3 }),
  )
  it('that can be changed has the entry then, everything else as before, and nothing of it after removal [clients.goose]', () => {
    fc.assert(
      fc.property(
        fc.dictionary(key, value, { minKeys: 1, maxKeys: 4 }),
        fc.option(fc.dictionary(otherName, fc.dictionary(key, value, { maxKeys: 3 }), { maxKeys: 3 })),
        fc.constantFrom('PLAIN' as const, 'QUOTE_DOUBLE' as const, 'BLOCK_LITERAL' as const),
        fc.integer({ min: 1, max: 6 }),
        (top, servers, defaultStringType, indent) => {
          const values = { ...top, ...(servers === null ? {} : { s: servers }) }
          const text = stringify(values, { defaultStringType, indent }).replace(/^(?=\S)/gm, '# note\n')
          if (parse(text) === null) return
          const place = { section: 's', name: 'n' }
          const entry = { command: 'a: b', args: ['#', '- x', '"'] }
          const set = setYamlEntry(text, place, entry)
          if (!set.ok) throw new Error(`${set.problem}\n${text}`)
          expect(parse(set.text)).toEqual({ ...values, s: { ...servers, n: entry } })
          expect(set.text.match(/# note/g)).toEqual(text.match(/# note/g))
          expect(findYamlEntry(set.text, place)).toEqual({ ok: true, entry })
          expect(setYamlEntry(set.text, place, entry)).toEqual({ ok: true, text: set.text })
          const removed = removeYamlEntry(set.text, place)
          expect(removed.ok && parse(removed.text)).toEqual({ ...values, s: servers ?? {} })
        },
      ),
      { numRuns: runs(300) },
    )
  })
})

describe('GitHub Copilot CLI', () => {
  const COPILOT = `{
  "mcpServers": {
    "github": { "type": "http", "url": "https://x", "tools": ["*"] }
  }
}
`
  it('is connected with all its tools, and everything else as it was; undone byte for byte [clients.copilot] [settings.undo]', async () => {
    home = await openHome()
    await home.put('.copilot/mcp-config.json', COPILOT)
    const view = await home.clients.connect('copilot-cli', (await home.view('copilot-cli')).hash)
    expect(view).toMatchObject({ state: 'connected', title: 'GitHub Copilot CLI' })
    const after = await home.read('.copilot/mcp-config.json')
    expect(JSON.parse(after).mcpServers).toEqual({
      github: { type: 'http', url: 'https://x', tools: ['*'] },
      countersign: { type: 'local', ...WITH_UNDERSCORES, tools: ['*'] },
    })
    expect(after).toContain('"github": { "type": "http", "url": "https://x", "tools": ["*"] }')
    await home.clients.disconnect('copilot-cli', 'undo', view.hash)
    expect(await home.read('.copilot/mcp-config.json')).toBe(COPILOT)
  })

  it('and Goose are looked for where each system keeps them [clients.copilot] [clients.goose]', () => {
    const where = (id: string, platform: NodeJS.Platform, environment: Record<string, string> = {}) =>
      KNOWN_CLIENTS.find((client) => client.id === id)?.file({
        home: platform === 'win32' ? 'C:\\Users\\a' : '/home/a',
        platform,
        environment,
      })
    expect(where('goose', 'linux')).toBe('/home/a/.config/goose/config.yaml')
    expect(where('goose', 'linux', { XDG_CONFIG_HOME: '/c' })).toBe('/c/goose/config.yaml')
    expect(where('goose', 'darwin')).toBe('/home/a/.config/goose/config.yaml')
    const roaming = 'C:\\Users\\a\\AppData\\Roaming'
    expect(where('goose', 'win32')).toBe(`${roaming}\\Block\\goose\\config\\config.yaml`)
    expect(where('copilot-cli', 'linux')).toBe('/home/a/.copilot/mcp-config.json')
    expect(where('copilot-cli', 'darwin', { COPILOT_HOME: '/c' })).toBe('/c/mcp-config.json')
    expect(where('copilot-cli', 'win32')).toBe('C:\\Users\\a\\.copilot\\mcp-config.json')
  })
})

describe('an entry whose program is gone', () => {
  it('is said to start nothing, and is written anew [clients.lasts]', async () => {
    home = await openHome()
    const old = join(home.path, 'old')
    await mkdir(old)
    await writeFile(join(old, 'cli.js'), '')
    const before = home.again({ command: process.execPath, args: [join(old, 'cli.js'), 'mcp'] })
    await home.put('.cursor/mcp.json', '{}')
    await home.put(FILE, GOOSE)
    for (const id of ['cursor', 'goose']) {
      const find = async () => (await before.views()).find((view) => view.id === id)
      await before.connect(id, (await find())?.hash ?? '')
      expect(await find()).toMatchObject({ state: 'connected', missing: null })
      expect(await home.view(id)).toMatchObject({ state: 'not_connected', missing: null })
    }
    await rm(old, { recursive: true })
    for (const id of ['cursor', 'goose']) {
      const view = await home.view(id)
      expect(view).toMatchObject({ state: 'broken', missing: join(old, 'cli.js') })
      expect(view.patch).toContain(`-`)
      expect(await home.clients.connect(id, view.hash)).toMatchObject({ state: 'connected', missing: null })
    }
    expect(parse(await home.read(FILE)).extensions.countersign.cmd).toBe(PIPE.command)
  })
})
