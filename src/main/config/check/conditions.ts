/** Conditions that let through more than whoever reads them expects. All of them warnings. */
import { type Guard, NOTHING_STORED } from '../../model/guard.ts'
import { isJsonObject, type JsonObject, type JsonValue, ownOf, setOwn } from '../../model/json.ts'
import {
  conditionsIn,
  type Expression,
  type Operand,
  parseExpression,
} from '../../workflow/expression/expression.ts'
import {
  asksCaller,
  asksStore,
  evaluateGuard,
  guardsIn,
  readsOf,
  rewriteExpressions,
} from '../../workflow/guards/guards.ts'
import { EMPTY_SCOPE, splitPath } from '../../workflow/scope.ts'
import { checkGuardReads } from '../guards/guards.ts'
import type { Path } from '../read/tree.ts'
import type { CheckContext } from './checking.ts'
import { mayBeNoNumber, type Readable } from './reads.ts'

/** A guard where it stands. */
export interface Condition {
  guard: Guard
  path: Path
}

export function conditionsAt(guards: readonly Guard[], path: Path): Condition[] {
  return guards.map((guard, index) => ({ guard, path: [...path, index] }))
}

/** Guards that must all hold, held against what can be read where they stand. */
export function checkConditions(
  checking: CheckContext,
  conditions: readonly Condition[],
  readable: Readable,
): void {
  const written = conditions.flatMap(({ guard, path }) =>
    guardsIn(guard).map((inner) => ({ ...inner, path: [...path, ...inner.at] })),
  )
  for (const { guard, path } of conditions) checkGuardReads(checking, guard, path, readable)
  for (const { guard, path, isDenied } of written) {
    for (const message of openedByTexts(guard, isDenied, readable)) checking.findings.warning(path, message)
    if (alwaysHolds(guard, readable)) checking.findings.warning(path, ALWAYS)
    for (const message of beginnings(guard, written)) checking.findings.warning(path, message)
  }
}

// ── Whether a condition holds whatever is read: `$.a != 'x' || $.a != 'y'`.

const ALWAYS =
  'This holds whatever the values are, so it stops nothing. Where a value must be none of several, all of that must hold: write ‘&&’, or ‘allOf’.'

/** Of more ways to fill in what is read, nobody looks. */
const MOST_TRIED = 400
/** No text that anybody compares with. */
const OTHER = '\u{10FFFF}'

/** Tried with nothing, with what it compares with, with what is near to that, and with what is none of it. */
function alwaysHolds(guard: Guard, { call }: Readable): boolean {
  const inside = guardsIn(guard).map((inner) => inner.guard)
  if (inside.some((each) => asksCaller(each) || asksStore(each) || isSilent(each))) return false
  const paths = [...new Set(inside.flatMap((each) => readsOf(each) ?? []))]
  const places = paths.flatMap((path) => placeOf(path) ?? [])
  const values = samplesFor(inside.flatMap(expressionsIn))
  // What reads nothing is seen to decide nothing.
  if (values === null || places.length === 0 || places.length < paths.length) return false
  const count = values.length ** places.length
  if (count > MOST_TRIED) return false
  const holds = (turn: number): boolean => {
    const given: JsonObject = {}
    let left = turn
    for (const place of places) {
      put(given, place, values[left % values.length] ?? null)
      left = Math.floor(left / values.length)
    }
    const scope = { ...EMPTY_SCOPE, ...given, ...(call && { call: given.call ?? {} }), now: 0 }
    return evaluateGuard(guard, { scope, principal: NOBODY, stored: NOTHING_STORED }).passed
  }
  return Array.from({ length: count }, (_, turn) => turn).every(holds)
}

const NOBODY = { id: '', client: '', roles: [], permissions: [] }

/** Null: what is there is no value of somebody's, or is an item of a list. */
function placeOf(path: string): [string[]] | null {
  const [root = '', ...rest] = splitPath(path) ?? []
  const place = root === 'workflow' ? rest : [root, ...rest]
  const isGiven =
    place.length > 1 && ['arguments', 'context', 'input', 'output', 'call'].includes(place[0] ?? '')
  return isGiven && !place.some((name) => /^\d+$/.test(name)) ? [place] : null
}

function put(holder: JsonObject, [name = '', ...deeper]: readonly string[], value: JsonValue): void {
  const inner = ownOf(holder, name)
  const next: JsonObject = isJsonObject(inner) ? inner : {}
  setOwn(holder, name, deeper.length === 0 ? value : next)
  if (deeper.length > 0) put(next, deeper, value)
}

/** Null: which texts fit a pattern is not known. */
function samplesFor(expressions: readonly Expression[]): JsonValue[] | null {
  const conditions = expressions.flatMap(conditionsIn)
  if (conditions.some((each) => each.kind === 'compare' && each.operator === 'matches')) return null
  const literals = conditions.flatMap((each) =>
    each.kind === 'compare' ? [each.left, each.right].flatMap(literalsOf) : [],
  )
  const numbers = literals.filter((each) => typeof each === 'number').toSorted((one, other) => one - other)
  const between = numbers.flatMap((each, index) => [
    each - 1,
    each,
    (each + (numbers[index + 1] ?? each + 2)) / 2,
  ])
  const rest = literals.filter((each) => typeof each !== 'number')
  return [...new Set<JsonValue>([null, OTHER, false, true, ...between, ...rest]), [...literals]]
}

function literalsOf(operand: Operand): JsonValue[] {
  if (operand.kind === 'list') return operand.items.flatMap(literalsOf)
  return operand.kind === 'literal' ? [operand.value] : []
}

/** Of the guard itself, not of those inside it. */
function expressionsIn(guard: Guard): Expression[] {
  if (guardsIn(guard).length > 1) return []
  const found: Expression[] = []
  rewriteExpressions(guard, (text) => {
    const parsed = parseExpression(text)
    if (parsed.ok) found.push(parsed.expression)
    return text
  })
  return found
}

/** It reads values, and which of them decide it no expression says. */
function isSilent(guard: Guard): boolean {
  return expressionsIn(guard).length === 0 && readsOf(guard)?.length !== 0
}

// ── Whether something opens because a comparison does not hold: a text is neither more nor less than a number.

/** In exceptions of gates what cannot be compared holds neither way. */
function openedByTexts(guard: Guard, isDenied: boolean, readable: Readable): string[] {
  if (readable.call === true) return []
  return expressionsIn(guard)
    .flatMap((each) => deniedIn(each, isDenied))
    .flatMap((each) => {
      if (each.kind !== 'compare' || !['<', '<=', '>', '>='].includes(each.operator)) return []
      const [path, value] = each.left.kind === 'path' ? [each.left, each.right] : [each.right, each.left]
      if (path.kind !== 'path' || value.kind !== 'literal' || typeof value.value !== 'number') return []
      if (!mayBeNoNumber(path.path, readable)) return []
      return [
        `‘${path.path}’ may be a text, or missing, which is neither more nor less than ${value.value}: then this opens. Declare it as a number in the ‘inputSchema’, and require it.`,
      ]
    })
}

/** What must not hold for it to hold. */
function deniedIn(expression: Expression, isDenied: boolean): Expression[] {
  if ('part' in expression) return deniedIn(expression.part, !isDenied)
  if ('parts' in expression) return expression.parts.flatMap((each) => deniedIn(each, isDenied))
  return isDenied ? [expression] : []
}

// ── Whether what begins so may lead elsewhere: `/notes/../../etc/passwd` begins with `/notes/`.

/** As a folder or a file is called. */
const PLACE = /^(?:[/~.]|[a-z]:[/\\])/i
const OF_A_PLACE = /path|file|folder|dir|source|destination/i
/** The server itself is not closed by a slash. */
const OPEN_ADDRESS = /^https?:\/\/[^/?#]*$/i

function beginnings(guard: Guard, all: readonly Condition[]): string[] {
  const known = () => all.flatMap((each) => expressionsIn(each.guard)).flatMap(conditionsIn)
  return expressionsIn(guard)
    .flatMap(conditionsIn)
    .flatMap((each) => {
      if (each.kind !== 'compare' || each.operator !== 'starts_with') return []
      const { left, right } = each
      if (left.kind !== 'path' || right.kind !== 'literal' || typeof right.value !== 'string') return []
      const text = right.value
      if (OPEN_ADDRESS.test(text))
        return [
          `‘${text}.example.org’ begins with ‘${text}’, too, and is another server. Write a slash at its end: "${text}/".`,
        ]
      const name = splitPath(left.path)?.at(-1) ?? ''
      const isPlace = PLACE.test(text) || (/[/\\]/.test(text) && OF_A_PLACE.test(name))
      // The path of a request has no such parts.
      if (!isPlace || left.path === '$.call.path') return []
      const isHeld =
        known().some((other) => other !== each && excludes(other, left.path)) ||
        all.some((other) => isSilent(other.guard) && readsOf(other.guard)?.includes(left.path) !== false)
      return isHeld
        ? []
        : [
            `‘${text}../…’ begins with ‘${text}’, too, and leads out of that folder. Add: && !(${left.path} contains "..").`,
          ]
    })
}

/** Whether anything else is asked of the same value. */
function excludes(condition: ReturnType<typeof conditionsIn>[number], path: string): boolean {
  if (condition.kind !== 'compare' || condition.operator === 'starts_with') return false
  return [condition.left, condition.right].some((each) => each.kind === 'path' && each.path === path)
}
