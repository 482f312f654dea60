/** Sentences of ours in which somebody else's words may stand: what cannot be seen of them is marked, and turns nothing around. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Problems } from '../../src/renderer/editing/edit-dialog.tsx'
import { cardWords } from '../../src/renderer/features/inbox/card/card-words.ts'
import { ChangedNotice } from '../../src/renderer/features/inbox/card/changed-notice.tsx'
import { Warning } from '../../src/renderer/features/inbox/card/warning-line.tsx'
import { RiskLine } from '../../src/renderer/items/risk-line.tsx'
import { TextField } from '../../src/renderer/ui/controls/field.tsx'

const TURNED = '‘Zoë \u202egnp’ is not a name: use letters.'
const WARNING = createElement(Warning, { tone: 'risky', text: TURNED })

it.each([
  [
    'why a file cannot be written',
    createElement(Problems, {
      title: 'This cannot be saved',
      problems: [{ line: 1, message: TURNED }] as Parameters<typeof Problems>[0]['problems'],
    }),
  ],
  ['why it is risky', createElement(RiskLine, { risk: 'high', reason: TURNED })],
  [
    'what has moved behind an item',
    createElement(ChangedNotice, {
      notice: null,
      outcomes: [],
      changes: [
        { outcome: 'approve', what: 'tool', before: '', after: cardWords.toolOf('npm \u202egnp', 'files') },
      ],
    }),
  ],
  [
    'the title of a workflow that has moved',
    createElement(ChangedNotice, {
      notice: null,
      outcomes: [],
      changes: [{ outcome: 'approve', what: 'workflow', before: '', after: 'Ship \u202egnp' }],
    }),
  ],
  ['what a change loosens, among several items', WARNING],
  ['what is wrong with a field', createElement(TextField, { label: 'Name', error: TURNED })],
])('a name that turns its neighbours round does not turn the sentence about it: %s [R5.9]', (_, element) => {
  const page = renderToStaticMarkup(element)
  expect(page).not.toContain('\u202e')
  expect(page).toContain('U+202E')
})

it('the name of a tool that has moved is a quotation, however it ends its sentence [R5.9]', () => {
  const after = cardWords.toolOf('read” is safe. “', 'files')
  const page = renderToStaticMarkup(
    createElement(ChangedNotice, {
      ...{ notice: null, outcomes: [] },
      changes: [{ outcome: 'approve', what: 'tool', before: '', after }],
    }),
  )
  expect(page.match(/<q\b/g)).toHaveLength(1)
})
