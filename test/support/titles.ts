/** The titles of tests, as the TypeScript parser sees them: a comment, a text or a skipped test is none. */
import ts from 'typescript'

const CALLS = new Set(['it', 'test', 'describe'])

/**
 * Literal titles of each `it`, `test` and `describe`, with modifiers such as `.each(…)`, and of `describeWhere`.
 * `skip` and `todo` are left out with everything inside them; titles with placeholders are left out too.
 */
export function titlesOf(file: string, source: string): string[] {
  const titles: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const called = nameOf(node.expression)
      if (called && (called.modifiers.includes('skip') || called.modifiers.includes('todo'))) return
      const title = node.arguments[called?.name === 'describeWhere' ? 1 : 0]
      if (called && title && ts.isStringLiteralLike(title)) titles.push(title.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true))
  return titles
}

/** `it.concurrent.each(…)` → it, with the modifiers concurrent and each; null for any other call. */
function nameOf(node: ts.Expression): { name: string; modifiers: string[] } | null {
  if (ts.isIdentifier(node))
    return CALLS.has(node.text) || node.text === 'describeWhere' ? { name: node.text, modifiers: [] } : null
  if (ts.isCallExpression(node)) return nameOf(node.expression)
  if (ts.isTaggedTemplateExpression(node)) return nameOf(node.tag)
  if (!ts.isPropertyAccessExpression(node)) return null
  const before = nameOf(node.expression)
  return before && { ...before, modifiers: [...before.modifiers, node.name.text] }
}
