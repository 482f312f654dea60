/**
 * Questions of a server to a person (MCP elicitation), passed on only while a call of that server is open, and only
 * what may be asked there: no passwords, no addresses to open (R5.10).
 */
import { type Client, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client'
import { isJsonObject, type JsonObject } from '../../model/json.ts'
import { quoteName } from '../../workflow/wording/quote.ts'
import type { ElicitationAnswer, OnElicitation, OpenCall } from '../connection.ts'
import { untilAborted } from '../until-aborted.ts'

/** The protocol forbids asking for such things in a form; a name that says so is taken at its word. */
const SECRET = /pass(word|phrase|code|wd)|secret|credential|(api|access|private|auth)[ _-]?(key|token)/i

/** Answers the requests of one session. Nothing is registered when nobody can be asked. */
export function answerElicitations(
  client: Client,
  connection: string,
  openCalls: ReadonlySet<OpenCall>,
  ask: OnElicitation | null,
): { close(): void } {
  const closing = new AbortController()
  if (ask === null) return { close: () => {} }

  client.setRequestHandler('elicitation/create', async ({ params }, context) => {
    if (openCalls.size === 0) {
      throw refusal(
        ProtocolErrorCode.InvalidRequest,
        'A person is asked only while a call of this server is open.',
      )
    }
    if (!('requestedSchema' in params)) {
      throw refusal(ProtocolErrorCode.InvalidParams, 'Only forms are shown; no address is opened.')
    }
    const schema = JSON.parse(JSON.stringify(params.requestedSchema)) as JsonObject
    const secret = findSecretField(schema)
    if (secret !== null) {
      throw refusal(
        ProtocolErrorCode.InvalidParams,
        `The field ${quoteName(secret)} asks for a secret, and a form must not.`,
      )
    }
    const calls = [...openCalls]
    const stop = new AbortController()
    const look = () => calls.every(({ ended }) => ended.aborted) && stop.abort()
    for (const { ended } of calls) ended.addEventListener('abort', look, { once: true })
    const signal = AbortSignal.any([stop.signal, closing.signal, context.mcpReq.signal])
    try {
      const request = { connection, message: params.message, schema, calls }
      const answer = await untilAborted(ask(request, signal), signal)
      return answer === null ? { action: 'cancel' as const } : toResult(answer)
    } catch {
      return { action: 'cancel' as const }
    }
  })
  return { close: () => closing.abort() }
}

function toResult({ action, content }: ElicitationAnswer) {
  return action === 'accept' ? { action, content: content ?? {} } : { action }
}

function findSecretField(schema: JsonObject): string | null {
  const { properties } = schema
  if (!isJsonObject(properties)) return null
  for (const [name, field] of Object.entries(properties)) {
    if (!isJsonObject(field)) continue
    const title = typeof field.title === 'string' ? field.title : ''
    if (field.format === 'password' || SECRET.test(name) || SECRET.test(title)) return name
  }
  return null
}

function refusal(code: number, message: string): ProtocolError {
  return new ProtocolError(code, message)
}
