import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compilePattern, patternProblem } from '../../../src/main/workflow/patterns/pattern.ts'
import { runs } from '../../support/effort.ts'
import { measureProcessorTime } from '../../support/processor-time.ts'

function matches(source: string, text: string): boolean | null {
  const compiled = compilePattern(source)
  if (!compiled.ok) throw new Error(compiled.message)
  return compiled.pattern.matches(text)
}

describe('patterns', () => {
  it.each<[string, string, boolean]>([
    ['', '', true],
    ['', 'x', true],
    ['b', 'abc', true],
    ['^b', 'abc', false],
    ['c$', 'abc', true],
    ['^abc$', 'abc', true],
    ['^abc$', 'abc\n', false],
    ['^$', '', true],
    ['^$', 'x', false],
    ['a.c', 'a\nc', false],
    ['a.c', 'a😀c', true],
    ['^.$', '😀', true],
    ['a|b|', 'x', true],
    ['^(a|bc)+$', 'abcbca', true],
    ['^(?:ab){2}$', 'abab', true],
    ['^(?<name>x)y$', 'xy', true],
    ['^a{2,3}$', 'a', false],
    ['^a{2,3}$', 'aaa', true],
    ['^a{2,3}$', 'aaaa', false],
    ['^a{2,}$', 'aaaaa', true],
    ['^a{0}$', '', true],
    ['^a{0}$', 'a', false],
    ['a{x}', 'a{x}', true],
    ['^a+?$', 'aaa', true],
    ['^[a-c-]+$', 'a-b', true],
    ['^[^a-c]+$', 'xyz', true],
    ['^[^a-c]+$', 'xaz', false],
    ['^[\\d\\-_]+$', '1-2_3', true],
    ['^[\\]]$', ']', true],
    ['^[\\x41-\\u005a]+$', 'AMZ', true],
    ['^[\\x41-\\u005a]+$', 'A-Z', false],
    ['^[!-\\/]$', '+', true],
    ['^[\\t-\\r]$', '\n', true],
    ['^\\d+\\s\\w+$', '12 ab_3', true],
    ['^\\D\\S\\W$', 'ab!', true],
    ['\\bprod\\b', 'to prod!', true],
    ['\\bprod\\b', 'products', false],
    ['\\Bd', 'prod', true],
    ['\\Bp', 'prod', false],
    ['^\\u0041\\x42\\u{43}$', 'ABC', true],
    ['^\\t\\n$', '\t\n', true],
    ['^\\$\\.\\/$', '$./', true],
    ['^\\p{L}+$', 'éß', true],
    ['^\\P{L}+$', '12', true],
    ['^\\p{Script=Greek}$', 'λ', true],
    ['^[\\p{Lu}0-9]+$', 'ÄB1', true],
    ['^(a*)*$', 'aaa', true],
    ['^(a*)*$', 'aab', false],
    ['^(|a)+$', 'aa', true],
    ['(^a|b$)', 'xb', true],
    ['a^b', 'ab', false],
  ])('%s on %j is %s [workflow.patterns]', (source, text, expected) => {
    expect(matches(source, text)).toBe(expected)
    // The language's own engine agrees.
    expect(new RegExp(source, /\\-|\{x\}/.test(source) ? '' : 'u').test(text)).toBe(expected)
  })

  it.each<[string, string]>([
    ['(?=a)', 'look-ahead'],
    ['(?!a)', 'look-ahead'],
    ['(?<=a)b', 'look-behind'],
    ['(?<!a)b', 'look-behind'],
    ['(?i:a)', 'flags'],
    ['(a)\\1', 'references back'],
    ['(?<n>a)\\k<n>', 'references back'],
    ['(', 'not closed'],
    [')', 'closes nothing'],
    ['[a', 'not closed'],
    ['[z-a]', 'backwards'],
    ['*a', 'repeats nothing'],
    ['a**', 'repeats nothing'],
    ['a{2}{3}', 'repeats nothing'],
    ['^*', 'anchor'],
    ['a{3,2}', 'wrong order'],
    ['\\', 'ends with a backslash'],
    ['\\p{Nope}', 'no known property'],
    ['\\p', 'no known property'],
    ['\\u12', 'gives no character'],
    ['\\q', 'not a known escape'],
    ['((a{100}){100}){100}', 'too large'],
    ['a{999999999}', 'too large'],
    ['('.repeat(1000), 'nested deeper'],
    ['a'.repeat(5000), 'longer than'],
  ])('%s is refused: %s [workflow.patterns]', (source, words) => {
    expect(patternProblem(source)).toContain(words)
  })

  it.each([
    ['^(a+)+$', 'a'],
    ['^(a|a)*$', 'a'],
    ['^(a|aa)+$', 'a'],
    ['^(.*a){12}$', 'a'],
    ['(x+x+)+y', 'x'],
    ['^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}$', 'a'],
    ['\\s+$', ' '],
  ])('%s does not hang on a million characters [workflow.patterns]', (source, character) => {
    const taken = measureProcessorTime(() => {
      expect(matches(source, `${character.repeat(1_000_000)}!`)).toBe(false)
    })
    expect(taken).toBeLessThan(10_000)
  })

  it('gives up what would take too long, instead of holding the gateway [workflow.patterns]', () => {
    let text = ''
    for (let seed = 7; text.length < 1_000_000; seed = (seed * 16_807) % 2_147_483_647)
      text += seed % 2 === 0 ? 'a' : 'b'
    const taken = measureProcessorTime(() => {
      expect(matches('(a|b)*a(a|b){4000}c', text)).toBeNull()
    })
    expect(taken).toBeLessThan(10_000)
  })

  it('match like the language’s own engine [workflow.patterns]', () => {
    const atom = fc.constantFrom(
      'a',
      'b',
      '.',
      '[ab]',
      '[^a]',
      '\\d',
      '\\w',
      '\\W',
      'c',
      '1',
      '\\s',
      '\\b',
      '^',
      '$',
      '\\B',
    )
    const { part } = fc.letrec<{ part: string }>((tie) => ({
      part: fc.oneof(
        { maxDepth: 3 },
        atom,
        fc.tuple(tie('part'), tie('part')).map(([one, other]) => one + other),
        fc.tuple(tie('part'), tie('part')).map(([one, other]) => `(?:${one}|${other})`),
        fc
          .tuple(tie('part'), fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{0,2}', '{2,}', '*?'))
          .map(([inner, times]) => `(${inner})${times}`),
      ),
    }))
    const text = fc.array(fc.constantFrom('a', 'b', 'c', '1', ' ', '\n', 'é', '😀'), { maxLength: 12 })
    fc.assert(
      fc.property(part, text, (source, characters) => {
        // V8 finds \B between the halves of a surrogate pair; the specification does not look there.
        const subject = characters.join('').replaceAll(source.includes('\\B') ? '😀' : '\0', '')
        expect(matches(source, subject)).toBe(new RegExp(source, 'u').test(subject))
      }),
      { numRuns: runs(3000) },
    )
  })

  it.each(['.', '\\s', '\\S', '\\d', '\\D', '\\w', '\\W', '[^\\s\\w]'])(
    '%s is the same set of characters as in the language, each of them [workflow.patterns]',
    (source) => {
      const [own, language] = [compilePattern(`^${source}$`), new RegExp(`^${source}$`, 'u')]
      if (!own.ok) throw new Error(own.message)
      const differs: string[] = []
      for (let code = 0; code < 0xffff; code += 1) {
        const character = String.fromCharCode(code)
        // Half a pair is no character.
        if (code >= 0xd800 && code <= 0xdfff) continue
        if (own.pattern.matches(character) !== language.test(character)) differs.push(code.toString(16))
      }
      expect(differs).toEqual([])
    },
  )

  it('a word ends at the same characters as in the language [workflow.patterns]', () => {
    for (let code = 0; code < 0x80; code += 1) {
      const text = `a${String.fromCharCode(code)}`
      expect(`${code}: ${matches('^a\\b', text)}`).toBe(`${code}: ${/^a\b/u.test(text)}`)
    }
  })

  it('no text makes the compiler throw [workflow.patterns]', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '(',
        ')',
        '[',
        ']',
        '{',
        '}',
        '*',
        '+',
        '?',
        '|',
        '\\',
        '^',
        '-',
        ',',
        '2',
        '(?:',
        '(?<n>',
        '\\p{',
        '\\u',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), fc.string({ unit: 'binary' }), (pieces, text) => {
        const compiled = compilePattern(pieces.join(''))
        if (compiled.ok) expect(typeof compiled.pattern.matches(text)).toBe('boolean')
        else expect(compiled.message).toMatch(/\.$/)
      }),
      { numRuns: runs(2000) },
    )
  })
})
