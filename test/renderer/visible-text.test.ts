import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { speakSentence } from '../../src/renderer/items/sentence.tsx'
import { foldText, revealText } from '../../src/renderer/ui/text/visible-text.ts'

/** Controls and directions, named one by one: not by the rule that is under test. */
const UNSEEN: [number, number][] = [
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0x200b, 0x200b],
  [0x200e, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x2069],
  [0xfeff, 0xfeff],
]

function hasUnseen(text: string): boolean {
  return [...text].some((character) => {
    const point = character.codePointAt(0) ?? 0
    return UNSEEN.some(([first, last]) => point >= first && point <= last)
  })
}

function show(text: string, oneLine = false): string {
  return revealText(text, oneLine)
    .map((piece) => (piece.kind === 'mark' ? `⟨${piece.text}⟩` : piece.text))
    .join('')
}

describe('text of somebody who is not trusted', () => {
  it('shows what changes direction [window.revealed, R5.9]', () => {
    expect(show('report\u202Etxt.exe')).toBe('report⟨U+202E⟩txt.exe')
    expect(show('\u2066a\u2069')).toBe('⟨U+2066⟩a⟨U+2069⟩')
  })

  it('shows what cannot be seen [window.revealed]', () => {
    expect(show('pay\u200Bpal')).toBe('pay⟨U+200B⟩pal')
    expect(show('a\u00ADb\u2060c\u3164d\u{E0041}')).toBe('a⟨U+00AD⟩b⟨U+2060⟩c⟨U+3164⟩d⟨U+E0041⟩')
    expect(show('bell\u0007\u0000')).toBe('bell⟨U+0007⟩⟨U+0000⟩')
    expect(show('hidden\u{E0100}\u{FE01}')).toBe('hidden⟨U+E0100⟩⟨U+FE01⟩')
  })

  it('leaves ordinary text of any language and pictures alone [window.revealed]', () => {
    for (const text of ['naïve – “déjà vu”', 'שלום عربى', '日本語', '👩‍👩‍👧 ✔️ 👍🏽', 'a\tb\nc'])
      expect(show(text)).toBe(text)
  })

  it('is one line where one line is wanted [R5.9]', () => {
    expect(show('a\nb\r\nc\td', true)).toBe('a⟨line break⟩b⟨line break⟩c⟨tab⟩d')
    expect(show('a\rb')).toBe('a⟨U+000D⟩b')
  })

  it('never leaves anything unseen, and loses nothing [window.revealed]', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const pieces = revealText(text)
        for (const piece of pieces) {
          if (piece.kind === 'mark')
            expect(piece.text).toMatch(/^U\+[0-9A-F]{4,6}$|^(\d+ )?(line break|tab|blank)/)
          else expect(hasUnseen(piece.text)).toBe(false)
        }
        const restored = pieces
          .map(({ kind, text: shown, at, length }) =>
            kind === 'mark' ? text.slice(at, at + (length ?? 0)) : shown,
          )
          .join('')
        expect(restored).toBe(text)
      }),
    )
  })

  it('folds by characters, not by halves of them [R5.9]', () => {
    expect(foldText('short', 60)).toEqual({ text: 'short', folded: false })
    const { text, folded } = foldText('🙂'.repeat(100), 60)
    expect(folded).toBe(true)
    expect([...text]).toHaveLength(59)
  })

  it('never runs into the author’s words when it is spoken [R5.9]', () => {
    const spoken = speakSentence([
      { kind: 'author', text: 'Publish ' },
      { kind: 'quote', text: `a\u202Eb\n${'x'.repeat(100)}` },
      { kind: 'author', text: ' now.' },
    ])
    expect(spoken).toMatch(/^Publish “a\[U\+202E\]b\[line break\]x+…” now\.$/)
    expect(spoken.length).toBeLessThan(105)
  })
})
