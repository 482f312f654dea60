import { expect, it } from 'vitest'
import { completeTransition } from '../../src/main/workflow/advance.ts'
import { declareState, declareTransition, declareWorkflow, instanceOf } from './declarations.ts'

const answered = { error: { class: 'not_found', message: 'An answer about somebody’s error.' } }

it('a member that answers with an error of its own making has not failed [steps.failure]', () => {
  const group = declareTransition('done', {
    actor: 'deterministic',
    step: { name: 'all', as: 'success', members: ['answers', 'breaks'] },
  })
  const definition = declareWorkflow({ work: declareState({ group }), done: declareState() })
  const { instance } = completeTransition({
    definition,
    instance: instanceOf(definition),
    transition: group,
    arguments: {},
    output: { answers: answered, breaks: { error: { class: 'permanent', message: 'It broke.' } } },
    failedBranches: { breaks: { class: 'permanent', message: 'It broke.' } },
    principal: { roles: [], permissions: [] },
    evidence: [],
    now: 0,
  })
  expect(instance.context.steps).toMatchObject({
    answers: { status: 'success', output: answered },
    breaks: { status: 'failed', output: null, error: { message: 'It broke.' } },
  })
})
