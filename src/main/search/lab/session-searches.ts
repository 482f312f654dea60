/**
 * Which search a description or a start came of: the newest one of the same session within half an hour whose answer
 * showed that id; of none, if there is no such one. Pure but for what it remembers, which is bounded.
 */

import { PROXY_DEFINITION } from '../../model/definition.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts'
import { type KeptSearch, MOST_RESULTS } from '../../model/kept-search.ts'
import type { ToolMethod } from '../../model/response.ts'

/** Who calls; `session` null: the client has no connection of its own (2026-07-28 over HTTP). */
export interface TrafficCaller {
  client: string
  label: string
  session: string | null
}

export interface SearchRecord extends Pick<KeptSearch, 'query' | 'filters' | 'profile' | 'total' | 'weak'> {
  /** Ids that the answer showed, best first. */
  shown: string[]
  /** A further page of a search. */
  isNextPage: boolean
}

/** Times are milliseconds since 1970. Each answers what is to be kept now; null: nothing changed. */
export interface SessionSearches {
  /** The caller is there; whatever it calls. */
  enter(caller: TrafficCaller, at: number): void
  searched(caller: TrafficCaller, asked: SearchRecord, at: number): KeptSearch
  described(caller: TrafficCaller, id: string, at: number): KeptSearch | null
  /** `run`: see `KeptSearch`. */
  started(caller: TrafficCaller, start: KeptSearch['started'][number], at: number): KeptSearch | null
  forget(): void
}

interface SearchMemory {
  search: KeptSearch
  at: number
  shown: Set<string>
}

interface Session {
  id: string
  lastAt: number
  /** Newest last. */
  searches: SearchMemory[]
}

const FOLLOWS_MS = 30 * 60_000
/** Without a connection, calls of one client by one name belong together until it is quiet for so long. */
const QUIET_MS = 10 * 60_000
const MOST_SESSIONS = 1000
const MOST_SEARCHES = 10
const MOST_FOLLOWED = 10
const MOST_SHOWN = 200

export function createSessionSearches(newId: () => string): SessionSearches {
  /** The one that called last is the last. */
  const sessions = new Map<string, Session>()

  function find(caller: TrafficCaller, at: number): Session {
    const key = caller.session ?? JSON.stringify([caller.client, caller.label])
    const known = sessions.get(key)
    const isOver = known === undefined || (caller.session === null && Math.abs(at - known.lastAt) > QUIET_MS)
    const session = isOver ? { id: caller.session ?? newId(), lastAt: at, searches: [] } : known
    session.lastAt = at
    sessions.delete(key)
    sessions.set(key, session)
    for (const oldest of sessions.keys()) {
      if (sessions.size <= MOST_SESSIONS) break
      sessions.delete(oldest)
    }
    return session
  }

  function findShown(caller: TrafficCaller, id: string, at: number): SearchMemory | undefined {
    return find(caller, at).searches.findLast(
      (each) => each.shown.has(id) && at - each.at <= FOLLOWS_MS && each.at <= at,
    )
  }

  function change(remembered: SearchMemory, more: Partial<KeptSearch>): KeptSearch {
    remembered.search = { ...remembered.search, ...more }
    return remembered.search
  }

  return {
    enter(caller, at) {
      find(caller, at)
    },

    searched(caller, { shown, isNextPage, ...asked }, at) {
      const session = find(caller, at)
      const previous = isNextPage
        ? session.searches.findLast(({ search }) => isSameRequest(search, asked))
        : undefined
      if (previous !== undefined) {
        for (const id of shown) if (previous.shown.size < MOST_SHOWN) previous.shown.add(id)
        return previous.search
      }
      const search: KeptSearch = {
        id: newId(),
        at: new Date(at).toISOString(),
        client: caller.client,
        label: caller.label,
        session: session.id,
        sure: caller.session !== null,
        ...asked,
        results: shown.slice(0, MOST_RESULTS),
        described: [],
        started: [],
      }
      session.searches.push({ search, at, shown: new Set(shown) })
      if (session.searches.length > MOST_SEARCHES) session.searches.shift()
      return search
    },

    described(caller, id, at) {
      const found = findShown(caller, id, at)
      if (found === undefined) return null
      const { described } = found.search
      if (described.includes(id) || described.length >= MOST_FOLLOWED) return null
      return change(found, { described: [...described, id] })
    },

    started(caller, start, at) {
      const found = findShown(caller, start.id, at)
      if (found === undefined) return null
      const { started } = found.search
      const before = started.find(({ id }) => id === start.id)
      if (before === undefined)
        return started.length >= MOST_FOLLOWED ? null : change(found, { started: [...started, start] })
      // What ran by itself tells more than what somebody is still asked about.
      if (before.run === null || start.run !== null) return null
      return change(found, { started: started.map((each) => (each === before ? start : each)) })
    },

    forget: () => sessions.clear(),
  }
}

function isSameRequest(search: KeptSearch, asked: Pick<KeptSearch, 'query' | 'filters'>): boolean {
  return (
    search.query === asked.query &&
    search.filters.kind === asked.filters.kind &&
    JSON.stringify(search.filters.tags ?? []) === JSON.stringify(asked.filters.tags ?? [])
  )
}

export interface AnsweredCall {
  method: ToolMethod
  input: JsonObject
  answer: JsonObject
  isError: boolean
}

/** What a call of an agent tells about its search: what it showed, what was described, what was started. */
export type TrafficCall =
  | { kind: 'searched'; shown: string[]; total: number; weak: boolean }
  | { kind: 'described'; id: string }
  | { kind: 'started'; id: string; run: string | null }

const HAS_STARTED = ['started', 'waiting_for_action', 'executed', 'completed']

/**
 * A start counts if it was let in: not if it was refused, its arguments were wrong, or what it ran failed. A session
 * of `proxy_default` that is only opened starts nothing; a call within it does.
 */
export function readTrafficCall({ method, input, answer, isError }: AnsweredCall): TrafficCall | null {
  if (isError) return null
  switch (method) {
    case 'gateway.search':
      return {
        kind: 'searched',
        shown: listShown(answer.results),
        total: Number(answer.total ?? 0),
        weak: answer.weak === true,
      }
    case 'gateway.describe':
      return { kind: 'described', id: String(input.id) }
    case 'workflow.start': {
      if (input.definitionId !== PROXY_DEFINITION)
        return hasStarted(answer) ? { kind: 'started', id: String(input.definitionId), run: null } : null
      const wanted = isJsonObject(input.input) ? input.input.capability : undefined
      return statusOf(answer) === 'started' ? null : calledOnce(wanted, answer)
    }
    case 'workflow.submit':
      return answer.definitionId === PROXY_DEFINITION ? calledOnce(input.transition, answer) : null
    default:
      return null
  }
}

function calledOnce(id: JsonValue | undefined, answer: JsonObject): TrafficCall | null {
  if (typeof id !== 'string' || !hasStarted(answer)) return null
  const isWaiting = statusOf(answer) === 'waiting_for_action'
  return { kind: 'started', id, run: isWaiting ? String(answer.workflowId) : null }
}

function hasStarted(answer: JsonObject): boolean {
  return HAS_STARTED.includes(statusOf(answer))
}

function statusOf({ result }: JsonObject): string {
  return isJsonObject(result) ? String(result.status) : ''
}

function listShown(results: JsonValue | undefined): string[] {
  if (!Array.isArray(results)) return []
  return results.flatMap((result) => {
    const item = isJsonObject(result) ? result.item : undefined
    return isJsonObject(item) && typeof item.id === 'string' ? [item.id] : []
  })
}
