/**
 * Letters that stand where another is expected: one of another alphabet inside a word, a word written wholly with
 * letters that only look Latin, letters that are only drawn otherwise, signs that are taken for a slash, a dot or a
 * hyphen. Pure.
 */
const MAY_HOLD_ONE = /[\u{17f}-\u{10ffff}]/u
const WORD = /[\p{L}\p{M}\p{N}]+/gu

/** Scripts with letters that are drawn as Latin ones are. */
const SCRIPTS: readonly [string, RegExp][] = [
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Armenian', /\p{Script=Armenian}/u],
  ['Cherokee', /\p{Script=Cherokee}/u],
  ['Coptic', /\p{Script=Coptic}/u],
  ['Lisu', /\p{Script=Lisu}/u],
]
const LATIN = /\p{Script=Latin}/u
/** Of these, the ones that nobody tells from a Latin letter. */
const TWINS = new Set([...'асеорхуіѕјһԁԛԝѵӏАВСЕНІЈКМОРЅТХУԌԚԜ', ...'οανρυικΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', ...'օոսհցզԼՍՏ'])
/** Signs for which another is taken. */
const SIGNS = new Map([
  ...[...'⁄∕⧸╱'].map((sign): [string, string] => [sign, '/']),
  ...[...'․'].map((sign): [string, string] => [sign, '.']),
  ...[...'‐‑‒−﹣'].map((sign): [string, string] => [sign, '-']),
  ...[...'∶ː꞉'].map((sign): [string, string] => [sign, ':']),
  ...[...'﹫'].map((sign): [string, string] => [sign, '@']),
])
/** Latin letters of phonetics and of old print that nobody tells from one of the keyboard. */
const LATIN_TWINS = new Map(
  Object.entries({
    ɑ: 'a',
    ɡ: 'g',
    ɩ: 'i',
    ᴄ: 'c',
    ᴏ: 'o',
    ᴠ: 'v',
    ᴡ: 'w',
    ᴢ: 'z',
    ꜱ: 's',
    ſ: 'f',
    ǀ: 'l',
    ƽ: 's',
  }),
)
/** The full stop of Chinese and Japanese, between letters of an address. */
const STOP = /(?<=[\p{Script=Latin}\p{N}-])[。｡](?=[\p{Script=Latin}\p{N}-])/gu

export interface Lookalike {
  /** Of which alphabet it is, or which sign it is taken for. */
  is: { kind: 'letter'; script: string } | { kind: 'drawn'; letter: string } | { kind: 'sign'; sign: string }
}

/** By place in UTF-16 units. */
export function findLookalikes(text: string): ReadonlyMap<number, Lookalike> {
  const found = new Map<number, Lookalike>()
  if (!MAY_HOLD_ONE.test(text)) return found
  const isLatin = LATIN.test(text)
  const foreign = scriptsWithOtherLetters(text)
  for (const match of text.matchAll(WORD)) {
    const script = suspectIn(match[0], isLatin, foreign)
    if (script === null) continue
    mark(found, match[0], match.index, (character) =>
      scriptOf(character) === script ? { kind: 'letter', script } : null,
    )
  }
  mark(found, text, 0, (character) => {
    const sign = SIGNS.get(character)
    if (sign !== undefined) return { kind: 'sign', sign }
    return drawnAs(character)
  })
  for (const match of text.matchAll(STOP)) found.set(match.index, { is: { kind: 'sign', sign: '.' } })
  return found
}

function mark(
  found: Map<number, Lookalike>,
  text: string,
  from: number,
  judge: (character: string) => Lookalike['is'] | null,
): void {
  let at = from
  for (const character of text) {
    const is = judge(character)
    if (is !== null) found.set(at, { is })
    at += character.length
  }
}

/** The alphabet of which the letters of a word do not belong there; null: they do. */
function suspectIn(word: string, isLatin: boolean, foreign: ReadonlySet<string>): string | null {
  const letters = [...word].filter((character) => /\p{L}/u.test(character))
  const latin = letters.filter((letter) => LATIN.test(letter)).length
  for (const [script, pattern] of SCRIPTS) {
    const others = letters.filter((letter) => pattern.test(letter))
    if (others.length === 0) continue
    const twins = others.filter((letter) => TWINS.has(letter)).length
    if (latin > 0) {
      // A sign of measure or of mathematics beside a Latin letter is nothing strange.
      if (script === 'Greek' && twins < others.length) continue
      return others.length <= latin || twins === others.length ? script : 'Latin'
    }
    if (isLatin && twins === others.length && others.length > 1 && !foreign.has(script)) return script
  }
  return null
}

/** Whoever writes in an alphabet uses those of its letters, too, that look like no other. */
function scriptsWithOtherLetters(text: string): Set<string> {
  const found = new Set<string>()
  for (const match of text.matchAll(WORD)) {
    if (LATIN.test(match[0])) continue
    for (const letter of match[0]) if (!TWINS.has(letter)) found.add(scriptOf(letter) ?? '')
  }
  return found
}

function scriptOf(character: string): string | null {
  if (LATIN.test(character)) return 'Latin'
  return SCRIPTS.find(([, pattern]) => pattern.test(character))?.[0] ?? null
}

/** A letter, digit or sign of the keyboard in another drawing: 𝐚, ａ, Ⅴ. */
function drawnAs(character: string): Lookalike['is'] | null {
  const twin = LATIN_TWINS.get(character)
  if (twin !== undefined) return { kind: 'drawn', letter: twin }
  if (!/[\u{2100}-\u{218f}\u{ff01}-\u{ff5e}\u{1d400}-\u{1d7ff}]/u.test(character)) return null
  const plain = character.normalize('NFKC')
  return /^[\u{21}-\u{7e}]+$/u.test(plain) ? { kind: 'drawn', letter: plain } : null
}
