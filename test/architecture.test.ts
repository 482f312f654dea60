/** The house rules of the source tree, as tests: who may import whom, sizes, names, and who makes a person. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '..')

/**
 * Place → places that it may import. A place is a folder of `src/main`, or one of the files named here.
 * `(types)` behind a place: by `import type` only. Everything may import itself and npm packages.
 */
const MAY_IMPORT: Record<string, string[]> = {
  model: [],
  system: ['model'],
  workflow: ['model'],
  config: ['model', 'workflow'],
  search: ['model', 'workflow'],
  orchestrator: ['model', 'workflow'],
  runtime: ['model', 'workflow'],
  executors: ['model', 'runtime/ports', 'connections'],
  connections: ['model', 'runtime/ports', 'workflow/wording/quote', 'workflow/gates/tool-settings'],
  store: ['model', 'system', 'runtime/ports'],
  gateway: [
    ...['model', 'workflow', 'config', 'search', 'orchestrator', 'runtime', 'runtime/ports'],
    ...['executors', 'connections', 'store', 'system'],
  ],
  mcp: ['model', 'system', 'workflow/schema', 'gateway (types)', 'runtime/ports (types)'],
  desk: ['model', 'system', 'workflow', 'gateway (types)', 'runtime/ports (types)', 'preload/contract'],
  updates: ['model', 'system', 'workflow/schema', 'workflow/wording/in-utc', 'store', 'preload/contract'],
  shell: ['model', 'desk', 'gateway', 'updates', 'preload/contract', 'electron'],
  index: ['anything in main', 'preload/contract', 'electron'],
  app: ['anything in main', 'preload/contract', 'electron'],
  cli: ['anything in main but shell'],
  'preload/contract': ['model (types)', 'preload/calls', 'preload/views (types)'],
  'preload/calls': ['model (types)', 'preload/views (types)'],
  'preload/views': ['model (types)'],
  'preload/index': ['preload/contract (types)', 'electron'],
  renderer: [
    ...['preload/contract', 'model/item', 'model/audit-event', 'model/json-text'],
    ...['sight', 'quote', 'fill-inputs', 'key-like', 'local-time'].map((name) => `workflow/wording/${name}`),
  ],
}

/** Files and folders that are places of their own for others, and belong to the folder around them otherwise. */
const PARTS = [
  ...['runtime/ports', 'workflow/schema', 'workflow/wording/sight', 'workflow/wording/quote', 'model/item'],
  ...['workflow/wording/fill-inputs', 'workflow/wording/key-like', 'workflow/wording/local-time'],
  ...['workflow/wording/in-utc', 'workflow/gates/tool-settings', 'model/audit-event', 'model/json-text'],
]

/** What puts the features of the window together. */
const JOINS = /^src\/renderer\/(app\.tsx$|frame\/|bridge\/)/

/** Some twenty-five are meant; this may only get less. */
const MOST_FILES = 34

/** What the rules may import from npm: compilers of schemas, which touch nothing outside. */
const PURE_PACKAGES = /^(ajv|ajv-formats)(\/|$)/

let sources: SourceFile[]
let tests: SourceFile[]

interface SourceFile {
  file: string
  text: string
  lines: number
  imports: Import[]
}

interface Import {
  /** As it is written. */
  name: string
  /** The file, or the name of a package. */
  to: string
  typesOnly: boolean
}

beforeAll(async () => {
  sources = await readSources('src')
  tests = await readSources('test')
})

function readImports(file: string, text: string): Import[] {
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName: name, pos }) => ({
    name,
    to: name.startsWith('.') ? join(dirname(file), name) : name,
    typesOnly: /\b(?:import|export) type\b[^'"`;=]*['"]?$/.test(text.slice(0, pos)),
  }))
}

async function readSources(folder: string): Promise<SourceFile[]> {
  const names = await readdir(join(ROOT, folder), { recursive: true })
  const read = names.map((name) => join(folder, name)).filter((file) => /\.tsx?$/.test(file))
  return await Promise.all(
    read.map(async (file) => {
      const text = await readFile(join(ROOT, file), 'utf8')
      return { file, text, lines: text.trimEnd().split('\n').length, imports: readImports(file, text) }
    }),
  )
}

describe('imports', () => {
  it('were seen at all', () => {
    expect(sources.flatMap(({ imports }) => imports).length).toBeGreaterThan(sources.length)
    const sample = `import type { A } from './a.ts'; import './c.css'; import { b } from '../b.ts'
      export { type D, e } from './e.ts'; export type { F } from 'f'
      const g = async () => (await import('./g.ts')).g`
    const read = readImports('src/x/y.ts', sample)
    const files = ['src/x/a.ts types', 'src/x/c.css', 'src/b.ts', 'src/x/e.ts', 'f types', 'src/x/g.ts']
    expect(read.map(({ to, typesOnly }) => (typesOnly ? `${to} types` : to))).toEqual(files)
  })

  it('follow the table of places', () => {
    expect(sources.flatMap(({ file, imports }) => imports.flatMap((each) => judge(file, each)))).toEqual([])
  })

  it('make no cycle', () => {
    expect(findCycles(sources)).toEqual([])
  })

  it('of electron stand in the shell, its entry and the preload only', () => {
    const importers = sources.filter(({ imports }) => imports.some(({ name }) => name === 'electron'))
    const elsewhere = importers
      .map(({ file }) => file)
      .filter((file) => !/^src\/(main\/shell\/|main\/(index|app)\.ts$|preload\/index\.ts$)/.test(file))
    expect(elsewhere).toEqual([])
  })

  it('keep the rules pure: workflow and model use no module of Node, and only packages that compute', () => {
    const impure = sources
      .filter(({ file }) => isPure(file))
      .flatMap(({ file, imports }) =>
        imports
          .filter(({ name, to }) => !to.startsWith('src/') && !PURE_PACKAGES.test(name))
          .map(({ name }) => `${file} → ${name}`),
      )
    expect(impure).toEqual([])
  })
})

describe('rules', () => {
  it('read no clock and no chance', () => {
    expect(
      sources
        .filter(({ file, text }) => isPure(file) && /\b(?:Date|Math|performance|crypto)\b/.test(text))
        .flatMap(({ file, text }) => findImpurities(file, text).map((what) => `${file}: ${what}`)),
    ).toEqual([])
  })

  it('would be caught reading them', () => {
    const sample = `const a = Date.now() + Math.random() + performance.now()
      const b = [new Date(), Date(), crypto.randomUUID(), globalThis.crypto.getRandomValues(x), Math['random']()]
      const { now } = Date
      const fine = [new Date(0), Math.max(1, 2), 'Date.now()', Date.parse('2026-01-01')]`
    expect(findImpurities('sample.ts', sample)).toHaveLength(9)
  })
})

describe('sources', () => {
  it('are of a size to be read', () => {
    expect(
      [...sources, ...tests]
        .filter(({ lines }) => lines > 400)
        .map(({ file, lines }) => `${file}: ${lines} lines`),
    ).toEqual([])
  })

  it('lie in chapters: no folder holds more than a reader can take in', () => {
    const sizes = Map.groupBy(sources, ({ file }) => dirname(file))
    expect([...sizes].filter(([, files]) => files.length > MOST_FILES).map(([folder]) => folder)).toEqual([])
  })

  it('keep the entry points short', () => {
    const size = (file: string) => sources.find((source) => source.file === file)?.lines ?? 1000
    expect(size('src/main/index.ts')).toBeLessThan(60)
    expect(size('src/main/app.ts')).toBeLessThan(60)
    expect(size('src/preload/index.ts')).toBeLessThan(30)
  })

  it('are named after what they are', () => {
    const banned = /(^|[/-])(utils?|helpers?|common|misc|lib|shared|manager|service|impl)([./-]|$)/
    expect(sources.map(({ file }) => file).filter((file) => banned.test(file.replace(/^src\//, '')))).toEqual(
      [],
    )
    expect(
      sources.map(({ file }) => file).filter((file) => basename(file) !== basename(file).toLowerCase()),
    ).toEqual([])
  })

  it('have types that are nouns of their own: no participle says what something is [names.nouns]', () => {
    const participle =
      /^(?:[A-Z][a-z]*(?:ed|wn|pt|ound|eld)|Kept|Seen|Done|Left|Alone|Open|Given|Met|Asking|Waiting|Saying|Doing)$/
    const nouns = ['Need', 'Field', 'Attempt', 'Script']
    const declared = /^(?:export )?(?:interface|type) ([A-Z]\w*)/gm
    const found = sources.flatMap(({ file, text }) =>
      [...text.matchAll(declared)]
        .map(([, name = '']) => name)
        .filter((name) => participle.test(name) && !nouns.includes(name))
        .map((name) => `${file}: ${name}`),
    )
    expect(found).toEqual([])
  })

  it('cite rulings, promises and pages that are in the repository [names.references]', async () => {
    const rulings = await readFile(join(ROOT, 'docs/rulings.md'), 'utf8')
    const pages = await readdir(join(ROOT, 'docs'))
    const files = new Set([...sources, ...tests].map(({ file }) => basename(file)).concat(pages, 'README.md'))
    const gone = [...sources, ...tests].flatMap(({ file, text }) => {
      const comments = text.match(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm)?.join('\n') ?? ''
      const ruled = [...comments.matchAll(/\bR\d+\.\d+/g)].map(([id]) => id)
      const named = [...comments.matchAll(/(?:[\w.-]*\/)*([\w.-]+\.(?:md|tsx?))\b/g)].map(
        ([, name = '']) => name,
      )
      return [
        ...ruled.filter((id) => !rulings.includes(`**${id}**`)),
        ...named.filter((name) => !files.has(name)),
      ].map((what) => `${file}: ${what}`)
    })
    expect(gone).toEqual([])
  })

  it('are where the map and the page for contributors say [names.pages]', async () => {
    const missing: string[] = []
    for (const page of ['docs/architecture.md', 'docs/contributing.md', 'README.md']) {
      const text = await readFile(join(ROOT, page), 'utf8')
      const paths = [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]*)`/g)].map(([, path = '']) => path)
      expect(paths.length).toBeGreaterThan(0)
      const chapters = [...text.matchAll(/^\| `(src\/[\w/.-]+)`[^|]*\|[^|]*\|([^|]*)\|$/gm)].flatMap(
        ([, folder = '', names = '']) =>
          [...names.replace(/\([^)]*\)/g, '').matchAll(/`([\w-]+)`/g)].map(([, name = '']) =>
            join(folder, name),
          ),
      )
      const isThere = (path: string) =>
        ['', 'src', 'src/main'].some((base) => existsSync(join(ROOT, base, path)))
      missing.push(
        ...[...paths, ...chapters].filter((path) => !isThere(path)).map((path) => `${page}: ${path}`),
      )
    }
    expect(missing).toEqual([])
  })

  it('make human principals in desk/session.ts only [R1.1]', () => {
    const makers = sources.filter(({ file, text }) => /['"`]human['"`]/.test(text) && makesHuman(file, text))
    expect(makers.map(({ file }) => file)).toEqual(['src/main/desk/session.ts'])
  })

  it('of the main process print nothing, but for the command line', () => {
    const printing = sources.filter(
      ({ file, text }) => /^src\/main\/(?!cli)/.test(file) && /\bconsole\.|process\.stdout\.write/.test(text),
    )
    expect(printing.map(({ file }) => file)).toEqual([])
  })

  it('lie in the folders of the map, and nothing else lies at the top', async () => {
    const top = await listTop()
    const known = new Set([
      ...['.ci', '.github', '.gitignore', 'CHANGELOG.md', 'LICENSE', 'README.md', 'biome.json', 'docs'],
      'electron.vite.config.ts',
      ...['knip.json', 'package-lock.json', 'package.json', 'resources', 'src', 'test', 'tsconfig.json'],
      ...['vitest.config.ts', 'node_modules', 'out', 'dist', 'coverage', '.cache', 'release'],
    ])
    expect(top.filter((name) => !known.has(name))).toEqual([])
    expect(sources.map(({ file }) => file).filter((file) => !(ownPlaceOf(file) in MAY_IMPORT))).toEqual([])
  })
})

/** What git keeps or would keep at the top; all that is there, in a copy without git. */
async function listTop(): Promise<string[]> {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard']
  const listed = await run('git', args, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 }).catch(() => null)
  if (!listed) return await readdir(ROOT)
  return [...new Set(listed.stdout.split('\n').map((file) => file.split('/')[0] ?? ''))].filter(Boolean)
}

/** `workflow`, `runtime/ports`, `preload/contract`, `renderer`, … */
function placeOf(file: string): string {
  const path = relative('src', file).replace(/\.(ts|tsx|css)$/, '')
  if (path.startsWith('renderer/')) return 'renderer'
  if (path === 'main/runtime/executor-port') return 'runtime/ports'
  if (/^preload\/(.+-)?views$/.test(path)) return 'preload/views'
  if (/^preload\/(.+-calls|call)$/.test(path)) return 'preload/calls'
  const part = path.replace(/^main\//, '')
  const own = PARTS.find((each) => part === each || part.startsWith(`${each}/`))
  if (own !== undefined) return own
  return path.startsWith('main/') ? (path.split('/')[1] ?? '') : path
}

/** The place whose row of the table holds for a file. */
function ownPlaceOf(file: string): string {
  const place = placeOf(file)
  return PARTS.includes(place) ? (place.split('/')[0] ?? place) : place
}

function judge(source: string, { name, to, typesOnly }: Import): string[] {
  const wrong = (allowed: string) => [`${source} → ${to} (allowed: ${allowed})`]
  // Whether packages exist is the compiler's question.
  if (name.startsWith('.') && !existsSync(join(ROOT, to))) return wrong('what exists')
  if (!to.startsWith('src/')) return []
  const features = [featureOf(source), featureOf(to)]
  if (features[0] && features[1] && features[0] !== features[1])
    return wrong('its own feature, ui, and the top of renderer')
  if (source.startsWith('src/renderer/') && !features[0] && features[1] && !JOINS.test(source))
    return wrong('no feature: what several of them share belongs to none')
  if (source.startsWith('src/renderer/ui/') && (features[1] || to.startsWith('src/preload')))
    return wrong('ui only: the design system knows no domain word')

  const target = placeOf(to)
  const own = ownPlaceOf(source)
  if (target === own || (PARTS.includes(target) && target.startsWith(`${own}/`))) return []
  const allowed = MAY_IMPORT[own] ?? []
  const inMain = to.startsWith('src/main/')
  // Whoever may import all the rules, or all nouns, may import a part of them.
  const whole = PARTS.includes(target) ? (/^(?:workflow|model)(?=\/)/.exec(target)?.[0] ?? target) : target
  const fine =
    [target, whole].some((place) => allowed.includes(place)) ||
    (typesOnly && [target, whole].some((place) => allowed.includes(`${place} (types)`))) ||
    (inMain && allowed.includes('anything in main')) ||
    (inMain && target !== 'shell' && allowed.includes('anything in main but shell'))
  return fine ? [] : wrong(allowed.join(', ') || 'nothing')
}

function featureOf(file: string): string | null {
  return /^src\/renderer\/features\/([^/]+)\//.exec(file)?.[1] ?? null
}

/** Every import that closes a circle, with the way round; imports of types included. */
function findCycles(all: SourceFile[]): string[] {
  const imports = new Map(all.map(({ file, imports }) => [file, imports.map(({ to }) => to)]))
  const done = new Set<string>()
  const cycles: string[] = []
  const walk = (file: string, way: string[]): void => {
    const at = way.indexOf(file)
    if (at >= 0) cycles.push([...way.slice(at), file].join(' → '))
    if (at >= 0 || done.has(file)) return
    for (const next of imports.get(file) ?? []) walk(next, [...way, file])
    done.add(file)
  }
  for (const file of imports.keys()) walk(file, [])
  return cycles
}

function isPure(file: string): boolean {
  return /^src\/main\/(workflow|model)\//.test(file)
}

/** Each use of a clock or of chance: `Date.now`, `Date()`, `new Date()`, `Math.random`, `performance`, `crypto`. */
function findImpurities(file: string, text: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (isImpure(node)) found.push(node.getText())
    else ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true))
  return found
}

function isImpure(node: ts.Node): boolean {
  if (ts.isNewExpression(node)) return node.expression.getText() === 'Date' && !node.arguments?.length
  if (ts.isCallExpression(node) && node.expression.getText() === 'Date') return true
  if (ts.isVariableDeclaration(node) && ts.isObjectBindingPattern(node.name))
    return (
      /^(Date|Math)$/.test(node.initializer?.getText() ?? '') && /\b(now|random)\b/.test(node.name.getText())
    )
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) {
    const of = node.expression.getText().replace(/^globalThis\./, '')
    const name = ts.isPropertyAccessExpression(node) ? node.name.text : node.argumentExpression.getText()
    return (
      ['performance', 'crypto'].includes(of) ||
      (of === 'Date' && /^['"]?now['"]?$/.test(name)) ||
      (of === 'Math' && /^['"]?random['"]?$/.test(name))
    )
  }
  return false
}

/** An object literal with `kind: 'human'` and what only a principal has; an executor of that kind has neither. */
function makesHuman(file: string, text: string): boolean {
  let found = false
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const names = node.properties.map((property) => property.name?.getText())
      const human = node.properties.some(
        (property) =>
          ts.isPropertyAssignment(property) &&
          property.name.getText() === 'kind' &&
          /^['"`]human['"`]/.test(property.initializer.getText()),
      )
      if (human && ['session', 'roles', 'permissions'].some((name) => names.includes(name))) found = true
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true))
  return found
}
