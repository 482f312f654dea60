import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { words } from '../../src/renderer/words.ts'

const WRITTEN: Record<string, string> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  Escape: 'Esc',
  'Shift+?': '?',
}
/** Made from what the item or the desk has: outcomes, screens, times. */
const COMPUTED = ['A', 'R', '1', '9', 'Alt+1', 'Alt+6', '…']

/** As the sheet writes it: `$mod+Shift+j` is `⌘⇧J`. */
function write(binding: string): string {
  const [key = '', ...modifiers] = binding.split('+').reverse()
  const signs = modifiers.reverse().map((modifier) => (modifier === '$mod' ? '⌘' : '⇧'))
  return WRITTEN[binding] ?? `${signs.join('')}${key.length === 1 ? key.toUpperCase() : key}`
}

/** The names of the keys in every call of `useKeys` that spells them out. */
function findBindings(): Set<string> {
  const found = new Set<string>()
  for (const file of globSync('src/renderer/**/*.{ts,tsx}')) {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && node.expression.getText() === 'useKeys') {
        const bindings = node.arguments[0]
        if (bindings !== undefined) collect(bindings)
      }
      ts.forEachChild(node, visit)
    }
    const collect = (node: ts.Node): void => {
      if (ts.isObjectLiteralExpression(node))
        for (const { name } of node.properties)
          if (name !== undefined && isSpelledOut(name)) found.add(name.text)
      ts.forEachChild(node, (child) => (ts.isFunctionLike(child) ? undefined : collect(child)))
    }
    visit(source)
  }
  return found
}

function isSpelledOut(name: ts.PropertyName): name is ts.StringLiteral | ts.Identifier | ts.NumericLiteral {
  return ts.isStringLiteral(name) || ts.isIdentifier(name) || ts.isNumericLiteral(name)
}

describe('the sheet of keys [window.key-sheet]', () => {
  const sheet = new Set(words.keys.groups.flatMap(({ keys }) => keys.flatMap(([names]) => names.split(' '))))
  const handled = new Set([...findBindings()].map(write))

  it('lists every key that is handled', () => {
    expect([...handled].filter((key) => !sheet.has(key))).toEqual([])
  })

  it('lists no key that nothing handles', () => {
    const known = (key: string) =>
      handled.has(key) || handled.has(key.replace('Ctrl+', '⌘')) || COMPUTED.includes(key)
    expect([...sheet].filter((key) => !known(key))).toEqual([])
  })
})
