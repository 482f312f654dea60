import { expect, it } from 'vitest'
import { endsRefused, sayCancelled } from '../../src/main/workflow/ending.ts'
import { declareState, declareTransition, declareWorkflow } from './declarations.ts'

const human = (target: string) => declareTransition(target, { actor: 'human' })

const flow = declareWorkflow({
  asking: declareState({
    approve: human('done'),
    reject_it: human('archived'),
    denyForNow: human('shared'),
    stop: human('stopped'),
    refuse: declareTransition('automatic', { actor: 'deterministic' }),
    later: human('declining'),
  }),
  declining: declareState({ go: human('shared') }),
  done: declareState(),
  archived: declareState(),
  shared: declareState(),
  stopped: declareState(),
  automatic: declareState(),
  refused: declareState(),
  payment_declined: declareState(),
  denied_by_rule: declareState(),
  deny_list_updated: declareState(),
  rejection: declareState(),
})

it.each([
  ['its name says no', 'refused', true],
  ['its name begins with it', 'denied_by_rule', true],
  ['it is the word for a no', 'rejection', true],
  ['it is about a list of what is denied', 'deny_list_updated', false],
  ['only people lead there, by steps that say no', 'archived', true],
  ['another way leads there as well', 'shared', false],
  ['a person stopped it', 'stopped', false],
  ['the engine went there by itself', 'automatic', false],
  ['it is an end like any other', 'done', false],
  ['it is about something else that was declined', 'payment_declined', false],
  ['it is no end', 'declining', false],
  ['there is no such state', 'constructor', false],
])('a run is refused or not: %s [screens.run-refused]', (_why, state, refused) => {
  expect(endsRefused(flow, state)).toBe(refused)
})

it.each([
  [null, 'This workflow was cancelled.'],
  ['', 'This workflow was cancelled.'],
  ['No need.', 'This workflow was cancelled. Reason: No need.'],
])('one that was cancelled says why, where anybody said it: %j [R4.9]', (endReason, said) => {
  expect(sayCancelled({ endReason })).toBe(said)
})
