/** Whether a literal command line or request is what a declaration stands for, whatever its values. Pure. */
import type { ResolvedCall } from '../model/call.ts'
import type { JsonValue } from '../model/json.ts'
import { pathsInText, splitTemplate } from '../workflow/mapping.ts'

interface Alike {
  /** The same program with the same first words, or the same request. */
  reaches(call: ResolvedCall): boolean
  /** Nothing more and nothing less than what the declaration can become. */
  makes(call: ResolvedCall): boolean
}

export function commandsAlike(declared: JsonValue[], command: string): Alike {
  const words = declared.map(literal)
  const open = words.indexOf(null)
  const leading = open === -1 ? words : words.slice(0, open)
  const begins = (call: ResolvedCall) =>
    call.kind === 'cli' &&
    isSameProgram(command, call.command) &&
    leading.every((word, index) => word === call.args[index])
  return {
    reaches: begins,
    makes: (call) =>
      call.kind === 'cli' &&
      call.command === command &&
      call.args.length === words.length &&
      words.every((word, index) => word === null || word === call.args[index]),
  }
}

/** The word as it is passed; null: a value decides. */
function literal(arg: JsonValue): string | null {
  if (typeof arg === 'string') return pathsInText(arg).length === 0 && !arg.startsWith('$.') ? arg : null
  return typeof arg === 'number' || typeof arg === 'boolean' ? String(arg) : null
}

/** A bare name may be found at any place; two places are two programs. */
function isSameProgram(one: string, other: string): boolean {
  return one === other || !/[/\\]/.test(one) || !/[/\\]/.test(other)
}

export function requestsAlike(template: string): Alike {
  const segments = segmentsOf(pathOf(withMarks(template))).map(
    (segment) => new RegExp(`^${segment.split(MARK).map(escapeText).join('.+')}$`, 'su'),
  )
  const matches = (call: ResolvedCall) => {
    if (call.kind !== 'rest') return false
    const actual = segmentsOf(pathOf(call.path))
    return (
      actual.length === segments.length && segments.every((part, index) => part.test(actual[index] ?? ''))
    )
  }
  return { reaches: matches, makes: matches }
}

/** Stands for a value; cannot be part of an address. */
const MARK = '\0'

function withMarks(template: string): string {
  const words = splitTemplate(template).map((part) => part.words)
  return words
    .map((text) => pathsInText(text).reduce((rest, path) => rest.replaceAll(path, MARK), text))
    .join(MARK)
}

function pathOf(path: string): string {
  return path.split('?', 1)[0] ?? ''
}

/** Decoded: `%61` and `a` are one address, an encoded slash is none. */
function segmentsOf(path: string): string[] {
  return path
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => {
      try {
        return decodeURIComponent(segment)
      } catch {
        return segment
      }
    })
}

function escapeText(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
