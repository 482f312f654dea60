/** Real HTTP servers, and requests to them through the real executor. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { ExecutorParts } from '../../src/main/executors/index.ts'
import type { ExecutionOutcome, ResolvedCall } from '../../src/main/model/call.ts'
import type { Connection } from '../../src/main/model/configuration.ts'
import type { JsonObject } from '../../src/main/model/json.ts'
import type { ExecutionContext } from '../../src/main/runtime/executor-port.ts'
import { contextWith, executorsWith } from './executor-fixture.ts'

export interface SeenRequest {
  method: string
  url: string
  headers: Record<string, string | undefined>
  body: string
}

interface TestServer {
  origin: string
  seen: SeenRequest[]
}

/** Answers after the request's body is complete. */
export async function serve(
  answer: (response: ServerResponse, request: SeenRequest, raw: IncomingMessage) => void,
): Promise<TestServer> {
  const seen: SeenRequest[] = []
  const server = createServer((raw, response) => {
    const chunks: Buffer[] = []
    raw.on('data', (chunk: Buffer) => chunks.push(chunk))
    raw.on('error', () => {})
    raw.on('end', () => {
      const request = {
        method: raw.method ?? '',
        url: raw.url ?? '',
        headers: raw.headers as Record<string, string | undefined>,
        body: Buffer.concat(chunks).toString('utf8'),
      }
      seen.push(request)
      answer(response, request, raw)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

export function answerJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

type RestCall = Extract<ResolvedCall, { kind: 'rest' }>
type RestConnection = Extract<Connection, { kind: 'rest' }>

export function requestTo(baseUrl: string, changes: Partial<RestCall> = {}): RestCall {
  return { kind: 'rest', connection: 'api', method: 'GET', baseUrl, path: '/items', headers: {}, ...changes }
}

export async function runRest(
  call: RestCall,
  options: {
    connection?: Partial<RestConnection>
    parts?: Partial<ExecutorParts>
    context?: Partial<ExecutionContext>
  } = {},
): Promise<ExecutionOutcome> {
  const connection: RestConnection = {
    kind: 'rest',
    name: 'api',
    baseUrl: call.baseUrl,
    headers: {},
    ...options.connection,
  }
  const executors = executorsWith({
    connections: () => ({ api: connection }),
    ...options.parts,
  })
  return executors.rest.run(call, contextWith(options.context))
}

export function outputOf(outcome: ExecutionOutcome): JsonObject {
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.output as JsonObject
}

/** An address at which nothing answers. */
export async function silentOrigin(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}
