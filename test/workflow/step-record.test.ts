import { expect, it } from 'vitest'
import { NOTHING_STORED } from '../../src/main/model/guard.ts'
import { ENGINE } from '../../src/main/model/principal.ts'
import type { Run } from '../../src/main/model/run.ts'
import { completeTransition } from '../../src/main/workflow/advance.ts'
import { declareState, declareTransition, declareWorkflow, instanceOf } from './declarations.ts'

const answered = { error: { class: 'not_found', message: 'An answer about somebody’s error.' } }

const group = declareTransition('done', {
  actor: 'deterministic',
  step: { name: 'all', as: 'success', members: ['answers', 'breaks'] },
})
const definition = declareWorkflow({ work: declareState({ group }), done: declareState() })

it('of a group that happened, as a person says, no member was left out [steps.failure]', () => {
  const { run } = completeTransition({
    definition,
    run: instanceOf(definition),
    transition: group,
    arguments: {},
    output: null,
    written: {},
    principal: ENGINE,
    stored: NOTHING_STORED,
    now: 0,
  })
  expect(run.context.steps).toMatchObject({
    all: { status: 'success' },
    answers: { status: 'success', output: null },
    breaks: { status: 'success', output: null },
  })
})

it('a member that answers with an error of its own making has not failed [steps.failure]', () => {
  const { run } = completeTransition({
    definition,
    run: instanceOf(definition),
    transition: group,
    arguments: {},
    output: { answers: answered, breaks: { error: { class: 'permanent', message: 'It broke.' } } },
    branchEnds: {
      answers: { duration: 0.25 },
      breaks: { duration: 2, error: { class: 'permanent', message: 'It broke.' } },
    },
    principal: ENGINE,
    stored: NOTHING_STORED,
    now: 0,
  })
  expect(run.context.steps).toMatchObject({
    answers: { status: 'success', output: answered, duration: 0.25 },
    breaks: { status: 'failed', output: null, error: { message: 'It broke.' }, duration: 2 },
  })
})

it.each([
  ['from when it was begun', { kind: 'claimed', claim: { at: '1970-01-01T00:00:01.000Z' } }, 2.5],
  ['of nothing that was begun', { kind: 'due', todo: 'chain' }, 0],
  [
    'never below nothing, as where the clock was set back',
    { kind: 'claimed', claim: { at: '1970-01-01T00:00:09.000Z' } },
    0,
  ],
])('a step lasted, in seconds, %s [steps.failure]', (_, activity, duration) => {
  const { run } = completeTransition({
    definition,
    run: { ...instanceOf(definition), activity } as Run,
    transition: declareTransition('done', { step: { name: 'one', as: 'success', members: [] } }),
    arguments: {},
    output: null,
    principal: ENGINE,
    stored: NOTHING_STORED,
    now: 3500,
  })
  expect(run.context.steps).toMatchObject({ one: { status: 'success', duration } })
})
