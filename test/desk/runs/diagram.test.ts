import { expect, it } from 'vitest'
import { drawDiagram } from '../../../src/main/desk/runs/diagram.ts'
import {
  declareProgram,
  declareState,
  declareTransition,
  declareWorkflow,
} from '../../workflow/declarations.ts'

it('shows where a timeout and a failure lead, and what runs on entering a state [graph.all-ways] [proposal.fallback]', () => {
  const definition = declareWorkflow(
    {
      ready: declareState({
        ship: declareTransition('done', {
          executor: declareProgram('ship'),
          reliability: { fallback: [declareProgram('mend')] },
          onFailure: { target: 'broken' },
        }),
      }),
      done: declareState({}, { onEnter: { executor: declareProgram('tell', ['all']), output: {} } }),
      broken: declareState(),
    },
    { timeoutMs: 120_000, onTimeout: { target: 'broken', executor: declareProgram('wipe') } },
  )
  const { states, transitions } = drawDiagram(definition, null, [], { gatesBefore: () => [], queues: {} })
  expect(states.map(({ title }) => title)).toContain('Any state')
  expect(transitions.map(({ from, to, title, actor }) => [from, to, title, actor])).toEqual([
    ['ready', 'done', 'Ship', 'agent'],
    ['ready', 'done', 'Ship fails: mend', 'system'],
    ['ready', 'broken', 'Ship fails', 'system'],
    ['done', 'done', 'On entering: tell all', 'system'],
    ['*', 'broken', 'After 2 minutes: wipe', 'system'],
  ])
})
