import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AuditEntry, AuditEvent } from '../../../src/main/model/audit-event.ts'
import {
  chainEntry,
  GENESIS_HASH,
  removalPayload,
  verifyChain,
} from '../../../src/main/store/audit/audit-chain.ts'
import { runs } from '../../support/effort.ts'

function textOf(payload: unknown): string {
  const entry = { id: 'au_1', timestamp: 't', workflowId: null, correlationId: 'co_1', actor: 'agent:a' }
  const written = { ...entry, eventType: 'transition.requested', payload }
  return chainEntry(GENESIS_HASH, written as unknown as AuditEntry).text
}

/** Key after key, as the format says it. */
function spell(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((item) => spell(item) ?? 'null').join(',')}]`
  const members = Object.entries(value)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, inner]) => [JSON.stringify(key), spell(inner)])
    .filter(([, text]) => text !== undefined)
  return `{${members.map((member) => member.join(':')).join(',')}}`
}

it('writes an entry with its keys in the order of their code units, whatever they are', () => {
  expect(textOf({ b: 1, a: [{ d: null, c: 'é"' }], 10: 0, 9: 0, B: undefined })).toBe(
    '{"actor":"agent:a","correlationId":"co_1","eventType":"transition.requested","id":"au_1",' +
      '"payload":{"10":0,"9":0,"a":[{"c":"é\\"","d":null}],"b":1},"timestamp":"t","workflowId":null}',
  )
  expect(textOf({ at: new Date(0), z: 1 })).toContain('"payload":{"at":"1970-01-01T00:00:00.000Z","z":1}')
  expect(textOf(JSON.parse('{"b":1,"__proto__":{"y":1,"x":2}}'))).toContain(
    '"payload":{"__proto__":{"x":2,"y":1},"b":1}',
  )
})

it('writes every value as the format spells it', () => {
  const key = fc.oneof(fc.string(), fc.constantFrom('0', '01', '10', '9', '-1', '__proto__', 'toJSON', 'a'))
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.integer(), fc.boolean(), fc.constant(null)),
      fc.constant(undefined),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(key, tie('value'), { maxKeys: 6 }),
    ),
  }))
  fc.assert(
    fc.property(fc.dictionary(key, value), (payload) => {
      expect(textOf(payload)).toContain(`"payload":${spell(payload)},"timestamp"`)
    }),
    { numRuns: runs(300, 20_000) },
  )
})

it('hashes the first entry as every version has done: logs of before are still whole [store.chain]', () => {
  const written: AuditEntry = {
    id: 'au_1',
    timestamp: '2026-01-01T00:00:00.000Z',
    workflowId: null,
    correlationId: null,
    actor: 'engine',
    eventType: 'config.reloaded',
    payload: {},
  }
  expect(chainEntry(GENESIS_HASH, written).hash).toBe(
    '7a28460f2cb7bfd7cbd257d4d4d789a66dd6f186ea45fd2391a9758aaba73b5d',
  )
})

it('believes a beginning removed only by the entry that says so of just that place [audit.prune]', async () => {
  const written = { id: 'au_1', timestamp: 't', workflowId: null, correlationId: null, actor: 'engine' }
  const after = (previous: { sequence: number; hash: string }, eventType: string, payload: object) => {
    const entry = { ...written, eventType, payload } as AuditEntry
    const { hash } = chainEntry(previous.hash, entry)
    return { ...entry, sequence: previous.sequence + 1, previousHash: previous.hash, hash } as AuditEvent
  }
  const removed = { sequence: 2, hash: GENESIS_HASH }
  const told = removalPayload(removed)
  const look = async (eventType: string, payload: object) =>
    (await verifyChain([after(removed, eventType, payload)], removed)).broken
  expect(await look('audit.pruned', told)).toBeNull()
  expect(await look('audit.pruned', { ...told, sequence: 1 })).toBe(3)
  expect(await look('audit.pruned', { ...told, hash: 'another' })).toBe(3)
  expect(await look('server.initialized', told)).toBe(3)
})
