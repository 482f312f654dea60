/** The small changes that a source can suffer, and a source that carries all of them, each behind a switch. Pure. */
import ts from 'typescript'

export interface Mutant {
  /** Counted from 0 over all files. */
  id: number
  file: string
  /** Counted from 1. */
  line: number
  was: string
  became: string
  /** What it takes the place of in its file, and with what. */
  start: number
  end: number
  text: string
}

/** What an instrumented source asks before each place that can change: whether it is to be the changed one. */
export const SWITCH = '__isMutant'

const OPPOSITES: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.AmpersandAmpersandToken]: '||',
  [ts.SyntaxKind.BarBarToken]: '&&',
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: '!==',
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: '===',
  [ts.SyntaxKind.LessThanToken]: '<=',
  [ts.SyntaxKind.LessThanEqualsToken]: '<',
  [ts.SyntaxKind.GreaterThanToken]: '>=',
  [ts.SyntaxKind.GreaterThanEqualsToken]: '>',
  [ts.SyntaxKind.PlusToken]: '-',
  [ts.SyntaxKind.MinusToken]: '+',
}

/** The source with all its mutants, off unless the switch says otherwise; they are counted from `firstId`. */
export function instrument(
  file: string,
  source: string,
  firstId: number,
): { text: string; mutants: Mutant[] } {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const mutants: Mutant[] = []
  const changes = new Map<ts.Node, { id: number; text: string }[]>()

  function collect(node: ts.Node): void {
    // Types are gone when it runs.
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return
    for (const { whole, at, becomes } of changesOf(node)) {
      const [start, end] = [at.getStart(parsed), at.getEnd()]
      const id = firstId + mutants.length
      const line = parsed.getLineAndCharacterOfPosition(start).line + 1
      const text = source.slice(whole.getStart(parsed), start) + becomes + source.slice(end, whole.getEnd())
      const place = { start: whole.getStart(parsed), end: whole.getEnd(), text }
      mutants.push({ id, file, line, was: at.getText(parsed), became: becomes, ...place })
      changes.set(whole, [...(changes.get(whole) ?? []), { id, text }])
    }
    ts.forEachChild(node, collect)
  }

  function render(node: ts.Node): string {
    let text = ''
    let at = node.getStart(parsed)
    ts.forEachChild(node, (child) => {
      text += source.slice(at, child.getStart(parsed)) + render(child)
      at = child.getEnd()
    })
    text += source.slice(at, node.getEnd())
    const own = changes.get(node) ?? []
    if (ts.isExpressionStatement(node)) {
      const guards = own.map(({ id }) => `if (!${SWITCH}(${id})) `)
      // In braces: without semicolons a bracket at its start would belong to the line before.
      return guards.length > 0 || text.startsWith('(') ? `{ ${guards.join('')}${text} }` : text
    }
    return own.reduce((inner, { id, text: changed }) => `(${SWITCH}(${id}) ? (${changed}) : ${inner})`, text)
  }

  collect(parsed)
  return { text: render(parsed), mutants }
}

/** The source with this one alone. */
export function mutate(source: string, { start, end, text }: Mutant): string {
  return `${source.slice(0, start)}${text === ';' ? text : `(${text})`}${source.slice(end)}`
}

interface Change {
  /** The expression or statement that is another as a whole. */
  whole: ts.Node
  /** What is exchanged in it, and for what. */
  at: ts.Node
  becomes: string
}

function changesOf(node: ts.Node): Change[] {
  if (ts.isBinaryExpression(node)) {
    const becomes = OPPOSITES[node.operatorToken.kind]
    return becomes === undefined ? [] : [{ whole: node, at: node.operatorToken, becomes }]
  }
  if (ts.isIfStatement(node)) return [exchange(node.expression, `!(${node.expression.getText()})`)]
  if (ts.isConditionalExpression(node)) return [exchange(node.condition, `!(${node.condition.getText()})`)]
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return [exchange(node, node.operand.getText())]
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [exchange(node, 'false')]
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [exchange(node, 'true')]
  if (ts.isNumericLiteral(node) && !isName(node)) return [exchange(node, `(${node.text} + 1)`)]
  if (ts.isExpressionStatement(node) && isCall(node.expression)) return [exchange(node, ';')]
  return []
}

function exchange(node: ts.Node, becomes: string): Change {
  return { whole: node, at: node, becomes }
}

/** The key of a property, written or taken apart. */
function isName(node: ts.Node): boolean {
  const { parent } = node
  return (
    (ts.isPropertyAssignment(parent) && parent.name === node) ||
    (ts.isBindingElement(parent) && parent.propertyName === node)
  )
}

function isCall(expression: ts.Expression): boolean {
  const inner =
    ts.isAwaitExpression(expression) || ts.isVoidExpression(expression) ? expression.expression : expression
  return ts.isCallExpression(inner)
}
