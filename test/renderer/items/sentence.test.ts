import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { ItemCard, SentencePart } from '../../../src/preload/contract.ts'
import { ItemRow } from '../../../src/renderer/features/inbox/list/item-row.tsx'
import { Sentence, speakCard, speakSentence } from '../../../src/renderer/items/sentence.tsx'

const draw = (parts: SentencePart[]) => renderToStaticMarkup(createElement(Sentence, { parts }))

describe('a sentence', () => {
  it('shows what cannot be seen also in a title that its author chose, and draws any other as it is [window.revealed]', () => {
    const turned: SentencePart[] = [
      { kind: 'author', text: 'Run ‘\u202Elive’? ' },
      { kind: 'quote', text: 'to: x' },
    ]
    expect(draw(turned)).toContain('U+202E')
    expect(draw(turned)).not.toContain('\u202E')
    expect(speakSentence(turned)).toBe('Run ‘[U+202E]live’? “to: x”')
    for (const text of ['Send ', 'שלח את זה', 'Prüfen & senden'])
      expect(draw([{ kind: 'author', text }])).toBe(text.replace('&', '&amp;'))
  })
})

describe('one of several items that ask for the same', () => {
  it('is told from the others by its values where there is room for one line only [window.told-apart]', () => {
    const sentence: SentencePart[] = [{ kind: 'author', text: 'Run ‘Send a mail’?' }]
    const values = [{ name: 'to', text: 'ann\u202E' }]
    expect(speakCard({ sentence, values })).toBe('Run ‘Send a mail’? “to: ann[U+202E]”')
    expect(speakCard({ sentence, values: [] })).toBe('Run ‘Send a mail’?')
  })
})

describe('a row of the inbox', () => {
  it('says how risky it is wherever there is any risk [list.risk]', () => {
    const card = (risk: ItemCard['risk']) =>
      ({
        ...{ id: 'ap_1', kind: 'gate', status: 'pending', sentence: [], values: [], votes: null, risk },
        ...{ definitionTitle: 'Pay', requestedBy: 'agent:a', requestedAt: '2026-01-01T00:00:00.000Z' },
        ...{ isSingleCall: false, snoozedUntil: null, deadlineAt: null, decision: null },
      }) as unknown as ItemCard
    const row = (risk: ItemCard['risk']) =>
      renderToStaticMarkup(
        createElement(ItemRow, {
          ...{ item: card(risk), selected: false, entry: true, picking: false, picked: false },
          onPick: () => undefined,
        }),
      )
    const said = (['low', 'medium', 'high'] as const).map((risk) => /\w+ risk/.exec(row(risk))?.[0] ?? null)
    expect(said).toEqual([null, 'Medium risk', 'High risk'])
  })
})
