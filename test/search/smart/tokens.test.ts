import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  createTokenReader,
  keyOfToken,
  NO_WHOLE,
  readToken,
  readTokens,
} from '../../../src/main/search/smart/tokens.ts'
import { runs } from '../../support/effort.ts'

function openReader() {
  const numbers = new Map<string, number>()
  const known: string[] = []
  const reader = createTokenReader((word) => {
    const number = numbers.get(word) ?? numbers.size
    if (number === known.length) known.push(word)
    numbers.set(word, number)
    return number
  })
  return (text: string) => {
    const count = reader.read(text)
    const { words, starts, wholes } = reader.parts()
    return [...reader.tokens.subarray(0, count)].map((token) => ({
      words: [...words.subarray(starts[token], starts[token + 1])].map((word) => known[word]),
      whole: wholes[token] === NO_WHOLE ? null : known[wholes[token] ?? 0],
      key: reader.keyOf(token),
    }))
  }
}

function readOneByOne(text: string) {
  const read: ReturnType<ReturnType<typeof openReader>> = []
  readTokens(text, (token) => {
    const { words, whole } = readToken(token)
    read.push({ words: [...words], whole, key: keyOfToken({ words, whole }) })
  })
  return read
}

const piece = fc.oneof(
  fc.constantFrom(
    'getWeather',
    'don’t',
    'l’été',
    '天気予報API',
    '㌀',
    'İ',
    '𝔘nicode',
    '\ud800',
    'a',
    'b',
    'ab',
    ' ',
    '_',
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
)
const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))

it('tokens are read as if each were looked at by itself, whatever came before [smart.words]', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 8 }), (texts) => {
      const read = openReader()
      for (const each of [...texts, ...texts]) expect(read(each)).toEqual(readOneByOne(each))
    }),
    { numRuns: runs(200) },
  )
})

it('more tokens than are remembered are read as well [smart.words]', () => {
  const read = openReader()
  for (let block = 0; block < 70; block++) {
    read(Array.from({ length: 1500 }, (_, at) => `n${block * 1500 + at}`).join(' '))
  }
  expect(read('n7 getWeather n104999')).toEqual(readOneByOne('n7 getWeather n104999'))
})
