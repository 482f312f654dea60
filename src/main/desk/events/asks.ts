/** What was called, and what a person was asked, in the middle of a sentence about an event. May import: model, workflow. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts'
import { quoteName } from '../../workflow/wording/quote.ts'
import { listWith } from '../../workflow/wording/sentence.ts'
import { field, name, type TitledEvent } from './words.ts'

export function calledWhat({ payload }: TitledEvent): string {
  const { call } = payload
  return `it ${isJsonObject(call) ? does(call, payload.kind) : 'runs'}`
}

/** After what failed for good. */
export function instead({ payload: { call } }: TitledEvent): string {
  return isJsonObject(call) ? `: it ${does(call, call.kind)}` : ''
}

/** By the literal call of the entry; its parts are quoted, whoever wrote them. */
function does(call: JsonObject, kind: JsonValue | undefined): string {
  if (call.kind === 'cli') return `runs the program ${text(call.command)}`
  if (call.kind === 'mcp') return `calls ${text(call.tool)} of ${text(call.connection)}`
  if (call.kind === 'rest') return `sends ${text(call.method)} to ${text(call.url)}`
  if (call.kind === 'workflow') return `starts a run of ${text(call.definitionId)}`
  if (kind !== 'parallel' && call.kind !== 'parallel') return 'runs'
  const branches = Object.keys(isJsonObject(call.branches) ? call.branches : {}).slice(0, MOST_BRANCHES)
  return branches.length === 0
    ? 'runs several calls at once'
    : `runs at once ${listWith('and', branches.map(quoteName))}`
}

const MOST_BRANCHES = 8

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' && value !== '' ? quoteName(value) : 'something'
}

export function askedWhat(event: TitledEvent): string {
  switch (event.payload.kind) {
    case 'interrupted':
      return `whether ${name(event, 'transition')} happened`
    case 'gate':
      return `to approve ${name(event, 'transition', 'a call')} before it runs`
    case 'tool_change':
      return 'to accept a tool that its server describes otherwise, or that is new'
    case 'configuration':
      return 'to accept a changed configuration'
    case 'definition':
      return 'to accept a workflow that an agent proposes'
    case 'elicitation':
      return 'what a server wants to know'
    default:
      return `to decide${at(event, 'transition', ' on ')}`
  }
}

/** A name of the payload with a word before it; nothing if it has none. */
export function at(event: TitledEvent, key: string, before: string): string {
  return field(event, key) === '' ? '' : `${before}${name(event, key)}`
}
