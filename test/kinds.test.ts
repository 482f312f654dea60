/**
 * A kind has one home at each layer (docs/): nobody else asks what kind of executor, guard or inbox item
 * something is. Found by type, not by text: `'human'` is an executor, a principal and an actor.
 */
import { join, relative } from 'node:path'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

/** Where a union of kinds is declared, by file or by file and interface → the folders in which its kinds are told apart. */
const HOMES: Record<string, string[]> = {
  'src/main/model/executor.ts': ['src/main/workflow/executors/', 'src/main/config/executors/'],
  'src/main/model/call.ts': ['src/main/workflow/executors/', 'src/main/executors/'],
  'src/main/model/item.ts': ['src/main/workflow/items/', 'src/main/desk/items/'],
  'src/preload/inbox-views.ts ItemCard': ['src/renderer/features/inbox/kinds.ts'],
  'src/main/model/guard.ts': ['src/main/workflow/guards/', 'src/main/config/guards/'],
}

/** File → why it may ask all the same. This list may only get shorter. */
const EXCEPTIONS: Record<string, string> = {
  'src/main/runtime/step/attempt.ts': 'It hands a call to what runs its kind.',
  'src/main/orchestrator/orchestrator.ts': 'It runs the calls of one kind, and refuses those of any other.',
}

const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  jsx: ts.JsxEmit.ReactJSX,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  types: ['node'],
}

let found: KindTest[]

beforeAll(() => {
  const files = ts.sys.readDirectory(join(ROOT, 'src'), ['.ts', '.tsx'])
  found = findKindTests(ts.createProgram(files, options))
}, 240_000)

describe('kinds', () => {
  it('are told apart in their homes only [kinds.home]', () => {
    expect(found.length).toBeGreaterThan(0)
    const elsewhere = found.filter(
      ({ union, file }) => !HOMES[union]?.some((home) => file.startsWith(home)) && !(file in EXCEPTIONS),
    )
    expect(elsewhere.map(({ file, line, text }) => `${file}:${line} ${text}`)).toEqual([])
  })

  it('have no exception that nobody needs', () => {
    const asking = new Set(found.map(({ file }) => file))
    expect(Object.keys(EXCEPTIONS).filter((file) => !asking.has(file))).toEqual([])
  })

  it('would be seen in a comparison, a switch, an `in`, a destructured name and an index', () => {
    const sample = `
      import type { ExecutorDeclaration } from './src/main/model/executor.ts'
      import type { Guard } from './src/main/model/guard.ts'
      declare const table: Record<string, number>
      export function ask(executor: ExecutorDeclaration, guard: Guard, person: { kind: 'human' | 'agent' }) {
        const { kind } = guard
        const seen = [executor.kind === 'cli', 'tool' in executor, kind !== 'role', table[executor.kind]]
        const fine = [person.kind === 'human', 'kind' in person]
        switch (guard.kind) { default: return [seen, fine] }
      }`
    const name = join(ROOT, 'sample.ts')
    const host = ts.createCompilerHost(options)
    const read = host.getSourceFile.bind(host)
    host.getSourceFile = (file, language) =>
      file === name ? ts.createSourceFile(name, sample, language, true) : read(file, language)
    const program = ts.createProgram([name], { ...options, types: [] }, host)
    expect(findKindTests(program).filter(({ file }) => file === 'sample.ts')).toHaveLength(5)
  })
})

interface KindTest {
  union: string
  file: string
  line: number
  text: string
}

function findKindTests(program: ts.Program): KindTest[] {
  const checker = program.getTypeChecker()
  const found: KindTest[] = []
  for (const source of program.getSourceFiles()) {
    const file = relative(ROOT, source.fileName)
    if (file.startsWith('..') || file.includes('node_modules')) continue
    const visit = (node: ts.Node): void => {
      const subject = askedIn(node)
      const union = subject === null ? null : unionOf(checker, subject)
      if (union !== null) {
        const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
        found.push({ union, file, line, text: (node.getText().split('\n')[0] ?? '').slice(0, 80) })
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  return found
}

/** What a node tells apart: the left of `x.kind === 'a'`, of `switch (x.kind)`, of `table[x.kind]`; the x of `'a' in x`. */
function askedIn(node: ts.Node): ts.Expression | null {
  if (ts.isSwitchStatement(node)) return onlyKind(node.expression)
  if (ts.isElementAccessExpression(node)) return onlyKind(node.argumentExpression)
  if (!ts.isBinaryExpression(node)) return null
  const { left, right, operatorToken } = node
  if (operatorToken.kind === ts.SyntaxKind.InKeyword) return ts.isStringLiteral(left) ? right : null
  const equals = [ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken]
  if (!equals.includes(operatorToken.kind) || ![left, right].some(ts.isStringLiteral)) return null
  return onlyKind(ts.isStringLiteral(left) ? right : left)
}

/** Anything else that is compared with a word is no union of kinds, and its type need not be found out. */
function onlyKind(node: ts.Expression): ts.Expression | null {
  return isKind(node) ? node : null
}

function isKind(node: ts.Expression): boolean {
  return (ts.isPropertyAccessExpression(node) ? node.name : node).getText() === 'kind'
}

/** The file of `HOMES` that declares the kinds which an expression holds, or whose kinds it is one of. */
function unionOf(checker: ts.TypeChecker, node: ts.Expression): string | null {
  const isOne = !isKind(node)
  const name = ts.isPropertyAccessExpression(node) ? node.name : node
  const symbol = isOne
    ? checker.getTypeAtLocation(node).getProperty('kind')
    : (destructuredFrom(checker, name) ?? checker.getSymbolAtLocation(name))
  const declared = (symbol?.declarations ?? []).flatMap((each) => {
    const file = relative(ROOT, each.getSourceFile().fileName)
    return ts.isInterfaceDeclaration(each.parent) ? [file, `${file} ${each.parent.name.text}`] : [file]
  })
  return Object.keys(HOMES).find((home) => declared.includes(home)) ?? null
}

/** The property that a `kind` was taken from by `const { kind } = x`, or by a parameter like it. */
function destructuredFrom(checker: ts.TypeChecker, name: ts.Node): ts.Symbol | undefined {
  const [declaration] = checker.getSymbolAtLocation(name)?.declarations ?? []
  if (declaration === undefined || !ts.isBindingElement(declaration)) return undefined
  return checker.getTypeAtLocation(declaration.parent).getProperty('kind')
}
