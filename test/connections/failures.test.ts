import { describe, expect, it } from 'vitest'
import { describeFailure } from '../../src/main/connections/failures.ts'

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
      })
    },
  )
})
