/** Sentences of ours in which somebody else's words may stand: what cannot be seen of them is marked, and turns nothing around. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Problems } from '../../src/renderer/editing/edit-dialog.tsx'
import { RiskLine } from '../../src/renderer/items/risk-line.tsx'
import { TextField } from '../../src/renderer/ui/controls/field.tsx'

const TURNED = '‘Zoë \u202egnp’ is not a name: use letters.'

it.each([
  [
    'why a file cannot be written',
    createElement(Problems, {
      title: 'This cannot be saved',
      problems: [{ line: 1, message: TURNED }] as Parameters<typeof Problems>[0]['problems'],
    }),
  ],
  ['why it is risky', createElement(RiskLine, { risk: 'high', reason: TURNED })],
  ['what is wrong with a field', createElement(TextField, { label: 'Name', error: TURNED })],
])('a name that turns its neighbours round does not turn the sentence about it: %s [R5.9]', (_, element) => {
  const page = renderToStaticMarkup(element)
  expect(page).not.toContain('\u202e')
  expect(page).toContain('U+202E')
})
