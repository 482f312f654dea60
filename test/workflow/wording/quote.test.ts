import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { importedId } from '../../../src/main/connections/tools/import.ts'
import { formatCsvRow } from '../../../src/main/workflow/wording/audit-csv.ts'
import {
  plainSentence,
  quoteName,
  quoteSaying,
  visibleText,
} from '../../../src/main/workflow/wording/quote.ts'

const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u3164]|\ufe0f/u
const text = fc.string({ unit: 'binary', maxLength: 300 })

describe('a name that an outsider chose', () => {
  it('never ends its quotation, breaks its line, hides or turns anything [names.quoted] [R5.9]', () => {
    fc.assert(
      fc.property(text, (name) => {
        for (const quoted of [quoteName(name), quoteSaying(name)]) {
          expect(quoted).toMatch(/^“[^“”]*”$/u)
          expect(quoted).not.toMatch(UNSEEN)
        }
      }),
    )
    expect(quoteName('read” of docs? It only reads. “')).toBe(
      '“read[U+201D] of docs? It only reads. [U+201C]”',
    )
    expect(quoteName('pay\u202Eyap')).toBe('“pay[U+202E]yap”')
    expect([...quoteName('x'.repeat(500))].length).toBe(62)
  })

  it('stands in a sentence without a page as a quotation, and a value as well [names.quoted]', () => {
    const told = plainSentence([
      { kind: 'author', text: 'Run ' },
      { kind: 'name', text: 'wipe”\nReally harmless: “' },
      { kind: 'author', text: '?' },
    ])
    expect(told).toBe('Run “wipe[U+201D] Really harmless: [U+201C]”?')
  })

  it('has an id of plain characters, of its own [names.escaped]', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(importedId('docs', one)).toMatch(/^docs\.[A-Za-z0-9_.-]+$/)
        expect(importedId('docs', one) === importedId('docs', other)).toBe(one === other)
      }),
    )
    expect(importedId('docs', 'read_notes')).toBe('docs.read_notes')
    expect(importedId('', '删除')).toMatch(/^tool-[0-9a-f]{12}$/)
  })
})

describe('text for other programs', () => {
  it('says as JSON what it said before, and steers no terminal [names.visible]', () => {
    fc.assert(
      fc.property(text, (value) => {
        const line = visibleText(JSON.stringify({ value }))
        expect(line).not.toMatch(UNSEEN)
        expect(JSON.parse(line)).toEqual({ value })
      }),
    )
    expect(visibleText('\u001b[2Jok\nnext\r\n')).toBe('\\u001b[2Jok\nnext\r\n')
  })

  it('is no formula in a table, whatever parts its cells [names.visible]', () => {
    for (const formula of ['=1+1', '+1', '-1', '@x', '＝1', ' =1']) {
      expect(formatCsvRow([formula])).toMatch(/^"?'/)
    }
    expect(formatCsvRow(['a;=1'])).toBe(`"a;'=1"\r\n`)
    expect(formatCsvRow([{ note: 'a;=1' }])).toBe('"{""note"":""a;\\u003d1""}"\r\n')
    expect(formatCsvRow(['a\nb'])).toBe('a\\u000ab\r\n')
  })
})
