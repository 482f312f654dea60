/**
 * The one way into the desk, for IPC and HTTP alike: known name, request that fits the contract's schema, answer
 * or error as data. Never throws. May import: preload/contract, model, workflow.
 */
import {
  CALLS,
  type CallName,
  type DeskErrorData,
  type ReplyOf,
  type RequestOf,
} from '../../preload/contract.ts'
import type { JsonSchema, JsonValue } from '../model/json.ts'
import { findFaults } from '../workflow/schema/schema.ts'
import { describeAny } from './fault.ts'
import type { DeskSession } from './session.ts'

/** One function a call of the contract. */
export type Handlers = {
  [Name in CallName]: (session: DeskSession, request: RequestOf<Name>) => Promise<ReplyOf<Name>>
}

/** Those of the calls whose names begin so. */
export type HandlersOf<Begin extends string> = Pick<Handlers, Extract<CallName, `${Begin}.${string}`>>

export type DispatchReply = { ok: true; value: unknown } | { ok: false; error: DeskErrorData }
export type Dispatch = (session: DeskSession, name: string, request: unknown) => Promise<DispatchReply>

/** `report` takes what is a bug and answers with a reference that finds it in the log. */
export function createDispatch({
  handlers,
  readOnly,
  report,
}: {
  handlers: Handlers
  /** Why nothing can be saved, as a sentence; null: it can. */
  readOnly: string | null
  report: (fault: unknown) => string
}): Dispatch {
  return async (session, name, request) => {
    if (!isCall(name)) return refuse('UNKNOWN_CALL', `The desk has no call named ‘${name.slice(0, 80)}’.`)
    const misfit = findMisfit(name, request)
    if (misfit !== null) return refuse('INVALID_REQUEST', misfit)
    if (session.person() === null && !WHILE_LOCKED.has(name)) {
      return refuse('LOCKED', 'This desk is locked. Choose who you are.')
    }
    const { saves }: { saves?: true } = CALLS[name]
    if (saves && readOnly !== null) return refuse('REJECTED', readOnly)
    try {
      // The schema of this very name has just accepted the request.
      const handle = handlers[name] as (session: DeskSession, request: unknown) => Promise<unknown>
      return { ok: true, value: await handle(session, request) }
    } catch (fault) {
      return { ok: false, error: describeAny(fault, report) }
    }
  }
}

/** All that a desk answers at which nobody sits. */
const WHILE_LOCKED: ReadonlySet<string> = new Set<CallName>([
  'people.list',
  'people.switch',
  'people.lock',
  'inbox.noticeLocked',
])

function isCall(name: string): name is CallName {
  return Object.hasOwn(CALLS, name)
}

/** The first thing that is wrong with a request, as a sentence; null: it fits the contract. */
function findMisfit(name: CallName, request: unknown): string | null {
  // Both come as JSON: the schema from the contract, the request over IPC or HTTP.
  const [first] = findFaults(CALLS[name].request as unknown as JsonSchema, request as JsonValue)
  if (first === undefined) return null
  const place = first.instancePath === '' ? '' : ` at ${first.instancePath}`
  return `The request of ‘${name}’ is wrong${place}: it ${first.message}.`
}

function refuse(code: DeskErrorData['code'], message: string): DispatchReply {
  return { ok: false, error: { code, message } }
}
