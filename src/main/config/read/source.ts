/**
 * Text to tree: YAML 1.2 (JSON is a part of it), with bounds, so that no input can hang or exhaust the gateway.
 */
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
  type YAMLError,
} from 'yaml'
import type { Problem } from '../../model/configuration.ts'
import { isRounded } from '../../model/json-text.ts'
import { didYouMean } from '../check/nearest.ts'
import type { Place, Tree } from './tree.ts'

/** Characters of one file. */
export const LARGEST_FILE = 512 * 1024
/** Values in one file, every use of an alias counted: what an alias bomb runs into. */
const MOST_VALUES = 100_000
/** Levels of nesting. */
const DEEPEST = 64
/** Syntax errors that are worth showing of one file: the later ones follow from the first. */
const MOST_SYNTAX_ERRORS = 10

export interface Source {
  /** Null where nothing can be made of the file. */
  tree: Tree | null
  problems: Problem[]
}

class Unreadable extends Error {
  readonly place: Place
  constructor(place: Place, message: string) {
    super(message)
    this.place = place
  }
}

export function readSource(text: string, file: string): Source {
  const problem = (place: Place, message: string): Problem => ({
    severity: 'error',
    ...place,
    at: '',
    message,
  })
  if (text.length > LARGEST_FILE) {
    const message = `This file has ${text.length} characters; at most ${LARGEST_FILE} are read. Split it with ‘include’.`
    return { tree: null, problems: [problem({ file, line: 1, column: 1 }, message)] }
  }
  const lines = new LineCounter()
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset)
    return { file, line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  // Duplicate keys are found below, in linear time.
  const document = parseDocument(text, {
    lineCounter: lines,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'error',
  })
  const problems = worthShowing([...document.errors, ...document.warnings], placeAt).map((error) => {
    const quote = error.message.startsWith('Missing closing ') ? openQuote(document, error.pos[0]) : null
    if (quote === null) return problem(placeAt(error.pos[0]), syntaxSentence(error.code, error.message))
    const message = `The quote that begins here is not closed: a ‘${quote.mark}’ is missing at its end.`
    return problem(placeAt(quote.at), message)
  })
  if (problems.length > 0) return { tree: null, problems }
  if (document.contents === null) {
    return {
      tree: null,
      problems: [
        problem(
          { file, line: 1, column: 1 },
          'This file is empty: a configuration is a map that begins with ‘version: "1.0.0"’.',
        ),
      ],
    }
  }
  try {
    return { tree: growTree(document.contents, placeAt), problems }
  } catch (error) {
    if (error instanceof Unreadable) return { tree: null, problems: [problem(error.place, error.message)] }
    throw error
  }
}

function growTree(contents: Node, placeAt: (offset: number) => Place): Tree {
  /** Null while an anchor's own value is still being read. */
  const anchors = new Map<string, Tree | null>()
  let budget = MOST_VALUES
  const grow = (node: Node | null, depth: number, near: Place): Tree => {
    const place = node?.range ? placeAt(node.range[0]) : near
    if (depth > DEEPEST) throw new Unreadable(place, `This is nested more than ${DEEPEST} levels deep.`)
    if (isAlias(node)) {
      const target = anchors.get(node.source)
      if (target === null)
        throw new Unreadable(place, `The alias ‘*${node.source}’ stands inside what it repeats.`)
      if (!target) {
        const message = `The alias ‘*${node.source}’ repeats an anchor ‘&${node.source}’ that is not written before it.`
        throw new Unreadable(place, message + didYouMean(node.source, anchors.keys()))
      }
      spend(target.size, place)
      return target
    }
    const anchor = node?.anchor
    if (anchor) anchors.set(anchor, null)
    const tree = growPlain(node, depth, place)
    if (anchor) anchors.set(anchor, tree)
    return tree
  }
  const spend = (size: number, place: Place) => {
    budget -= size
    if (budget < 0)
      throw new Unreadable(place, `This file has more than ${MOST_VALUES} values, aliases counted in full.`)
  }
  const growPlain = (node: Node | null, depth: number, place: Place): Tree => {
    spend(1, place)
    if (isMap(node)) {
      const entries = new Map<string, { key: Place; value: Tree }>()
      let size = 1
      for (const pair of node.items) {
        const key = keyOf(pair.key, place, placeAt)
        const before = entries.get(key.name)
        if (before) {
          const message = `‘${key.name}’ is written twice here; the first is in line ${before.key.line}.`
          throw new Unreadable(key.place, message)
        }
        const value = grow(pair.value as Node | null, depth + 1, key.place)
        size += value.size
        entries.set(key.name, { key: key.place, value })
      }
      return { kind: 'map', place, size, entries }
    }
    if (isSeq(node)) {
      const items = node.items.map((item) => grow(item as Node | null, depth + 1, place))
      return { kind: 'list', place, size: items.reduce((sum, item) => sum + item.size, 1), items }
    }
    const value = isScalar(node) ? node.value : null
    if (typeof value === 'number' && !Number.isFinite(value)) {
      throw new Unreadable(place, 'This number is not finite; write an ordinary number.')
    }
    if (typeof value === 'number' && isScalar(node) && isRounded(node.source ?? '')) {
      const message = `This number is too long to be kept exactly: it would become ${value}. If it may be a text, put it in quotes.`
      throw new Unreadable(place, message)
    }
    if (
      value === null ||
      typeof value === 'string' ||
      typeof value === 'number' ||
      typeof value === 'boolean'
    ) {
      return { kind: 'scalar', place, size: 1, value }
    }
    throw new Unreadable(place, 'This is not a text, a number, true, false, null, a list or a map.')
  }
  return grow(contents, 0, placeAt(0))
}

function keyOf(
  key: unknown,
  near: Place,
  placeAt: (offset: number) => Place,
): { name: string; place: Place } {
  if (isScalar(key)) {
    const place = key.range ? placeAt(key.range[0]) : near
    const { value } = key
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      const name = String(value)
      if (name === '<<') {
        throw new Unreadable(
          place,
          'Merge keys (‘<<’) are not read. Use an alias for the whole value, or ‘include’.',
        )
      }
      // Assigning it would change an object's prototype instead of adding a key.
      if (name === '__proto__') throw new Unreadable(place, '‘__proto__’ cannot be a name here.')
      return { name, place }
    }
    if (value === null || value === undefined)
      throw new Unreadable(place, 'A name is missing before this colon.')
  }
  const range = typeof key === 'object' && key !== null && 'range' in key ? key.range : null
  const place = Array.isArray(range) && typeof range[0] === 'number' ? placeAt(range[0]) : near
  throw new Unreadable(place, 'A name must be a single word or text, not a list, a map or an alias.')
}

/** The first of each line; and of a file with tabs only these, since the lines after them are read wrongly. */
function worthShowing(errors: readonly YAMLError[], placeAt: (offset: number) => Place): YAMLError[] {
  const tabs = errors.filter(({ code }) => code === 'TAB_AS_INDENT')
  const first = new Map<number, YAMLError>()
  for (const error of tabs.length > 0 ? tabs : errors) {
    const { line } = placeAt(error.pos[0])
    if (!first.has(line)) first.set(line, error)
  }
  return [...first.values()].slice(0, MOST_SYNTAX_ERRORS)
}

/** Where the quoted text begins that reaches to an offset without its end; null: there is none. */
function openQuote(document: Document.Parsed, end: number): { at: number; mark: string } | null {
  let found: { at: number; mark: string } | null = null
  visit(document, {
    Scalar(_, { type, range }) {
      if (!range || range[1] < end || (type !== 'QUOTE_DOUBLE' && type !== 'QUOTE_SINGLE')) return
      found = { at: range[0], mark: type === 'QUOTE_DOUBLE' ? '"' : "'" }
      return visit.BREAK
    },
  })
  return found
}

/** The parser's own words, where they say what to do; otherwise ours. */
function syntaxSentence(code: string, message: string): string {
  const sentences: Partial<Record<string, string>> = {
    TAB_AS_INDENT: 'This line is indented with a tab; YAML wants spaces.',
    BAD_INDENT: unclosedSentence(message) ?? 'This line is not indented like its neighbours.',
    MISSING_CHAR: missingSentence(message),
    MULTILINE_IMPLICIT_KEY:
      'The YAML is broken here: a line of a map is written ‘name: value’, with a blank after the colon.',
    MULTIPLE_DOCS: 'A configuration is one document; this ‘---’ begins a second one.',
    RESOURCE_EXHAUSTION: `This is nested more than ${DEEPEST} levels deep.`,
    TAG_RESOLVE_FAILED:
      'YAML tags (words that begin with ‘!’) are not read here. Write the value without one.',
    BLOCK_AS_IMPLICIT_KEY:
      'The YAML is broken here: a colon where none can be. Put text that holds a colon in quotes.',
  }
  return sentences[code] ?? `The YAML is broken here: ${lowerFirst(message).replace(/\.$/, '')}.`
}

function missingSentence(message: string): string | undefined {
  if (message.startsWith('Implicit map keys'))
    return 'A colon is missing here: each line of a map is written ‘name: value’.'
  if (message.startsWith('Missing , ')) return 'A comma is missing before this.'
  if (message.startsWith('Missing space after :')) return 'A space is missing after the colon.'
  return unclosedSentence(message)
}

/** Of a bracket that is never closed. */
function unclosedSentence(message: string): string | undefined {
  const [, kind, bracket] = /^Flow (map|sequence) .* end with a ([\]}])/.exec(message) ?? []
  if (bracket === undefined) return undefined
  const what = kind === 'map' ? 'map in braces' : 'list in brackets'
  return `A ${what} is not closed here: a ‘${bracket}’ is missing, or a line of it is not indented further than what it belongs to.`
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1)
}
