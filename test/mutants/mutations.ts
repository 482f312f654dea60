/** The small changes that a source can suffer. Pure. */
import ts from 'typescript'

export interface Mutant {
  file: string
  /** Counted from 1. */
  line: number
  was: string
  became: string
  /** The whole file, changed. */
  text: string
}

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

export function listMutants(file: string, source: string): Mutant[] {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const found: Mutant[] = []
  function visit(node: ts.Node): void {
    // Types are gone when it runs.
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return
    for (const { at, becomes } of changesOf(node)) {
      const [start, end] = [at.getStart(parsed), at.getEnd()]
      found.push({
        file,
        line: parsed.getLineAndCharacterOfPosition(start).line + 1,
        was: at.getText(parsed),
        became: becomes,
        text: source.slice(0, start) + becomes + source.slice(end),
      })
    }
    ts.forEachChild(node, visit)
  }
  visit(parsed)
  return found
}

interface Change {
  at: ts.Node
  becomes: string
}

function changesOf(node: ts.Node): Change[] {
  if (ts.isBinaryExpression(node)) {
    const becomes = OPPOSITES[node.operatorToken.kind]
    return becomes === undefined ? [] : [{ at: node.operatorToken, becomes }]
  }
  if (ts.isIfStatement(node)) return [{ at: node.expression, becomes: `!(${node.expression.getText()})` }]
  if (ts.isConditionalExpression(node))
    return [{ at: node.condition, becomes: `!(${node.condition.getText()})` }]
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return [{ at: node, becomes: node.operand.getText() }]
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [{ at: node, becomes: 'false' }]
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [{ at: node, becomes: 'true' }]
  if (ts.isNumericLiteral(node) && ts.isExpression(node) && !ts.isPropertyAssignment(node.parent))
    return [{ at: node, becomes: `(${node.text} + 1)` }]
  if (ts.isExpressionStatement(node) && isCall(node.expression)) return [{ at: node, becomes: ';' }]
  return []
}

function isCall(expression: ts.Expression): boolean {
  const inner =
    ts.isAwaitExpression(expression) || ts.isVoidExpression(expression) ? expression.expression : expression
  return ts.isCallExpression(inner)
}
