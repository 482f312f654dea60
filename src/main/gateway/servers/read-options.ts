/** The options of a program, however they are spelt: attached, joined with `=`, or several behind one dash. Pure. */

/** A program, without folder and ending, and what it is told. */
export interface ProgramWords {
  program: string
  args: readonly string[]
}

export interface OptionRules {
  /** Names that are followed by a value. */
  valued: RegExp
  /** Names that stand alone. */
  flags: RegExp
  /** Behind these everything belongs to somebody else, such as `-m module`. */
  last?: RegExp
}

export interface ReadOption {
  /** `-v` or `--volume`. */
  name: string
  value: string | null
  /** As it is written. */
  literal: string
  /** Neither of the rules names it, so what stands behind it can be its value or not. */
  isUnknown: boolean
}

export interface ReadOptions {
  options: ReadOption[]
  /** From the first word that is no option. */
  rest: string[]
}

/**
 * `-v/:/host`, `-v=/:/host`, `-itv /:/host` and `--volume=/:/host` all are the option and its value. Behind an option that
 * is not known one word counts as its value: rather one option too many is seen than one too few.
 */
export function readOptions(words: readonly string[], rules: OptionRules): ReadOptions {
  const options: ReadOption[] = []
  let at = 0
  const isWord = (word: string | undefined) => word !== undefined && !/^-./s.test(word)
  const next = () => {
    at += 1
    return words[at - 1] ?? null
  }
  while (at < words.length && !isWord(words[at])) {
    const literal = next() ?? ''
    if (literal === '--') break
    for (const [name, own, isEnd] of spellings(literal, rules)) {
      const isValued = rules.valued.test(name)
      const isUnknown = !isValued && !rules.flags.test(name)
      const mayTake = isValued || (isUnknown && isEnd && isWord(words[at]))
      options.push({ name, value: own ?? (mayTake ? next() : null), literal, isUnknown })
    }
    if (rules.last?.test(options.at(-1)?.name ?? '')) break
  }
  return { options, rest: words.slice(at) }
}

/** Each option of one word, the value that is attached to it, and whether the word ends with it. */
function spellings(word: string, { valued }: OptionRules): [string, string | undefined, boolean][] {
  if (word.startsWith('--')) {
    const at = word.indexOf('=')
    return at < 0 ? [[word, undefined, true]] : [[word.slice(0, at), word.slice(at + 1), false]]
  }
  const found: [string, string | undefined, boolean][] = []
  for (let at = 1; at < word.length; at += 1) {
    const name = `-${word[at]}`
    const behind = word.slice(at + 1)
    const takesAll = behind !== '' && (valued.test(name) || behind.startsWith('='))
    found.push([name, takesAll ? behind.replace(/^=/, '') : undefined, behind === ''])
    if (takesAll) break
  }
  return found
}
