import { ProtocolError } from '@modelcontextprotocol/client'
import { describe, expect, it } from 'vitest'
import { describeFailure } from '../../src/main/connections/failures.ts'
import { openDisabledConnection, openIdleConnection } from '../../src/main/connections/idle-connection.ts'
import { createManualClock } from '../support/clock.ts'

const failing = (code: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(`It says ${code}`), { code }) })

describe('a call of which no answer came', () => {
  it.each(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT', ''])(
    'may have taken effect where it may have arrived: %j [connections.lost-call]',
    (code) => {
      expect(describeFailure(failing(code), null)).toMatchObject({
        errorClass: 'connection_error',
        uncertain: true,
        lost: true,
      })
    },
  )

  it.each(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'CONNECT_TIMEOUT'])(
    'has not where nobody was reached: %s [connections.lost-call]',
    (code) => {
      expect(describeFailure(failing(code), null)).toMatchObject({
        errorClass: 'connection_error',
        uncertain: false,
        // Whoever calls next opens a session anew.
        lost: true,
      })
    },
  )

  it('has not where there is no server to call [connections.lost-call]', async () => {
    const clock = createManualClock()
    const connection = { name: 'api', kind: 'rest', baseUrl: 'http://127.0.0.1:1', headers: {} } as const
    const same = (text: string) => text
    const rest = { connection, clock, resolve: same, redact: same, programsFolder: () => null, onChange() {} }
    const call = { signal: new AbortController().signal }
    for (const each of [openIdleConnection(rest), openDisabledConnection(connection, clock)])
      expect(await each.callTool('any', {}, call)).toMatchObject({ ok: false, uncertain: false })
  })
})

describe('a call that a server answers with an error of the protocol', () => {
  it.each([-32700, -32600, -32601, -32602])(
    'has not taken effect where what was asked for is at fault: %d [connections.refused-call]',
    (code) => {
      expect(describeFailure(new ProtocolError(code, 'no'), null)).toMatchObject({ uncertain: false })
    },
  )

  it.each([
    'Invalid tools/call result: [ { "code": "invalid_union" } ]',
    'MCP error -32602: Output validation error: Tool pay has an output schema but no structured content was provided',
  ])('may have taken effect where the result is at fault: %s [connections.refused-call]', (said) => {
    expect(describeFailure(new ProtocolError(-32602, said), null)).toMatchObject({
      uncertain: true,
      message: expect.stringContaining('The server failed'),
    })
  })

  // That of a tool that broke off in the middle of its work, of a server behind it that was too slow, of its own.
  it.each([-32603, -32001, -32000, 0, 7])(
    'may have taken effect where anything else is: %d [connections.refused-call]',
    (code) => {
      expect(describeFailure(new ProtocolError(code, 'boom'), null)).toMatchObject({
        errorClass: 'permanent',
        uncertain: true,
        lost: false,
      })
    },
  )
})
