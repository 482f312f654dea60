/** Approval gates with their defaults filled in (R5.4). */
import type { Deciders, Gate, GateException } from '../../model/definition.ts'
import { type JsonValue, present } from '../../model/json.ts'
import { compileGuards } from '../guards/guards.ts'
import { contentHash } from '../hash.ts'
import type { ApprovalDocument, DecidersDocument, ExceptDocument } from '../schema/approval.ts'

export interface GateDocument {
  approval?: ApprovalDocument
  auto_approve?: boolean
}

/** `of`: where it is declared. Undefined where nobody is asked. `auto_approve: false` is `approval: { required: true }` (seed 001). */
export function compileGate({ approval, auto_approve }: GateDocument, of: string): Gate | undefined {
  if (approval === undefined) return auto_approve === false ? compileApproval({}, of) : undefined
  return compileApproval(approval, of)
}

function compileApproval(approval: ApprovalDocument, of: string): Gate | undefined {
  const { required = true, quorum = 1 } = approval
  if (required === false) return undefined
  return {
    required,
    ...present({ queue: approval.queue, timeoutMs: approval.timeoutMs }),
    quorum,
    // Several people are asked so that no one decides alone: whoever asked does not count as one of them.
    notRequester: approval.notRequester ?? quorum > 1,
    ...present({
      risk: approval.risk,
      by: approval.by && compileDeciders(approval.by),
      except: approval.except && compileException(approval.except, of),
    }),
  }
}

function compileException(except: ExceptDocument, of: string): GateException {
  // What cannot be read has ended; `check` says so.
  const until = readUntil(except.until) ?? new Date(0).toISOString()
  return identified({ of, when: compileGuards(except.when), until })
}

function identified(except: Omit<GateException, 'id'>): GateException {
  return { id: contentHash(except as unknown as JsonValue).slice(0, 24), ...except }
}

/** With the place of its exception, where that was not known before. */
export function placedAt(gate: Gate, of: string): Gate {
  const { except } = gate
  if (except === undefined || except.of !== '') return gate
  const { when, until } = except
  return { ...gate, except: identified({ of, when, until }) }
}

const DATE = /^\d{4}-\d{2}-\d{2}$/
/** With its zone: without one, it would end at another moment on another machine. */
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/

/** A date is meant with the whole of its day, in UTC. Null: it is no such date or time. */
export function readUntil(until: string): string | null {
  const isDate = DATE.test(until)
  if (!isDate && !TIME.test(until)) return null
  const day = until.slice(0, 10)
  // 30 February is the second of March to some.
  const noon = Date.parse(`${day}T12:00:00.000Z`)
  if (Number.isNaN(noon) || !new Date(noon).toISOString().startsWith(day)) return null
  const time = Date.parse(isDate ? `${day}T23:59:59.999Z` : until)
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

export function compileDeciders(deciders: DecidersDocument): Deciders {
  return present({ role: deciders.role, permission: deciders.permission })
}
