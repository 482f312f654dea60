import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { createPatientFetch } from '../../../src/main/connections/transports/patient-fetch.ts'
import { listen } from '../http-fixture.ts'
import { until } from '../pool-fixture.ts'

it('an answer that is given up just when it has come hurts nobody [connections.misbehaviour]', async () => {
  const unheard: unknown[] = []
  const hear = (error: unknown) => unheard.push(error)
  const before = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException').on('uncaughtException', hear)
  onTestFinished(() => {
    process.off('uncaughtException', hear)
    for (const listener of before) process.on('uncaughtException', listener)
  })
  const origin = await listen((_request, response) => response.end('here it is'))
  const { fetch, close } = createPatientFetch()
  for (let turns = 0; turns < 4; turns += 1) {
    const stop = new AbortController()
    const answer = await fetch(origin, { signal: stop.signal })
    const text = answer.text().catch(() => 'cut')
    for (let turn = 0; turn < turns; turn += 1) await nextTurn()
    stop.abort()
    expect(['here it is', 'cut']).toContain(await text)
  }
  close()
  // What an earlier socket still had to say has been said by now.
  const last = connect(Number(new URL(origin).port), '127.0.0.1')
  await once(last, 'connect')
  last.destroy()
  expect(unheard).toEqual([])
})

it('events are measured one by one, however they come in pieces [R7.3]', async () => {
  const event = 'x'.repeat(4 * 1024 * 1024)
  let read = 0
  const origin = await listen(async (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    let sent = 0
    for (let count = 0; count < 17; count += 1) {
      for (const piece of [`${event}\r\n`, '\r', '\n']) {
        response.write(piece)
        sent += piece.length
      }
      // It comes when it is whole.
      await until(() => read >= sent)
    }
    response.end()
  })
  const { fetch, close } = createPatientFetch()
  const answer = await fetch(origin)
  for await (const chunk of answer.body as AsyncIterable<Uint8Array>) read += chunk.length
  expect(read).toBe(17 * (event.length + 4))
  close()
})
