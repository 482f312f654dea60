import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLedger } from '../../../src/main/mcp/pipe/pipe-ledger.ts'
import type { JsonObject } from '../../../src/main/model/json.ts'

const initialize = { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25' } }
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' }
const result = (id: string | number): JsonObject => ({ jsonrpc: '2.0', id, result: {} })
const toolCall = (id: string | number, name: string, args: JsonObject, meta?: JsonObject): JsonObject => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args, ...(meta && { _meta: meta }) },
})

describe('what a pipe remembers', () => {
  it('is a handshake to say again, whose answer is not for the client [R3.3]', () => {
    const ledger = createLedger()
    expect(ledger.replay()).toEqual([])
    ledger.sent(initialize)
    expect(ledger.received(result(0))).toBe(true)
    ledger.sent(initialized)
    ledger.lose()
    const [again, then] = ledger.replay()
    expect(again).toMatchObject({ method: 'initialize', params: initialize.params })
    expect(again?.id).not.toBe(0)
    expect(then).toEqual(initialized)
    expect(ledger.replaying).toBe(true)
    expect(ledger.received(result(again!.id as string))).toBe(false)
    expect(ledger.replaying).toBe(false)
  })

  it('is an unanswered handshake, which is asked again under its own id [R3.3]', () => {
    const ledger = createLedger()
    ledger.sent(initialize)
    expect(ledger.lose()).toEqual([])
    expect(ledger.replay()).toEqual([initialize])
    expect(ledger.replaying).toBe(false)
    expect(ledger.received(result(0))).toBe(true)
  })

  it('answers a lost call with a tool result and a link to look at the run [R3.3]', () => {
    const ledger = createLedger()
    ledger.sent(toolCall(7, 'workflow.submit', { workflowId: 'wf_1', expectedVersion: 1, transition: 't' }))
    ledger.sent(toolCall(8, 'workflow.start', { definitionId: 'd' }))
    ledger.sent({ jsonrpc: '2.0', id: 9, method: 'tools/list' })
    const [submit, start, list] = ledger.lose()
    expect(submit).toMatchObject({ id: 7, result: { isError: true } })
    const answer = (submit!.result as JsonObject).structuredContent as JsonObject
    expect(answer.links).toEqual([{ rel: 'self', method: 'workflow.get', args: { workflowId: 'wf_1' } }])
    expect((answer.error as JsonObject).message).toContain('outcome of this call is unknown')
    expect(((submit!.result as JsonObject).content as JsonObject[])[0]?.text).toBe(JSON.stringify(answer))
    expect(start).toMatchObject({ id: 8, result: { isError: true } })
    expect(list).toMatchObject({ id: 9, error: { code: -32603 } })
    expect(ledger.lose()).toEqual([])
  })

  it('says the type of a result to clients of 2026-07-28 only [R3.3]', () => {
    const ledger = createLedger()
    const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }
    ledger.sent(toolCall(1, 'gateway.home', {}, meta))
    ledger.sent(toolCall(2, 'gateway.home', {}))
    const [newer, older] = ledger.lose()
    expect((newer!.result as JsonObject).resultType).toBe('complete')
    expect(older!.result as JsonObject).not.toHaveProperty('resultType')
  })

  it('is each open request exactly once, in whatever order things come [R3.3]', () => {
    const step = fc.record({
      id: fc.integer({ min: 1, max: 8 }),
      what: fc.constantFrom('send', 'answer', 'cancel'),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const ledger = createLedger()
        const open = new Set<number>()
        for (const { id, what } of steps) {
          if (what === 'send') {
            ledger.sent(toolCall(id, 'gateway.home', {}))
            open.add(id)
          } else if (what === 'answer') {
            ledger.received(result(id))
            open.delete(id)
          } else {
            ledger.sent({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } })
            open.delete(id)
          }
        }
        expect(ledger.open).toBe(open.size)
        expect(new Set(ledger.lose().map((answer) => answer.id))).toEqual(open)
        expect(ledger.open).toBe(0)
      }),
    )
  })
})
