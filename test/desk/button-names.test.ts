/** A transition may be called like a button that an item has whatever it is about: they are two things. */
import { expect, it } from 'vitest'
import { describeEvent, titlesOf } from '../../src/main/desk/runs/timeline.ts'
import type { AuditEvent } from '../../src/main/model/audit-event.ts'
import type { ItemKind } from '../../src/main/model/item.ts'
import { declareState, declareTransition, declareWorkflow } from '../workflow/declarations.ts'

const letter = declareWorkflow({
  start: declareState({
    approve: declareTransition('end', { title: 'Post the letter' }),
    cancel: declareTransition('end', { title: 'Call it off' }),
    constructor: declareTransition('end', { title: 'Build it' }),
    pay: declareTransition('end', { title: 'Pay for it' }),
  }),
  end: declareState(),
})

function say(eventType: AuditEvent['eventType'], payload: AuditEvent['payload']) {
  const of = { sequence: 1, id: 'au_1', timestamp: '2026-01-01T00:00:00.000Z', workflowId: 'wf_1' }
  const chained = { correlationId: null, previousHash: '0', hash: '1' }
  return describeEvent({ ...of, ...chained, actor: 'human:anna', eventType, payload }, titlesOf(letter))
}

const chose = (kind: ItemKind, outcome: string, status = 'approved') =>
  say('human.approval.decided', { kind, outcome, transition: 'pay', status })

it('the log names the button that was pressed, not a transition that is called like it [desk.button-names]', () => {
  expect(chose('gate', 'approve').text).toBe('anna chose ‘Approve’ for ‘Pay for it’.')
  expect(chose('interrupted', 'cancel').text).toBe('anna chose ‘Cancel the run’ for ‘Pay for it’.')
  expect(chose('transition', 'approve').text).toBe('anna chose ‘Post the letter’ for ‘Pay for it’.')
  expect(chose('transition', 'constructor').text).toBe('anna chose ‘Build it’ for ‘Pay for it’.')
})

it('of a decision that was taken back, whose entry has no kind, it names no transition that may not be meant [desk.button-names]', () => {
  const took = (outcome: string) => say('human.approval.undone', { outcome, because: '' }).text
  expect(took('approve')).toBe('anna took back the decision before it ran.')
  expect(took('pay')).toBe('anna took back ‘Pay for it’ before it ran.')
})

it('a run that a person has ended is not told as a good end [desk.button-names]', () => {
  expect(chose('interrupted', 'cancel').tone).toBe('bad')
  expect(chose('interrupted', 'happened').tone).toBe('good')
  expect(chose('gate', 'refuse', 'refused').tone).toBe('bad')
})
