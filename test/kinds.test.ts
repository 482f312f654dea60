/**
 * A kind has one home at each layer (docs/): nobody else asks what kind of executor, guard, inbox item or audit event
 * something is. Found by type, not by text: `'human'` is an executor, a principal and an actor.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import {
  type Expression,
  isBinaryExpression,
  isCallExpression,
  isElementAccessExpression,
  isInterfaceDeclaration,
  isPropertyAccessExpression,
  isStringLiteral,
  isSwitchStatement,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript-7/unstable/ast'
import { API, type Checker, type Project, type Symbol as TypeSymbol } from 'typescript-7/unstable/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { ITEM_KINDS } from '../src/main/model/item.ts'
import { makeFolder } from './support/folders.ts'

const ROOT = join(import.meta.dirname, '..')

/** Where a union of kinds is declared, by file or by file and interface → the folders in which its kinds are told apart. */
const HOMES: Record<string, string[]> = {
  'src/main/model/executor.ts': ['src/main/workflow/executors/', 'src/main/config/executors/'],
  'src/main/model/call.ts': ['src/main/workflow/executors/', 'src/main/executors/'],
  'src/main/model/item.ts': ['src/main/model/item.ts', 'src/main/workflow/items/', 'src/main/desk/items/'],
  'src/preload/inbox-views.ts ItemCard': ['src/renderer/features/inbox/kinds.ts'],
  'src/main/model/guard.ts': ['src/main/workflow/guards/', 'src/main/config/guards/'],
  // Of servers and how they are reached: anybody may ask.
  'src/main/model/configuration.ts': ['src/'],
  'src/main/model/audit-event.ts': ['src/main/model/audit-event.ts', 'src/main/desk/events/'],
}

/** What the property is called that says of which kind something is. */
const NAMES = ['kind', 'eventType']

/** File → why it may ask all the same. This list may only get shorter. */
const EXCEPTIONS: Record<string, string> = {
  'src/main/runtime/step/run-plan.ts': 'It hands a call to what runs its kind.',
  'src/main/orchestrator/orchestrator.ts': 'It runs the calls of one kind, and refuses those of any other.',
  // Whoever reads the log looks for something that happened, and nothing else tells of it.
  'src/main/orchestrator/step-results.ts': 'How long each step took, from when it began and ended.',
  'src/main/runtime/time/clock-changes.ts': 'Whether the last start saw that the clock had been set.',
  'src/main/desk/inbox/failed-after.ts': 'Whether what was decided failed afterwards.',
  'src/main/desk/inbox/inbox-handlers.ts': 'Why an item was withdrawn.',
  'src/main/desk/runs/diagram.ts': 'Which way a run has taken.',
  'src/main/desk/runs/timeline.ts': 'Whether a run ended by a refusal.',
  'src/main/store/audit/audit-chain.ts': 'Where a log begins that was cut.',
  'src/main/store/sqlite/audit.ts': 'What the columns of an entry hold.',
}

/** A file without any of these asks for no kind, and need not be looked at closely. */
const MAY_ASK = /\b(?:kind|eventType|hasOwn)\b|['"`]\s*in\s/

/** The files of `HOMES` in which only one interface counts. */
const BY_INTERFACE = new Set(Object.keys(HOMES).flatMap((home) => (/^(\S+) /.exec(home) ?? []).slice(1)))

/** What must be seen: seven questions, two of them by a field, and three of what is no union of these. */
const SAMPLE = `
  import type { ExecutorDeclaration } from '${join(ROOT, 'src/main/model/executor.ts')}'
  import type { Guard } from '${join(ROOT, 'src/main/model/guard.ts')}'
  import type { AuditEvent } from '${join(ROOT, 'src/main/model/audit-event.ts')}'
  declare const table: Record<string, number>
  export function ask(executor: ExecutorDeclaration, guard: Guard, { eventType }: AuditEvent, person: { kind: 'human' | 'agent' }) {
    const { kind } = guard
    const seen = [executor.kind === 'cli', 'tool' in executor, Object.hasOwn(executor, 'tool'), kind !== 'role', table[executor.kind], eventType === 'chain.failed']
    const fine = [person.kind === 'human', 'kind' in person, Object.hasOwn(table, 'kind')]
    switch (guard.kind) { default: return [seen, fine] }
  }`

let found: KindTest[]
let sampled: KindTest[]

beforeAll(async () => {
  const folder = makeFolder('kinds')
  const config = join(folder.path, 'tsconfig.json')
  const sample = join(folder.path, 'sample.ts')
  await writeFile(sample, SAMPLE)
  await writeFile(
    config,
    JSON.stringify({
      extends: join(ROOT, 'tsconfig.json'),
      compilerOptions: { typeRoots: [join(ROOT, 'node_modules/@types')], types: ['node'] },
      include: [join(ROOT, 'src'), sample],
      exclude: [],
    }),
  )
  // The compiler that checks the types, so that it reads everything in seconds.
  const api = new API({ cwd: ROOT })
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    if (project === undefined) throw new Error('The compiler opened no project.')
    const files = project.rootFiles.filter((file) => file.startsWith(join(ROOT, 'src/')))
    found = await findKindTests(project, files)
    sampled = await findKindTests(project, [sample])
  } finally {
    api.close()
    folder.remove()
  }
}, 240_000)

describe('kinds', () => {
  it('are told apart in their homes only [kinds.home]', () => {
    expect(found.length).toBeGreaterThan(0)
    const elsewhere = found.filter(
      ({ union, file }) => !HOMES[union]?.some((home) => file.startsWith(home)) && !(file in EXCEPTIONS),
    )
    expect(elsewhere.map(({ file, line, text }) => `${file}:${line} ${text}`)).toEqual([])
  })

  it('are told apart by no field that another kind may have as well, in their homes neither [kinds.home]', () => {
    const guessed = found.filter(({ isByField }) => isByField)
    expect(guessed.map(({ file, line, text }) => `${file}:${line} ${text}`)).toEqual([])
  })

  it('have no exception that nobody needs', () => {
    const asking = new Set(found.map(({ file }) => file))
    expect(Object.keys(EXCEPTIONS).filter((file) => !asking.has(file))).toEqual([])
  })

  it('of inbox items are each asked for by a part of the runtime or of the gateway [kinds.asked]', async () => {
    const asking = ['gateway.ts', ...(await filesOf('gateway')), ...(await filesOf('runtime'))]
    const texts = await Promise.all(asking.map((file) => readFile(join(ROOT, 'src/main', file), 'utf8')))
    const asked = new Set(
      [...texts.join('\n').matchAll(/\b(?:kind: |asking\()'(\w+)'/g)].map(([, kind]) => kind),
    )
    expect(ITEM_KINDS.filter((kind) => !asked.has(kind))).toEqual([])
  })

  it('would be seen in a comparison, a switch, by a field, a destructured name and an index', () => {
    expect(sampled).toHaveLength(7)
    expect(sampled.filter(({ isByField }) => isByField)).toHaveLength(2)
  })
})

async function filesOf(folder: string): Promise<string[]> {
  const names = await readdir(join(ROOT, 'src/main', folder), { recursive: true })
  return names.filter((name) => name.endsWith('.ts')).map((name) => join(folder, name))
}

interface KindTest {
  union: string
  file: string
  line: number
  text: string
  /** It does not ask for the kind, but for a field that only some of them have today. */
  isByField: boolean
}

/** A node that may tell kinds apart, and whose type or symbol says which. */
interface Candidate {
  source: SourceFile
  node: Node
  subject: Expression
}

async function findKindTests(project: Project, files: readonly string[]): Promise<KindTest[]> {
  const { checker, program } = project
  const candidates: Candidate[] = []
  for (const file of files) {
    if (!MAY_ASK.test(await readFile(file, 'utf8'))) continue
    const source = program.getSourceFile(file)
    if (source === undefined) throw new Error(`The compiler did not read ${file}.`)
    const visit = (node: Node): void => {
      const subject = askedIn(node)
      if (subject !== null) candidates.push({ source, node, subject })
      node.forEachChild(visit)
    }
    visit(source)
  }
  const unions = unionsOf(
    checker,
    candidates.map(({ subject }) => subject),
  )
  return candidates.flatMap(({ source, node, subject }, index) => {
    const union = unions[index] ?? null
    if (union === null) return []
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
    const text = (node.getText(source).split('\n')[0] ?? '').slice(0, 80)
    return [
      { union, file: relative(ROOT, source.fileName), line, text, isByField: onlyKind(subject) === null },
    ]
  })
}

/** What a node tells apart: the left of `x.kind === 'a'`, of `switch (x.kind)`, of `table[x.kind]`; the x of `'a' in x` and of `Object.hasOwn(x, 'a')`. */
function askedIn(node: Node): Expression | null {
  if (isSwitchStatement(node)) return onlyKind(node.expression)
  if (isElementAccessExpression(node)) return onlyKind(node.argumentExpression)
  if (isCallExpression(node)) {
    const [subject, field] = node.arguments
    const isAsked =
      node.expression.getText() === 'Object.hasOwn' && field !== undefined && isStringLiteral(field)
    return isAsked ? (subject ?? null) : null
  }
  if (!isBinaryExpression(node)) return null
  const { left, right, operatorToken } = node
  if (operatorToken.kind === SyntaxKind.InKeyword) return isStringLiteral(left) ? right : null
  const equals: SyntaxKind[] = [SyntaxKind.EqualsEqualsEqualsToken, SyntaxKind.ExclamationEqualsEqualsToken]
  if (!equals.includes(operatorToken.kind) || ![left, right].some(isStringLiteral)) return null
  return onlyKind(isStringLiteral(left) ? right : left)
}

/** Anything else that is compared with a word is no union of kinds, and its type need not be found out. */
function onlyKind(node: Expression): Expression | null {
  return NAMES.includes(nameOf(node).getText()) ? node : null
}

function nameOf(node: Expression): Expression {
  return isPropertyAccessExpression(node) ? node.name : node
}

/** For each expression: the place of `HOMES` that declares the kinds which it holds, or whose kinds it is one of. */
function unionsOf(checker: Checker, subjects: readonly Expression[]): (string | null)[] {
  const kinds = subjects.map((subject) => onlyKind(subject))
  const symbols = checker.getSymbolAtLocation(kinds.map((kind, index) => nameOf(kind ?? subjects[index]!)))
  const types = checker.getTypeAtLocation(subjects)
  return subjects.map((_, index) => {
    const symbol = symbols[index]
    const type = types[index]
    if (kinds[index] !== null) return homeOf((symbol && destructuredFrom(checker, symbol)) ?? symbol)
    return homeOf(type && checker.getPropertyOfType(type, 'kind'))
  })
}

function homeOf(symbol: TypeSymbol | undefined): string | null {
  const declared = (symbol?.declarations ?? []).flatMap((each) => {
    const file = relative(ROOT, each.path)
    if (!BY_INTERFACE.has(file)) return [file]
    const parent = each.resolve()?.parent
    return parent && isInterfaceDeclaration(parent) ? [file, `${file} ${parent.name.text}`] : [file]
  })
  return Object.keys(HOMES).find((home) => declared.includes(home)) ?? null
}

/** The property that a `kind` was taken from by `const { kind } = x`, or by a parameter like it. */
function destructuredFrom(checker: Checker, symbol: TypeSymbol): TypeSymbol | undefined {
  const [declaration] = symbol.declarations
  if (declaration?.kind !== SyntaxKind.BindingElement) return undefined
  const pattern = declaration.resolve()?.parent
  const type = pattern && checker.getTypeAtLocation(pattern)
  return type && NAMES.map((name) => checker.getPropertyOfType(type, name)).find((each) => each !== undefined)
}
