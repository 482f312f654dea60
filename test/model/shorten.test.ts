import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cutToBytes, shorten, shortenAtWord } from '../../src/main/model/shorten.ts'

it('keeps what fits and cuts no character in two', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 12 }), (text, longest) => {
      const shown = shorten(text, longest)
      expect([...shown].length).toBeLessThanOrEqual(longest)
      if ([...text].length <= longest) expect(shown).toBe(text)
      else expect([...text].slice(0, longest - 1).join('')).toBe(shown.slice(0, -1))
    }),
  )
})

it('cuts between two words where that leaves enough', () => {
  expect(shortenAtWord('Reads one file of the workspace', 20)).toBe('Reads one file of…')
  expect(shortenAtWord('Readsonefileoftheworkspace now', 20)).toBe('Readsonefileofthewor…')
  expect(shortenAtWord('Reads one file', 20)).toBe('Reads one file')
})

it('cuts no character in two where no word ends either', () => {
  const faces = fc.array(fc.constantFrom('😀', 'a', ' ', 'é')).map((parts) => parts.join(''))
  fc.assert(
    fc.property(faces, fc.integer({ min: 1, max: 12 }), (text, longest) => {
      const shown = shortenAtWord(text, longest)
      expect(shown.isWellFormed()).toBe(true)
      expect(shown.length).toBeLessThanOrEqual(longest + 1)
    }),
  )
})

it('keeps as many bytes as there is room for, and the beginning of no other character', () => {
  expect(cutToBytes('aé😀', 1)).toBe('a')
  expect(cutToBytes('aé😀', 2)).toBe('a')
  expect(cutToBytes('aé😀', 6)).toBe('aé')
  expect(cutToBytes('aé😀', 7)).toBe('aé😀')
  expect(cutToBytes('\uFEFFa', 9)).toBe('\uFEFFa')
})
