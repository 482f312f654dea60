/** An approval as the desk writes it for a person. Pure. */
import { compileGate } from '../../config/compile/gate.ts'
import type { ApprovalDocument } from '../../config/schema/approval.ts'
import type { Gate } from '../../model/definition.ts'
import { isJsonObject, type JsonObject, present } from '../../model/json.ts'
import type { ToolChange } from '../../model/tool-change.ts'

/** What the person who asks for a gate decides anew, if they say who is asked. */
const OF_PEOPLE = ['quorum', 'by', 'timeoutMs', 'notRequester', 'risk']

/**
 * The gate in the place of another one, of which queue and people stay unless others are named. An exception does not:
 * who wants to be asked always means it.
 * @param before the other gate, or with `isGate` false what declares it
 */
export function gateDocument(
  before: JsonObject,
  { when, people }: Extract<ToolChange, { do: 'ask' }>,
  isGate: boolean,
): JsonObject {
  if (when === 'never') return { required: false }
  const declared = isGate ? before : isJsonObject(before.approval) ? before.approval : {}
  const dropped = ['required', 'except', ...(people === undefined ? [] : OF_PEOPLE)]
  const kept = Object.fromEntries(Object.entries(declared).filter(([key]) => !dropped.includes(key)))
  return {
    required: when === 'always' ? true : 'unlessReadOnly',
    ...kept,
    ...(people && writePeople(people)),
  }
}

function writePeople({
  quorum,
  role,
  permission,
  timeoutMs,
  risk,
}: NonNullable<Extract<ToolChange, { do: 'ask' }>['people']>): JsonObject {
  const by = present({ role, permission })
  return present({
    quorum: quorum > 1 ? quorum : undefined,
    by: Object.keys(by).length === 0 ? undefined : by,
    timeoutMs,
    risk,
  }) as JsonObject
}

/** `of`: where a gate is declared, which makes its exceptions differ, and nothing else. */
export function isSameGate(written: JsonObject, gate: Gate | undefined): boolean {
  const { except, ...own } = compileGate({ approval: written as ApprovalDocument }, '') ?? {}
  const { except: excepted, ...others } = gate ?? {}
  return except === undefined && excepted === undefined && JSON.stringify(own) === JSON.stringify(others)
}

export function asksAlways(gate: Gate | undefined): boolean {
  return gate?.required === true && gate.except === undefined
}
