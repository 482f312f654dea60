/** Reads the answers of the workflow tools as an agent does: trusting nothing about their shape. May import: model. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts'

export interface RunLink {
  rel: string
  method: string
  actor: string
  args: JsonObject
  inputSchema: JsonValue | undefined
}

export interface RunAnswer {
  workflowId: string
  state: string
  version: number
  terminal: boolean
  status: string
  message: string | null
  error: { code: string; message: string } | null
  links: RunLink[]
}

export function readAnswer(json: JsonObject): RunAnswer {
  const result = isJsonObject(json.result) ? json.result : {}
  const error = isJsonObject(json.error) ? json.error : null
  const links = Array.isArray(json.links) ? json.links.filter(isJsonObject) : []
  return {
    workflowId: text(json.workflowId),
    state: text(json.state),
    version: typeof json.version === 'number' ? json.version : 0,
    terminal: json.terminal === true,
    status: text(result.status),
    message: typeof result.message === 'string' ? result.message : null,
    error: error && { code: text(error.code), message: text(error.message) },
    links: links.map((link) => ({
      rel: text(link.rel),
      method: text(link.method),
      actor: text(link.actor),
      args: isJsonObject(link.args) ? link.args : {},
      inputSchema: link.inputSchema,
    })),
  }
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}
