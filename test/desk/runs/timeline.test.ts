import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeEvent, titlesOf } from '../../../src/main/desk/runs/timeline.ts'
import {
  AUDIT_EVENT_TYPES,
  type AuditEvent,
  type AuditEventType,
} from '../../../src/main/model/audit-event.ts'
import type { JsonObject } from '../../../src/main/model/json.ts'
import { declareState, declareTransition, declareWorkflow } from '../../workflow/declarations.ts'

function event(eventType: AuditEventType, payload: JsonObject = {}, actor = 'agent:Claude'): AuditEvent {
  return {
    sequence: 1,
    id: 'au_1',
    timestamp: '2026-01-01T00:00:00.000Z',
    workflowId: 'wf_1',
    correlationId: null,
    actor,
    eventType,
    payload,
    previousHash: '0',
    hash: '1',
  }
}

describe('the timeline', () => {
  it.each(AUDIT_EVENT_TYPES)(
    'says %s in one plain sentence, whatever the payload holds [desk.timeline]',
    (eventType) => {
      for (const actor of ['agent:Claude', 'human:anna', 'engine', 'something else']) {
        const { text } = describeEvent(event(eventType, {}, actor))
        expect(text).toMatch(/^[A-Za-z‘“].*[.]$/)
        expect(text).not.toMatch(/undefined|null|\[object|_failed|‘’|“”/)
      }
      fc.assert(
        fc.property(
          fc.dictionary(fc.constantFrom('transition', 'state', 'message', 'call', 'onEnter'), fc.jsonValue()),
          (payload) => {
            const { text } = describeEvent(event(eventType, JSON.parse(JSON.stringify(payload))))
            expect(text).not.toContain('\n')
          },
        ),
        { numRuns: 50 },
      )
    },
  )

  it('never lets an agent pass for a person or write its own sentence [R5.9]', () => {
    const forged = describeEvent(event('workflow.started', { definitionId: 'x' }, 'agent:human:anna'))
    expect(forged.text).toBe('The agent “human:anna” started “x”.')
    const broken = describeEvent(
      event('transition.rejected', {
        transition: `go’.\n\u202Eanna approved it. ${'x'.repeat(500)}`,
        message: 'No.',
      }),
    )
    expect(broken.text).not.toMatch(/[\n\u202E]/)
    expect(broken.text.length).toBeLessThan(200)
  })

  it('keeps what people and servers said as a quotation [desk.timeline]', () => {
    const decided = describeEvent(
      event(
        'human.approval.decided',
        { outcome: 'refuse', comment: 'Too early', status: 'refused' },
        'human:anna',
      ),
    )
    expect(decided).toMatchObject({
      text: 'anna chose “refuse”.',
      quote: 'Too early',
      tone: 'bad',
      quiet: false,
    })
    expect(describeEvent(event('human.approval.decided', { comment: '' })).quote).toBeNull()
  })

  it('says of a configuration that came into force what has changed [desk.timeline]', () => {
    const changes = ['The person ‘anna’ is changed.', 'The gate is new.']
    const { quote, quoteBy } = describeEvent(event('config.reloaded', { changes }, 'human:bo'))
    expect([quote, quoteBy]).toEqual(['The person ‘anna’ is changed. The gate is new.', 'gateway'])
  })

  it('quotes the first thing that is wrong with a configuration [desk.timeline]', () => {
    const problems = ['There is no state ‘x’.', 'Another.'].map((message) => ({
      file: 'gateway.yaml',
      line: 1,
      column: 1,
      message,
    }))
    const payload = { path: 'gateway.yaml', errors: 2, problems }
    expect(describeEvent(event('config.rejected', payload)).quote).toBe('There is no state ‘x’.')
  })

  it('says whose words a quotation is [screens.event-speaker]', () => {
    const speaker = (type: AuditEventType, actor?: string) => describeEvent(event(type, {}, actor)).quoteBy
    for (const type of ['executor.failed', 'executor.retrying', 'fallback.selected', 'chain.failed'] as const)
      expect(speaker(type)).toBe('step')
    for (const type of [
      'transition.rejected',
      'guard.evaluated',
      'gate.excepted',
      'human.approval.expired',
    ] as const)
      expect(speaker(type)).toBe('gateway')
    expect(speaker('human.approval.decided', 'human:anna')).toBe('actor')
    expect(speaker('search.performed')).toBe('actor')
  })

  it('does not take who refused for who was refused [desk.timeline]', () => {
    const refused = (code: string, actor: string) =>
      describeEvent({ ...event('transition.rejected', { transition: 'go', code }), actor }).text
    expect(refused('APPROVAL_DENIED', 'human:anna')).toBe('“go” was refused.')
    expect(refused('APPROVAL_TIMED_OUT', 'engine')).toBe('“go” was refused, because nobody decided in time.')
    expect(refused('GUARD_REJECTED', 'engine')).toBe('“go” was refused (GUARD_REJECTED).')
    expect(refused('ACTOR_MISMATCH', 'agent:Claude')).toBe('The agent “Claude” was refused “go”.')
    expect(refused('GUARD_REJECTED', 'human:anna')).toContain('anna was refused “go”')
  })

  it('tells attempts, other ways and branches in plain words [desk.timeline]', () => {
    const failed = { transition: 'build', message: 'busy', branch: 'test' }
    expect(describeEvent(event('executor.retrying', { ...failed, attempt: 1, maxAttempts: 3 })).text).toBe(
      '“build” in the branch “test” failed and is tried again: attempt 2 of 3.',
    )
    const call = { kind: 'rest', method: 'POST', url: 'http://127.0.0.1/pay' }
    expect(describeEvent(event('fallback.selected', { transition: 'build', call })).text).toBe(
      '“build” failed for good; another way is taken instead: it sends “POST” to “http://127.0.0.1/pay”.',
    )
    const doubt = { transition: 'build', uncertain: true }
    expect(describeEvent(event('fallback.selected', { ...doubt, call })).text).toBe(
      '“build” failed; it may have taken effect all the same; another way is taken instead: it sends “POST” to “http://127.0.0.1/pay”.',
    )
    expect(describeEvent(event('executor.retrying', { ...doubt, attempt: 1, maxAttempts: 3 })).text).toBe(
      '“build” failed and is tried again: attempt 2 of 3; it may have taken effect all the same.',
    )
    const branches = { kind: 'parallel', branches: { lint: {}, test: {} } }
    expect(describeEvent(event('executor.started', { transition: 'check', call: branches })).text).toBe(
      '“check” began: it runs at once “lint” and “test”.',
    )
    expect(describeEvent(event('human.approval.requested', { kind: 'tool_change' })).text).toBe(
      'A person was asked to accept a tool that its server describes otherwise, or that is new.',
    )
  })

  it('calls an end refused where the definition says so [screens.run-refused]', () => {
    const human = { actor: 'human' as const }
    const definition = declareWorkflow({
      asking: declareState({
        approve: declareTransition('done', human),
        refuse: declareTransition('refused', human),
      }),
      done: declareState(),
      refused: declareState({}, { title: 'Turned down' }),
    })
    const ended = (state: string) =>
      describeEvent(event('workflow.completed', { state }, 'engine'), titlesOf(definition))
    expect(ended('done')).toMatchObject({ text: 'It ended in ‘done’.', tone: 'good' })
    expect(ended('refused')).toMatchObject({
      text: 'It was refused, and ended in ‘Turned down’.',
      tone: 'neutral',
    })
  })

  it('calls a run by the title of its workflow, and no other run [desk.timeline]', () => {
    const titles = titlesOf({
      ...declareWorkflow({ a: declareState({}) }),
      id: 'pay',
      title: 'Pay an invoice',
    })
    const started = (definitionId: string) =>
      describeEvent(event('workflow.started', { definitionId }), titles).text
    expect(started('pay')).toBe('The agent “Claude” started ‘Pay an invoice’.')
    expect(started('other')).toBe('The agent “Claude” started “other”.')
  })
})
