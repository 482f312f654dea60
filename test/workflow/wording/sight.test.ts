import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hidesSomething, isOutOfSight, revealText } from '../../../src/main/workflow/wording/sight.ts'

function show(text: string, oneLine = false): string {
  return revealText(text, oneLine)
    .map((piece) => (piece.kind === 'text' ? piece.text : `⟨${piece.text}⟩`))
    .join('')
}

describe('what pushes the rest of a text out of sight', () => {
  it('is counted, not drawn: line breaks and blanks [sight.runs]', () => {
    expect(show(`pay${'\n'.repeat(400)}all`)).toBe('pay⟨400 line breaks⟩all')
    expect(show(`pay${' \n'.repeat(400)}all`)).toBe('pay⟨400 line breaks, 400 blanks⟩all')
    expect(show(`pay${'\r\n'.repeat(400)}all`)).toBe('pay⟨400 line breaks⟩all')
    expect(show(`pay${' '.repeat(400)}all`)).toBe('pay⟨400 blanks⟩all')
    expect(show(`pay${'\t'.repeat(400)}all`)).toBe('pay⟨400 tabs⟩all')
    expect(hidesSomething(`pay${'\n'.repeat(400)}`)).toBe(true)
  })

  it('is left alone where texts and programs have it [sight.runs]', () => {
    const program = 'def a():\n    if x:\n            return 1\n\n\ndef b():\n\treturn  2\n'
    expect(show(program)).toBe(program)
    const most = [`a${'\n'.repeat(3)}b`, `a${' '.repeat(15)}b`, `a\n${' '.repeat(39)}b`]
    expect(most.map((text) => show(text))).toEqual(most)
  })

  it('is counted from where no text or program has it [sight.runs]', () => {
    expect(show(`a${'\n'.repeat(4)}b`)).toBe('a⟨4 line breaks⟩b')
    expect(show(`a${' '.repeat(16)}b`)).toBe('a⟨16 blanks⟩b')
    expect(show(`a\n${' '.repeat(40)}b`)).toBe('a\n⟨40 blanks⟩b')
  })

  it('is left alone where Chinese and Japanese have their blank, and a mark everywhere else [sight.runs] [window.revealed]', () => {
    const texts = ['山田　太郎', '　段落の初め。\n　次の段落。', 'こんにちは！　元気？']
    expect(texts.map((text) => show(text))).toEqual(texts)
    // Where it could be taken for a space, or for none.
    expect(show('rm　-rf')).toBe('rm⟨U+3000⟩-rf')
    expect(show('東京　x')).toBe('東京⟨U+3000⟩x')
    expect(show('x　東京')).toBe('x⟨U+3000⟩東京')
    expect(show('東京　')).toBe('東京⟨U+3000⟩')
    expect(show('　東京', true)).toBe('⟨U+3000⟩東京')
    expect(show('東京　　大阪')).toBe('東京⟨U+3000⟩⟨U+3000⟩大阪')
  })

  it('never draws more empty lines or blanks than a program has, whatever the text [sight.runs]', () => {
    const white = fc.constantFrom(' ', '\n', '\t', '\r\n', '\u00a0', 'x')
    fc.assert(
      fc.property(fc.array(white, { maxLength: 300 }), (parts) => {
        const text = parts.join('')
        const pieces = revealText(text)
        const drawn = pieces.map((piece) => (piece.kind === 'text' ? piece.text : '¤')).join('')
        expect(drawn).not.toMatch(/(?:[ \t]*\n){4}|[^\n \t][ \t]{16}/)
        const restored = pieces.map(({ kind, text: shown, at, length }) =>
          kind === 'mark' ? text.slice(at, at + (length ?? 0)) : shown,
        )
        expect(restored.join('')).toBe(text)
        for (const { kind, text: shown, at } of pieces)
          if (kind === 'text') expect(text.startsWith(shown, at)).toBe(true)
      }),
    )
  })

  it('is found in as much time as the text is long [sight.runs]', () => {
    for (const text of [' '.repeat(500_000), '\n '.repeat(250_000), '\r'.repeat(500_000)])
      expect(revealText(text).length).toBeLessThan(500_001)
  })
})

describe('what shows nothing by itself', () => {
  it('is a mark, unless it only chooses how a picture before it looks [window.revealed]', () => {
    expect(show('👩\u200d👧 and ❤\ufe0f')).toBe('👩\u200d👧 and ❤\ufe0f')
    expect(show('pa\u200dy\ufe0f')).toBe('pa⟨U+200D⟩y⟨U+FE0F⟩')
    expect(show('👍\u202eyap👍\u200b👍\u3164')).toBe('👍⟨U+202E⟩yap👍⟨U+200B⟩👍⟨U+3164⟩')
  })
})

describe('names', () => {
  it('that differ are never drawn alike [sight.alike]', () => {
    const drawn = [
      'new line',
      'new\nline',
      'new\\nline',
      'new\u00a0line',
      'new  line',
      'new\tline',
      ' new line',
      'new line ',
    ].map((name) => show(name, true))
    expect(new Set(drawn).size).toBe(drawn.length)
    expect(show('new\u00a0line', true)).toBe('new⟨U+00A0⟩line')
  })

  it('nor are those whose letters are put together from others [sight.alike]', () => {
    const said = (text: string) =>
      revealText(text, true).flatMap(({ text: shown, lookalike }) =>
        lookalike?.kind === 'drawn' ? [[shown, lookalike.code, lookalike.letter]] : [],
      )
    expect(said('cafe\u0301s')).toEqual([['e\u0301', 'U+0065 U+0301', 'é']])
    expect(said('\u212bngstrom')).toEqual([['\u212b', 'U+212B', 'Å']])
    expect(said('\u1112\u1161\u11ab')).toEqual([['\u1112\u1161\u11ab', 'U+1112 U+1161 U+11AB', '한']])
    for (const usual of [
      'cafés',
      'Ångström',
      '한국',
      'हिन्दी क़',
      'বাড়ি',
      'x\u0301',
      '❤\ufe0f',
      'Tiếng Việt',
      'мой',
    ])
      expect([usual, said(usual)]).toEqual([usual, []])
    // Marks that run into other lines stay codes.
    expect(show(`e${'\u0301'.repeat(7)}`)).toBe(`⟨e${'\u0301'.repeat(4)}⟩${'⟨U+0301⟩'.repeat(3)}`)
  })
})

describe('values of which a list shows the beginning', () => {
  it('are in sight only when short, few and plain, in keys and values [sight.list]', () => {
    expect(isOutOfSight({ to: 'ada', amount: 12, note: 'for lunch\nand tea' })).toBe(false)
    for (const value of [
      { note: 'x'.repeat(2000) },
      { note: 'a\n'.repeat(20) },
      { note: `a${' '.repeat(60)}b` },
      { note: 'pɑy' },
      { 'to\nall': 1 },
      { deep: [{ 'pa\u200by': 1 }] },
      Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`k${at}`, at])),
      '\u202e',
    ])
      expect([value, isOutOfSight(value)]).toEqual([value, true])
  })

  it('are out of sight from the first line, letter and value that the list has no room for [sight.list]', () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]))
    const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}`).join('\n')
    const limits = [
      [lines(4), lines(5)],
      ['x'.repeat(200), 'x'.repeat(201)],
      [many(12), many(13)],
    ]
    for (const [last, first] of limits)
      expect([isOutOfSight(last ?? null), isOutOfSight(first ?? null)]).toEqual([false, true])
  })
})
