/** What of a call, and of how it is tried, is no looser though it is written otherwise. Pure. */
import type { Transition } from '../../model/definition.ts'
import { isJsonObject, type JsonValue } from '../../model/json.ts'
import { type Backdrop, exceptsHeaders } from './backdrop.ts'

type Value = JsonValue | undefined
type Step = Partial<Pick<Transition, 'executor' | 'gates' | 'reliability' | 'onFailure'>>

/**
 * `path`: of what differs, below the step. That it may fail sooner, or that a person is asked after a crash, lets nothing
 * more happen: it could fail before. Not where anything follows a failure, or the end of the time of its run.
 */
export function isLesserWork(
  [field, ...path]: readonly string[],
  was: Value,
  is: Value,
  both: readonly Step[],
  { failover, hurried, ...backdrop }: Backdrop,
): boolean {
  const isFollowed = failover.size + hurried.size > 0
  if (field === 'reliability')
    return (
      triesLess(path, was, is) ||
      (!isFollowed && (triesLater(path, was, is) || (!both.some(goesOn) && isCutOffSooner(path, was, is))))
    )
  if (field !== 'executor' || path.length !== 1) return false
  switch (path[0]) {
    case 'idempotent':
      return was === true && is === false && !isFollowed
    case 'headers':
      return !backdrop.exceptsHeaders && !exceptsHeaders(both) && isSpeltOtherwise(was, is)
    default:
      return false
  }
}

/** Whether it is tried again where it fails, or anything else follows. */
function goesOn({ reliability, onFailure }: Step): boolean {
  const { retry, fallback = [] } = reliability ?? {}
  return onFailure !== undefined || (retry?.maxAttempts ?? 1) > 1 || fallback.length > 0
}

/** Whether it is tried fewer times, and nothing else is another. */
function triesLess([field, ...deeper]: readonly string[], was: Value, is: Value): boolean {
  if (field === undefined)
    return (
      is === undefined &&
      isJsonObject(was) &&
      Object.entries(was).every(([key, value]) => key === 'retry' || isEmpty(value))
    )
  if (field !== 'retry') return false
  return deeper.length === 0 ? is === undefined : deeper.join() === 'maxAttempts' && Number(is) < Number(was)
}

/** As often as before, with longer pauses. */
function triesLater([field, ...deeper]: readonly string[], was: Value, is: Value): boolean {
  const isPause = field === 'retry' && ['initialDelayMs', 'maxDelayMs'].includes(deeper.join())
  return isPause && Number(is) > Number(was)
}

function isCutOffSooner([field, ...deeper]: readonly string[], was: Value, is: Value): boolean {
  if (field === undefined)
    return (
      was === undefined &&
      isJsonObject(is) &&
      Object.entries(is).every(([key, value]) => key === 'timeoutMs' || isEmpty(value))
    )
  if (field !== 'timeoutMs' || deeper.length > 0 || is === undefined) return false
  return was === undefined || Number(is) < Number(was)
}

function isEmpty(value: JsonValue): boolean {
  return JSON.stringify(value) === '[]'
}

/** The same headers in other letters: no server tells these apart. */
export function isSpeltOtherwise(was: Value, is: Value): boolean {
  const [before, after] = [was, is].map(lowered)
  return before != null && before === after
}

/** Null: there are none. */
function lowered(headers: Value): string | null {
  if (!isJsonObject(headers)) return null
  const entries = Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text] as const)
  return JSON.stringify(entries.sort(([one], [other]) => (one < other ? -1 : 1)))
}
