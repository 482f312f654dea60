import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CatalogItem } from '../../../src/preload/contract.ts'
import {
  areSameWords,
  editWords,
  LONGEST_WORD,
  tidyWord,
  withWord,
} from '../../../src/renderer/editing/word-list.ts'
import { findItems } from '../../../src/renderer/items/find-items.ts'
import { runs } from '../../support/effort.ts'

const item = (id: string, title: string, rest: Partial<CatalogItem> = {}): CatalogItem => ({
  ...{ id, kind: 'capability', title, description: '', tags: [], aliases: [], source: 'configuration' },
  ...{ used: { count: 0, lastAt: null }, blocked: null },
  ...rest,
})

describe('words of an item [playground.words]', () => {
  it('are added once, whatever their case, on one line', () => {
    expect(withWord(['Refund'], ' refund ')).toEqual(['Refund'])
    expect(withWord(['refund'], 'money \n back\u0007')).toEqual(['refund', 'money back'])
    expect(withWord(['refund'], '  ')).toEqual(['refund'])
    expect(areSameWords(['a'], ['a'])).toBe(true)
    expect(areSameWords(['a', 'b'], ['b', 'a'])).toBe(false)
  })

  it('are edited as they are now, not as they were when the person began', () => {
    const edits = { added: ['money back'], taken: ['cancel'] }
    expect(editWords(['cancel', 'refund'], edits)).toEqual(['refund', 'money back'])
    expect(editWords(['Money back'], edits)).toEqual(['Money back'])
    expect(editWords(['cancel'], { added: ['cancel'], taken: ['cancel'] })).toEqual(['cancel'])
  })

  it('are never longer than may be kept, nor cut within a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const tidy = tidyWord(text)
        expect(tidy.length).toBeLessThanOrEqual(LONGEST_WORD)
        expect(tidy).not.toMatch(/\p{Cc}/u)
        if (text.isWellFormed()) expect(tidy.isWellFormed()).toBe(true)
        expect(tidyWord(tidy)).toBe(tidy)
      }),
      { numRuns: runs(50) },
    )
  })
})

describe('finding an item [playground.find-items]', () => {
  const items = [
    item('billing.void', 'Cancel an invoice', { description: 'Takes a charge back.' }),
    item('billing.refund', 'Refund', { tags: ['money'] }),
    item('files', 'Charge files', { kind: 'connection' }),
    item('billing.charge', 'Charge a customer', { aliases: ['take money'] }),
  ]
  const found = (text: string, most = 8) => findItems(items, text, most).map(({ id }) => id)

  it('takes every word wherever it stands, those in the name first', () => {
    expect(found('charge')).toEqual(['billing.charge', 'billing.void'])
    expect(found('MONEY billing')).toEqual(['billing.refund', 'billing.charge'])
    expect(found('money', 1)).toEqual(['billing.refund'])
  })

  it('finds nothing for no words, and no connection', () => {
    expect(found('  ')).toEqual([])
    expect(found('charge files')).toEqual([])
  })
})
