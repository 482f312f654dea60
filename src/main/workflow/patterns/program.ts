/**
 * A pattern as a small program of which all ways are followed at once (Thompson 1968), with the sets of places
 * remembered as they are met: the time is linear in the text, whatever the pattern.
 */
import { type CharacterSet, holdsCharacter, isWordCharacter } from './character-set.ts'
import type { PatternNode } from './syntax.ts'

type Instruction =
  | { kind: 'set'; set: CharacterSet; next: number }
  | { kind: 'assert'; assert: Extract<PatternNode, { kind: 'assert' }>['assert']; next: number }
  | { kind: 'split'; first: number; second: number }
  | { kind: 'match' }

export interface PatternProgram {
  instructions: Instruction[]
  entry: number
}

const LARGEST_PROGRAM = 20_000

/** Null: the counted repetitions make it too large. */
export function compileProgram(node: PatternNode): PatternProgram | null {
  const instructions: Instruction[] = [{ kind: 'match' }]
  const entry = emit(instructions, node, 0)
  return instructions.length > LARGEST_PROGRAM ? null : { instructions, entry }
}

/** Adds the instructions for a node in front of `next`; answers where they begin. */
function emit(instructions: Instruction[], node: PatternNode, next: number): number {
  if (instructions.length > LARGEST_PROGRAM) return next
  switch (node.kind) {
    case 'set':
      return instructions.push({ kind: 'set', set: node.set, next }) - 1
    case 'assert':
      return instructions.push({ kind: 'assert', assert: node.assert, next }) - 1
    case 'sequence':
      return node.parts.reduceRight((after, part) => emit(instructions, part, after), next)
    case 'choice':
      return node.parts
        .map((part) => emit(instructions, part, next))
        .reduce((first, second) => instructions.push({ kind: 'split', first, second }) - 1)
    case 'repeat':
      return emitRepeat(instructions, node, next)
  }
}

function emitRepeat(
  instructions: Instruction[],
  { part, least, most }: Extract<PatternNode, { kind: 'repeat' }>,
  next: number,
): number {
  let entry = next
  if (most === Number.POSITIVE_INFINITY) {
    const loop: Instruction = { kind: 'split', first: next, second: next }
    entry = instructions.push(loop) - 1
    loop.first = emit(instructions, part, entry)
  } else {
    for (let count = least; count < most && instructions.length <= LARGEST_PROGRAM; count += 1) {
      const first = emit(instructions, part, entry)
      entry = instructions.push({ kind: 'split', first, second: next }) - 1
    }
  }
  for (let count = 0; count < least && instructions.length <= LARGEST_PROGRAM; count += 1) {
    entry = emit(instructions, part, entry)
  }
  return entry
}

/** What surrounds the gap between two characters. */
interface Gap {
  start: boolean
  end: boolean
  wordBefore: boolean
  wordAfter: boolean
}

/** A set of places that has been met, and where each character leads from it. */
interface PatternState {
  threads: number[]
  start: boolean
  wordBefore: boolean
  next: Map<number, PatternState | 'match'>
}

/** Places looked at for the first time, after which a text is given up: far beyond every honest pattern. */
const MOST_WORK = 500_000
const MOST_REMEMBERED = 20_000

/** What matching has cost, and what it may. */
export interface PatternWork {
  work: number
  most: number
}

/** Whether the pattern matches anywhere in the text; null: it was given up as too much work. */
export function runProgram(
  program: PatternProgram,
  text: string,
  meter: PatternWork = { work: 0, most: MOST_WORK },
): boolean | null {
  let remembered = 0
  const known = new Map<string, PatternState>()
  let place: PatternState = { threads: [program.entry], start: true, wordBefore: false, next: new Map() }
  for (let index = 0; index < text.length; ) {
    const code = text.codePointAt(index) ?? 0
    index += code > 0xffff ? 2 : 1
    if (meter.work > meter.most) return null
    let next = place.next.get(code)
    if (next === undefined) {
      next = advance(program, place, code, known, meter)
      if (remembered >= MOST_REMEMBERED) {
        known.clear()
        remembered = 0
      }
      place.next.set(code, next)
      remembered += 1
    }
    if (next === 'match') return true
    place = next
  }
  const gap = { start: place.start, end: true, wordBefore: place.wordBefore, wordAfter: false }
  return follow(program, place.threads, gap, meter) === 'match'
}

function advance(
  program: PatternProgram,
  place: PatternState,
  code: number,
  known: Map<string, PatternState>,
  meter: { work: number },
): PatternState | 'match' {
  const wordAfter = isWordCharacter(code)
  const gap = { start: place.start, end: false, wordBefore: place.wordBefore, wordAfter }
  const reached = follow(program, place.threads, gap, meter)
  if (reached === 'match') return 'match'
  // A match may begin at every character, so the entry is always among the places.
  const threads = new Set<number>([program.entry])
  for (const instruction of reached) {
    if (holdsCharacter(instruction.set, code)) threads.add(instruction.next)
  }
  const sorted = [...threads].sort((one, other) => one - other)
  const key = `${wordAfter}:${sorted.join(',')}`
  const found = known.get(key)
  if (found !== undefined) return found
  const fresh: PatternState = { threads: sorted, start: false, wordBefore: wordAfter, next: new Map() }
  known.set(key, fresh)
  return fresh
}

/** The character instructions that are reached from these places without reading a character. */
function follow(
  program: PatternProgram,
  threads: number[],
  gap: Gap,
  meter: { work: number },
): Extract<Instruction, { kind: 'set' }>[] | 'match' {
  const visited = new Set<number>(threads)
  const open = [...threads]
  const reached: Extract<Instruction, { kind: 'set' }>[] = []
  const visit = (index: number) => {
    if (visited.has(index)) return
    visited.add(index)
    open.push(index)
  }
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    meter.work += 1
    const instruction = program.instructions[index]
    switch (instruction?.kind) {
      case 'match':
        return 'match'
      case 'set':
        reached.push(instruction)
        break
      case 'split':
        visit(instruction.first)
        visit(instruction.second)
        break
      case 'assert':
        if (holds(instruction.assert, gap)) visit(instruction.next)
        break
      default:
        break
    }
  }
  return reached
}

function holds(assert: 'start' | 'end' | 'boundary' | 'inside', gap: Gap): boolean {
  switch (assert) {
    case 'start':
      return gap.start
    case 'end':
      return gap.end
    case 'boundary':
      return gap.wordBefore !== gap.wordAfter
    case 'inside':
      return gap.wordBefore === gap.wordAfter
  }
}
