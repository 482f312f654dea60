/**
 * The one way into the desk, for IPC and HTTP alike: known name, request that fits the contract's schema, answer
 * or error as data. Never throws. May import: preload/contract, model.
 */
import { Ajv, type ValidateFunction } from 'ajv'
import {
  CALLS,
  type CallName,
  type DeskErrorData,
  type ReplyOf,
  type RequestOf,
} from '../../preload/contract.ts'
import { describeFault } from './fault.ts'
import type { DeskSession } from './session.ts'

/** One function a call of the contract. */
export type Handlers = {
  [Name in CallName]: (session: DeskSession, request: RequestOf<Name>) => Promise<ReplyOf<Name>>
}

export type DispatchReply = { ok: true; value: unknown } | { ok: false; error: DeskErrorData }
export type Dispatch = (session: DeskSession, name: string, request: unknown) => Promise<DispatchReply>

/** `report` takes what is a bug and answers with a reference that finds it in the log. */
export function createDispatch({
  handlers,
  report,
}: {
  handlers: Handlers
  report: (fault: unknown) => string
}): Dispatch {
  const ajv = new Ajv({ strict: false })
  const checks = new Map<string, ValidateFunction>()
  /** Compiled when first asked for: most are never asked for in a process. */
  const checkOf = (name: string): ValidateFunction | null => {
    if (!Object.hasOwn(CALLS, name)) return null
    const check = checks.get(name) ?? ajv.compile(CALLS[name as CallName].request)
    checks.set(name, check)
    return check
  }

  return async (session, name, request) => {
    const fits = checkOf(name)
    if (!fits) return refuse('UNKNOWN_CALL', `The desk has no call named ‘${name.slice(0, 80)}’.`)
    if (!fits(request)) return refuse('INVALID_REQUEST', describeMisfit(name, fits))
    if (session.person() === null && !WHILE_LOCKED.has(name)) {
      return refuse('LOCKED', 'This desk is locked. Choose who you are.')
    }
    try {
      // The schema of this very name has just accepted the request.
      const handle = handlers[name as CallName] as (
        session: DeskSession,
        request: unknown,
      ) => Promise<unknown>
      return { ok: true, value: await handle(session, request) }
    } catch (fault) {
      const error = describeFault(fault)
      if (error) return { ok: false, error }
      return refuse(
        'INTERNAL',
        `Something went wrong inside the gateway. Its log has the details: ${report(fault)}.`,
      )
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

function describeMisfit(name: string, check: ValidateFunction): string {
  const [first] = check.errors ?? []
  const place = first?.instancePath ? ` at ${first.instancePath}` : ''
  return `The request of ‘${name}’ is wrong${place}: it ${first?.message ?? 'does not fit'}.`
}

function refuse(code: DeskErrorData['code'], message: string): DispatchReply {
  return { ok: false, error: { code, message } }
}
