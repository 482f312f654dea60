/**
 * Letters that stand where another is expected: one of another script inside a word, a word written wholly with
 * letters that only look Latin, letters that are only drawn otherwise, signs that are taken for a slash, a dot or a
 * hyphen. Pure.
 */
import { drawnAs, findBetween, type TakenFor } from './lookalike-signs.ts'

const MAY_HOLD_ONE = /[\u{131}\u{17f}-\u{10ffff}]/u
/** Chinese, Japanese and Korean stand beside every other script without a blank. */
const WORD =
  /(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}ーｰ])[\p{L}\p{M}])+/gu
const LATIN = /\p{Script=Latin}/u

/** Whole words of them look Latin, and hardly anybody has ever read one that did not mean to. */
const POSING = new Set([
  ...['Lisu', 'Cherokee', 'Deseret', 'Canadian Aboriginal', 'Coptic', 'Old Italic', 'Gothic', 'Runic'],
  ...['Carian', 'Lycian', 'Lydian', 'Osage', 'Elbasan', 'Vithkuqi', 'Warang Citi', 'Old Permic', 'Shavian'],
])
/** Of the other scripts, the letters that nobody tells from a Latin one. */
const TWINS = new Set([
  ...['асеорхуіѕјһԁԛԝѵӏАВСЕНІЈКМОРЅТХУԌԚԜ', 'οανρυικΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'օոսհսցզԼՍՏ', 'ⵏⵔⵙⵝⵊ'].flatMap(
    (twins) => [...twins],
  ),
])

export interface Lookalike {
  is: TakenFor
  /** How many UTF-16 units it has, where it is not one character. */
  length?: number
}

/** By place in UTF-16 units. */
export function findLookalikes(text: string): ReadonlyMap<number, Lookalike> {
  const found = new Map<number, Lookalike>()
  if (!MAY_HOLD_ONE.test(text)) return found
  const isLatin = LATIN.test(text)
  const words = [...text.matchAll(WORD)].map(({ 0: word, index }) => ({ index, letters: readLetters(word) }))
  const foreign = scriptsWithOtherLetters(words)
  for (const { index, letters } of words)
    for (const { at, script } of suspectsIn(letters, isLatin, foreign))
      found.set(index + at, { is: { kind: 'letter', script } })
  let at = 0
  for (const character of text) {
    const is = drawnAs(character)
    if (is !== null) found.set(at, { is })
    at += character.length
  }
  for (const [place, is] of findBetween(text)) found.set(place, { is })
  for (const [place, other] of findComposed(text)) if (!found.has(place)) found.set(place, other)
  return found
}

/** Not selectors and joiners, which show nothing by themselves. */
const MARKED =
  /[\u{1100}-\u{11ff}]{2,3}|\P{M}(?:(?!\p{Variation_Selector}|[\u{34f}\u{17b4}\u{17b5}])\p{M}){0,4}/gu

/**
 * A letter and its marks that have one character together (é), or a character that stands for another one (Å). Where scripts
 * have both and know no usual one, nothing is said.
 */
function findComposed(text: string): [number, Lookalike][] {
  if (text.normalize('NFC') === text) return []
  return [...text.matchAll(MARKED)].flatMap(({ 0: written, index }): [number, Lookalike][] => {
    const letter = written.normalize('NFC')
    const isUsual = letter === written || [...letter].length > Math.max(1, [...written].length - 1)
    return isUsual ? [] : [[index, { is: { kind: 'drawn', letter }, length: written.length }]]
  })
}

interface Letter {
  character: string
  script: string
  /** In its word, in UTF-16 units. */
  at: number
}

/** Without those of every script. */
function readLetters(word: string): Letter[] {
  const letters: Letter[] = []
  let at = 0
  for (const character of word) {
    const script = scriptOf(character)
    if (script !== null) letters.push({ character, script, at })
    at += character.length
  }
  return letters
}

/** The letters of a word that do not belong there. */
function suspectsIn(letters: readonly Letter[], isLatin: boolean, foreign: ReadonlySet<string>): Letter[] {
  const counts = countBy(letters)
  const [only] = counts.keys()
  if (only === undefined) return []
  const others = letters.filter(({ script }) => script !== 'Latin')
  const twins = others.filter(({ character }) => TWINS.has(character)).length
  if (counts.size > 1) {
    const host = hostOf(counts, others.length === twins)
    return letters.filter(({ character, script }) => {
      // A sign of measure or of mathematics beside a Latin letter is nothing strange.
      const isMeasure = script === 'Greek' && host === 'Latin' && !TWINS.has(character)
      return POSING.has(script) || (script !== host && !isMeasure)
    })
  }
  if (POSING.has(only)) return [...letters]
  const looksLatin = isLatin && others.length > 1 && twins === others.length && !foreign.has(only)
  return looksLatin ? [...letters] : []
}

function countBy(letters: readonly Letter[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { script } of letters) counts.set(script, (counts.get(script) ?? 0) + 1)
  return counts
}

/** The script that a word of several is written in. */
function hostOf(counts: ReadonlyMap<string, number>, onlyTwins: boolean): string {
  const most = Math.max(...counts.values())
  const latin = counts.get('Latin') ?? 0
  if (latin > 0 && (onlyTwins || latin === most)) return 'Latin'
  return [...counts].find(([, count]) => count === most)?.[0] ?? 'Latin'
}

/** Whoever writes in a script uses those of its letters, too, that look like no other. */
function scriptsWithOtherLetters(words: readonly { letters: readonly Letter[] }[]): Set<string> {
  return new Set(
    words
      .filter(({ letters }) => letters.every(({ script }) => script !== 'Latin'))
      .flatMap(({ letters }) => letters)
      .filter(({ character }) => !TWINS.has(character))
      .map(({ script }) => script),
  )
}

// Of which script a letter is (Unicode).

/** First those that are met most. */
const NAMES =
  `Latin Cyrillic Greek Arabic Hebrew Devanagari Thai Armenian Georgian Ethiopic Bengali Gurmukhi Gujarati Oriya
Tamil Telugu Kannada Malayalam Sinhala Lao Tibetan Myanmar Khmer Mongolian Cherokee Canadian_Aboriginal Ogham Runic
Thaana Syriac Nko Samaritan Mandaic Tagalog Hanunoo Buhid Tagbanwa Limbu Tai_Le New_Tai_Lue Tai_Tham Tai_Viet Buginese
Balinese Sundanese Batak Lepcha Ol_Chiki Vai Bamum Lisu Yi Saurashtra Kayah_Li Rejang Javanese Cham Meetei_Mayek
Syloti_Nagri Phags_Pa Glagolitic Coptic Tifinagh Deseret Shavian Osmanya Osage Elbasan Caucasian_Albanian Vithkuqi
Old_Italic Gothic Old_Permic Ugaritic Old_Persian Linear_A Linear_B Cypriot Carian Lycian Lydian Phoenician
Imperial_Aramaic Palmyrene Nabataean Hatran Meroitic_Hieroglyphs Meroitic_Cursive Kharoshthi Old_South_Arabian
Old_North_Arabian Manichaean Avestan Inscriptional_Parthian Inscriptional_Pahlavi Psalter_Pahlavi Old_Turkic
Old_Hungarian Hanifi_Rohingya Yezidi Sogdian Old_Sogdian Chorasmian Elymaic Brahmi Kaithi Sora_Sompeng Chakma Mahajani
Sharada Khojki Multani Khudawadi Grantha Newa Tirhuta Siddham Modi Takri Ahom Dogra Warang_Citi Nandinagari
Zanabazar_Square Soyombo Pau_Cin_Hau Bhaiksuki Marchen Masaram_Gondi Gunjala_Gondi Makasar Dives_Akuru Cuneiform
Egyptian_Hieroglyphs Anatolian_Hieroglyphs Mro Bassa_Vah Pahawh_Hmong Medefaidrin Miao Tangut Nushu Duployan
SignWriting Nyiakeng_Puachue_Hmong Wancho Mende_Kikakui Adlam Khitan_Small_Script`.split(/\s+/)
const SCRIPTS = NAMES.map((name): [string, RegExp] => [
  name.replaceAll('_', ' '),
  new RegExp(`\\p{Script=${name}}`, 'u'),
])
const OF_ALL = /[\p{Script=Common}\p{Script=Inherited}]/u
const UNNAMED = 'unknown'

/** Null: it belongs to every script. */
function scriptOf(character: string): string | null {
  if (OF_ALL.test(character)) return null
  return SCRIPTS.find(([, pattern]) => pattern.test(character))?.[0] ?? UNNAMED
}
