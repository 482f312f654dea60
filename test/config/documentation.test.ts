import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadConfiguration } from '../../src/main/config/load.ts'
import { builtinVariables, withSecrets } from '../../src/main/config/read/variables.ts'
import { GATEWAY_SCHEMA } from '../../src/main/config/schema/schema.ts'
import { ERROR_CODES } from '../../src/main/model/error.ts'
import { ITEM_KINDS } from '../../src/main/model/item.ts'
import { SMART_SETTINGS } from '../../src/main/model/smart-settings.ts'
import { recordersOfEvidence } from '../../src/main/workflow/executors/executors.ts'
import { inOneLine, writeFiles } from './write-configuration.ts'

const PAGE = readFileSync('docs/configuration.md', 'utf8')

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)

const PAGES = [
  'README.md',
  ...readdirSync('docs').flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
]

describe('docs/configuration.md [config.documented]', () => {
  it.each(
    SMART_SETTINGS.flatMap(({ settings }) => settings).map((setting) => [setting.key, setting] as const),
  )('says what %s of a search profile does, its default and its range', (key, setting) => {
    const value =
      setting.kind === 'slider'
        ? `${setting.standard}, from ${setting.least} to ${setting.most}`
        : setting.kind === 'switch'
          ? `${setting.standard}`
          : `\`add\`, \`remove\`: lists of ${setting.kind}`
    expect(PAGE).toContain(`| \`${key}\` | ${value} | ${setting.sentence} |`)
  })

  it('names every key that the schema has', () => {
    const keys = new Set<string>()
    const walk = (schema: unknown) => {
      if (typeof schema !== 'object' || schema === null) return
      for (const [key, value] of Object.entries(schema)) {
        if (key === 'properties') for (const name of Object.keys(value as object)) keys.add(name)
        walk(value)
      }
    }
    walk(GATEWAY_SCHEMA)
    const missing = [...keys].filter((key) => !new RegExp(`\\b${key}\\b`).test(PAGE))
    expect(missing.filter((key) => key !== '$schema')).toEqual([])
  })

  it.each([
    ['guard', 'Guards'],
    ['executor', 'Executors'],
  ] as const)('says in its chapter what each kind of %s is [kinds.documented]', (part, chapter) => {
    const [, text = ''] = new RegExp(`^### ${chapter}\n(.*?)^### `, 'ms').exec(PAGE) ?? []
    const kinds = kindsIn((GATEWAY_SCHEMA.$defs as Record<string, unknown>)[part])
    expect(kinds.length).toBeGreaterThan(5)
    expect(kinds.filter((kind) => !text.includes(`\`${kind}\``))).toEqual([])
  })

  it('says what each kind of executor records [kinds.documented]', () => {
    const recorded = [...recordersOfEvidence().keys()]
    expect(recorded.length).toBeGreaterThan(2)
    const [, text = ''] = /^### Guards\n(.*?)^### /ms.exec(PAGE) ?? []
    expect(recorded.filter((kind) => !text.includes(`\`${kind}\``))).toEqual([])
  })
})

describe('docs/coming-from-mcp-flowgate.md', () => {
  it('lists each kind of executor [kinds.documented]', () => {
    const page = readFileSync('docs/coming-from-mcp-flowgate.md', 'utf8')
    const [row = ''] = /^\| `executor` \|.*$/m.exec(page) ?? []
    const kinds = kindsIn((GATEWAY_SCHEMA.$defs as Record<string, unknown>).executor)
    expect(kinds.filter((kind) => kind !== 'capability' && !row.includes(`\`${kind}\``))).toEqual([])
  })
})

describe('docs/rulings.md', () => {
  it('lists each kind of inbox item, and no other [kinds.documented]', () => {
    const [, text = ''] =
      /^- \*\*R5\.8\*\* [^:]*: ([^.]*)\./m.exec(readFileSync('docs/rulings.md', 'utf8')) ?? []
    const listed = [...text.matchAll(/`(\w+)`/g)].map(([, kind]) => kind)
    expect(listed.sort()).toEqual([...ITEM_KINDS].sort())
  })
})

const EXAMPLES = PAGES.flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(/^```yaml\n(.*?)^```$/gms)].map(
    ([, text = ''], index) => [page, index + 1, text] as const,
  ),
)

describe('the examples [config.documented]', () => {
  it.each(EXAMPLES)('of %s, number %i, load without a problem', async (_page, _number, text) => {
    // An exception ends: the page shows a day, and this test lives longer.
    const lasting = text.replace(/until: \d{4}-\d\d-\d\d/, `until: ${TOMORROW}`)
    const whole = lasting.startsWith('version:') ? lasting : `version: "1.0.0"\n${lasting}`
    const main = await writeFiles({ 'main.yaml': whole })
    // As a gateway brings them: a server that is given the folder of its own rules is warned of.
    const brought = builtinVariables({ node: '/node', modules: '/modules', workspace: dirname(main) })
    const variables = { ...brought, HOME: '/home/ada', TICKETS_TOKEN: 'x' }
    const { configuration, problems } = await loadConfiguration(main, await withSecrets(variables, null))
    expect(problems.map(inOneLine)).toEqual([])
    expect(configuration).not.toBeNull()
  })

  it.each([
    ['docs/configuration.md', 6],
    ['docs/recipes.md', 4],
    ['docs/concepts.md', 4],
  ])('are on %s', (page, least) => {
    expect(EXAMPLES.filter(([on]) => on === page).length).toBeGreaterThanOrEqual(least)
  })
})

describe('the pages [docs.links]', () => {
  it.each(PAGES)('%s leads only to what is there', (page) => {
    const links = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => to)
    const broken = links.filter((to) => {
      if (/^[a-z]+:/.test(to)) return false
      const [file = '', anchor] = to.split('#')
      const path = file === '' ? page : join(dirname(page), file)
      if (!existsSync(path)) return true
      return anchor !== undefined && path.endsWith('.md') && !anchorsOf(path).includes(anchor)
    })
    expect(broken).toEqual([])
  })

  it('are all named in the README', () => {
    const readme = readFileSync('README.md', 'utf8')
    expect(PAGES.filter((page) => page !== 'README.md' && !readme.includes(page))).toEqual([])
  })

  it('name every error code that an agent can be told', () => {
    const page = readFileSync('docs/tools.md', 'utf8')
    expect(ERROR_CODES.filter((code) => !page.includes(`\`${code}\``))).toEqual([])
  })
})

/** Each spelling of a kind that a part of the schema takes. */
function kindsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties, ...rest } = schema as { properties?: { kind?: { const?: string; enum?: string[] } } }
  const { const: one, enum: some = [] } = properties?.kind ?? {}
  return [...(one === undefined ? some : [one]), ...Object.values(rest).flatMap(kindsIn)]
}

/** As the hosts of such pages make them. */
function anchorsOf(page: string): string[] {
  return [...readFileSync(page, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s-]/gu, '')
      .replace(/\s/g, '-'),
  )
}
