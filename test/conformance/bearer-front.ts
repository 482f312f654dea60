/**
 * The suite cannot send an Authorization header, so it talks to this: a proxy that adds it and, because the
 * product wants its exact Host, exchanges our own address for the product's. Anything else passes as it came.
 */
import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface BearerFront {
  url: string
  close(): Promise<void>
}

/** @param target the product's `http://127.0.0.1:PORT/mcp` */
export async function openBearerFront(target: string, token: string): Promise<BearerFront> {
  const upstream = new URL(target)
  const front = createServer((request, response) => {
    const own = `127.0.0.1:${port()}`
    const headers = { ...request.headers, authorization: `Bearer ${token}` }
    if (headers.host === own || headers.host === `localhost:${port()}`) headers.host = upstream.host
    if (headers.origin === `http://${own}` || headers.origin === `http://localhost:${port()}`) {
      headers.origin = upstream.origin
    }
    const onward = ask(
      { host: upstream.hostname, port: upstream.port, path: request.url, method: request.method, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    request.pipe(onward)
  })
  const port = () => (front.address() as AddressInfo).port
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${port()}${upstream.pathname}`,
    close: () =>
      new Promise((resolve) => {
        front.close(() => resolve())
        front.closeAllConnections()
      }),
  }
}
