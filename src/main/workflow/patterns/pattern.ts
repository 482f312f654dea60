/**
 * Regular expressions that cannot hang the gateway (R7.2): the syntax of ECMAScript without
 * look-around and back-references, matched in linear time. Used for `matches` and for `pattern` in schemas.
 */
import { compileProgram, type PatternWork, runProgram } from './program.ts'
import { parsePattern } from './syntax.ts'

interface Pattern {
  /** Whether it matches anywhere in the text; null: given up, because it would take too long. */
  matches(text: string, work?: PatternWork): boolean | null
  /** Instructions of its program. */
  size: number
}

export type CompiledPattern = { ok: true; pattern: Pattern } | { ok: false; message: string }

const LONGEST_PATTERN = 4000

export function compilePattern(source: string): CompiledPattern {
  if (source.length > LONGEST_PATTERN) {
    return { ok: false, message: `A pattern is longer than ${LONGEST_PATTERN} characters.` }
  }
  const parsed = parsePattern(source)
  if (!parsed.ok) return parsed
  const program = compileProgram(parsed.node)
  if (program === null) {
    return { ok: false, message: `The pattern ‘${source}’ cannot be used: its repetitions are too large.` }
  }
  const matches = (text: string, work?: PatternWork) => runProgram(program, text, work)
  return { ok: true, pattern: { matches, size: program.instructions.length } }
}

/** Why it is not a usable pattern, as a sentence; null if it is one. */
export function patternProblem(source: string): string | null {
  const compiled = compilePattern(source)
  return compiled.ok ? null : compiled.message
}
