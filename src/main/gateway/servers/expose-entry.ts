/** The one tool of a program or a web API, as an entry of `proxy.expose`. Pure. */
import type { JsonObject, JsonValue } from '../../model/json.ts'

export interface CapabilityDraft {
  id: string
  title: string
  description: string
  readOnly: boolean
  inputs: { name: string; description: string; isRequired: boolean }[]
  /** `{name}` stands for the input of that name. */
  call: { kind: 'cli'; args: string[] } | { kind: 'rest'; method: string; path: string }
}

export function exposeEntry(connection: string, draft: CapabilityDraft): JsonObject {
  const { id, title, description, inputs, call, readOnly } = draft
  const required = inputs.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  const properties = Object.fromEntries(
    inputs.map((input): [string, JsonValue] => [
      input.name,
      { type: 'string', ...(input.description === '' ? {} : { description: input.description }) },
    ]),
  )
  return {
    name: id,
    ...(title === '' ? {} : { title }),
    ...(description === '' ? {} : { description }),
    ...(inputs.length === 0
      ? {}
      : {
          inputSchema: {
            type: 'object',
            ...(required.length === 0 ? {} : { required }),
            properties,
            additionalProperties: false,
          },
        }),
    ...(readOnly ? { readOnly } : {}),
    executor: executorOf(connection, inputs, call),
  }
}

function executorOf(
  connection: string,
  inputs: CapabilityDraft['inputs'],
  call: CapabilityDraft['call'],
): JsonObject {
  if (call.kind === 'cli')
    return { kind: 'cli', connection, args: call.args.map((text) => fillIn(text, inputs)) }
  const rest = inputs.filter(({ name }) => !call.path.includes(`{${name}}`))
  const values = Object.fromEntries(rest.map(({ name }) => [name, `$.arguments.${name}`]))
  const sent = call.method === 'GET' || call.method === 'DELETE' ? 'query' : 'body'
  return {
    kind: 'rest',
    connection,
    method: call.method,
    path: call.path,
    ...(rest.length === 0 ? {} : { [sent]: values }),
  }
}

/** `{count}` becomes `$.arguments.count`, for inputs that there are. */
function fillIn(text: string, inputs: CapabilityDraft['inputs']): JsonValue {
  const names = inputs.map(({ name }) => name)
  const parts = text.split(/(\{[^{}]+\})/).filter((part) => part !== '')
  const filled = parts.map((part) => {
    const name = part.slice(1, -1)
    return part === `{${name}}` && names.includes(name) ? `$.arguments.${name}` : part
  })
  // Where what follows could be read as a part of it, as in `{width}x{height}` or `{file}.png`.
  const isUnclear = filled.some(
    (part, index) =>
      part !== parts[index] && (part.includes('-') || /^[\p{L}\p{N}_.[]/u.test(parts[index + 1] ?? '')),
  )
  return filled.length > 1 && isUnclear ? { concat: filled } : filled.join('')
}
