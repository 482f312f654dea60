/** Characters that nobody tells from one of the keyboard, and digits of other scripts. Pure. */

/** Of which script it is, or for what it is taken. */
export type TakenFor =
  | { kind: 'letter'; script: string }
  | { kind: 'drawn'; letter: string }
  | { kind: 'sign'; sign: string }
  | { kind: 'digit'; value: string }

/** What is taken for it, behind each sign. */
const TAKEN_FOR = [
  ...['/⁄∕⧸╱⟋', '.․ꓸ', '-‐‑‒−⁃˗﹘', ':∶ː꞉˸ꓽ', ',ꓹ', '~∼˜⁓', '|∣⏐❘￨', '"ʺ', "'ʹꞌ", '`ˋ‵', '^ˆ˄', '_ˍ'],
  ...['(❨❪⟮﴾', ')❩❫⟯﴿', '[❲', ']❳', '{❴', '}❵', '<˂❬', '>˃❭', '=⹀꓿', '*⁎∗', '+﬩', '#⋕', '\\∖⧵⧹╲'],
]
const SIGNS = new Map(
  TAKEN_FOR.flatMap(([sign = '', ...others]) => others.map((other): [string, string] => [other, sign])),
)
/** Latin letters of phonetics, of small capitals and of old print. */
const LETTERS = new Map(
  [
    ...['aɑᴀ', 'bʙƅ', 'cᴄ', 'dᴅ', 'eᴇ', 'fꜰſ', 'gɡɢ', 'hʜ', 'iɩɪ', 'jᴊȷ', 'kᴋ', 'lʟǀƖꞁ', 'mᴍ', 'nɴ', 'oᴏⱺ'],
    ...['pᴘ', 'qꞯ', 'rʀ', 'sꜱƽ', 'tᴛ', 'uᴜ', 'vᴠ', 'wᴡ', 'yʏ', 'zᴢ', 'Iꟾ', '!ǃ'],
  ].flatMap(([letter = '', ...others]) => others.map((other): [string, string] => [other, letter])),
)
/** Signs that belong in texts of their own, and are taken for another only where they touch Latin letters. */
const BETWEEN: readonly [RegExp, string][] = [
  // The full stop of Chinese and Japanese, in an address.
  [/(?<=[\p{Script=Latin}\p{N}-])[。｡](?=[\p{Script=Latin}\p{N}-])/gu, '.'],
  // Before a word it opens a quotation.
  [/(?<=[\p{L}\p{N}'")\]}])‚/gu, ','],
  [/(?<=[A-Za-z0-9])[։׃܃፡](?=[A-Za-z0-9/])/gu, ':'],
  [/(?<!\p{Script=Greek})\u037e/gu, ';'],
  [/(?<![\p{L}\p{N}])[一ー](?=[A-Za-z0-9-])/gu, '-'],
  [/(?<=[A-Za-z0-9])[ノ丿]|[ノ丿](?=[A-Za-z0-9])/gu, '/'],
  [/(?<=[A-Za-z0-9])ㅡ|ㅡ(?=[A-Za-z0-9])/gu, '-'],
]
const LETTERS_BETWEEN: readonly [RegExp, string][] = [
  [/(?<=[A-Za-z])ㅇ|ㅇ(?=[A-Za-z])/gu, 'o'],
  [/(?<=[A-Za-z0-9])[ㅣ丨]|[ㅣ丨](?=[A-Za-z0-9])/gu, 'l'],
  [/(?<=[0-9])[ОоΟοօՕဝഠסዐଠටჿⵔ〇ㅇ]|[ОоΟοօՕဝഠסዐଠටჿⵔ〇ㅇ](?=[0-9])/gu, '0'],
  [/(?<=[0-9])[ЗзӠƷʒȝვ](?=[0-9])/gu, '3'],
]

/** A letter, digit or sign of the keyboard in another drawing (𝐚, ａ, Ⅴ), wherever it stands. */
export function drawnAs(character: string): TakenFor | null {
  const sign = SIGNS.get(character)
  if (sign !== undefined) return { kind: 'sign', sign }
  const letter = LETTERS.get(character)
  if (letter !== undefined) return { kind: 'drawn', letter }
  return OTHERWISE.test(character) ? readPlain(character) : null
}

const OTHERWISE = /[\u{2100}-\u{218f}\u{fe4d}-\u{fe6b}０-９Ａ-Ｚａ-ｚ\u{1d400}-\u{1d7ff}]/u

function readPlain(character: string): TakenFor | null {
  const plain = character.normalize('NFKC')
  return /^[\u{21}-\u{7e}]+$/u.test(plain) ? { kind: 'drawn', letter: plain } : null
}

/** By their places: what is taken for another only beside its neighbours. */
export function findBetween(text: string): [number, TakenFor][] {
  const found = (patterns: typeof BETWEEN, is: (taken: string) => TakenFor) =>
    patterns.flatMap(([pattern, taken]) =>
      [...text.matchAll(pattern)].map(({ index }): [number, TakenFor] => [index, is(taken)]),
    )
  return [
    ...found(BETWEEN, (sign) => ({ kind: 'sign', sign })),
    ...found(LETTERS_BETWEEN, (letter) => ({ kind: 'drawn', letter })),
    ...findWide(text),
    ...findDotless(text),
    ...findDigits(text),
  ]
}

const WIDE = /[！-／：-＠［-｀｛-～]/gu
const EAST_ASIAN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u
const NARROW = /[A-Za-z0-9]/

/** Wide signs are those of Chinese, Japanese and Korean texts, but not between letters of the keyboard. */
function findWide(text: string): [number, TakenFor][] {
  const isAtHome = EAST_ASIAN.test(text)
  return [...text.matchAll(WIDE)].flatMap(({ 0: sign, index }): [number, TakenFor][] => {
    const isBetween = [text[index - 1], text[index + 1]].every((beside) => NARROW.test(beside ?? ''))
    const is = readPlain(sign)
    return is === null || (isAtHome && !isBetween) ? [] : [[index, is]]
  })
}

/** ‘ı’ is at home in words of a text that has other letters of Turkish as well. */
function findDotless(text: string): [number, TakenFor][] {
  if (!text.includes('ı')) return []
  const isTurkish = /[ğĞşŞİçÇöÖüÜəƏ]/u.test(text)
  return [...text.matchAll(/\S+/gu)].flatMap(({ 0: part, index }) => {
    const isWord = /^["'(„“‘«]*[\p{L}\p{M}'’]+["').,!?:;”’»…]*$/u.test(part) && !/[qwx]/iu.test(part)
    if (isTurkish && isWord) return []
    return [...part.matchAll(/ı/gu)].map((match): [number, TakenFor] => [
      index + match.index,
      { kind: 'drawn', letter: 'i' },
    ])
  })
}

const DIGIT = /\p{Nd}/u
const OTHER_DIGIT = /(?![0-9])\p{Nd}/gu

/** Digits of another script beside Latin letters or digits, or of two scripts. */
function findDigits(text: string): [number, TakenFor][] {
  return [...text.matchAll(/\S+/gu)].flatMap(({ 0: part, index }) => {
    const digits = [...part.matchAll(OTHER_DIGIT)].map((match) => ({
      at: index + match.index,
      ...readDigit(match[0]),
    }))
    const isMixed = /[0-9\p{Script=Latin}]/u.test(part) || new Set(digits.map(({ zero }) => zero)).size > 1
    return isMixed ? digits.map(({ at, value }): [number, TakenFor] => [at, { kind: 'digit', value }]) : []
  })
}

/** The digits of a script stand in a row, from its zero on. */
function readDigit(digit: string): { zero: number; value: string } {
  const code = digit.codePointAt(0) ?? 0
  let first = code
  while (DIGIT.test(String.fromCodePoint(first - 1))) first -= 1
  const value = (code - first) % 10
  return { zero: code - value, value: String(value) }
}
