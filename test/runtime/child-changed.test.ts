import { describe, expect, it } from 'vitest'
import type { Definition } from '../../src/main/model/definition.ts'
import type { CatalogContent } from '../../src/main/runtime/live-catalog.ts'
import { agent, person } from '../support/gateway.ts'
import { declareProgram, declareState, declareTransition, declareWorkflow } from '../workflow/declarations.ts'
import { openSmallWorld } from './small-world.ts'

const runs = (id: string) => ({
  executor: { kind: 'workflow' as const, definitionId: id, idempotent: false },
})
const gates = [{ required: true as const, quorum: 1, notRequester: false }]

/** `above` runs `middle`, which runs `below`; the last one runs a program. */
const family = (program: string): CatalogContent => {
  const chain = (id: string, executor: object): Definition =>
    declareWorkflow(
      {
        a: declareState({ go: declareTransition('b', { actor: 'deterministic', ...executor }) }),
        b: declareState(),
      },
      { id },
    )
  const above = (id: string, transition: object): Definition =>
    declareWorkflow(
      { a: declareState({ go: declareTransition('b', transition) }), b: declareState() },
      { id },
    )
  const workflows = [
    above('held', { gates, ...runs('middle') }),
    above('pressed', { actor: 'human', ...runs('middle') }),
    chain('middle', runs('below')),
    chain('below', { executor: declareProgram(program) }),
  ]
  return {
    workflows: Object.fromEntries(workflows.map((one) => [one.id, one])),
    capabilities: [],
    connections: {},
  }
}

describe('a workflow that is run as a step', () => {
  it.each(['held', 'pressed'])(
    'and is not what it was when a person looked is shown again before it runs [R5.2] (%s)',
    async (definitionId) => {
      const world = openSmallWorld(family('gentle'), () => ({}))
      const { response } = await world.runtime.start(agent(), { definitionId, input: {} })
      const { workflowId = '', version: expectedVersion = 0 } = response
      const call = { workflowId, expectedVersion, transition: 'go', arguments: {} }
      if (definitionId === 'held') await world.runtime.submit(agent(), call)
      const [item] = (await world.store.approvals({ status: ['pending'] }, { limit: 2 })).items
      const outcome = definitionId === 'held' ? 'approve' : 'go'
      const request = { approvalId: item?.id ?? '', outcome, arguments: {} }
      const decide = async (hash: string) =>
        (await world.runtime.decide(person(), { ...request, comment: '', hash })).kind
      const seen = await world.runtime.previewDecision(person(), request)
      world.catalog.replace(family('harsh'))
      expect(await decide(seen?.hash ?? '')).toBe('changed')
      expect(world.ran).toEqual([])
      const again = await world.runtime.previewDecision(person(), request)
      expect(again?.basis.definition).toBe(seen?.basis.definition)
      expect(again?.basis.workflows).not.toEqual(seen?.basis.workflows)
      expect(await decide(again?.hash ?? '')).toBe('decided')
      await expect.poll(() => world.ran).toMatchObject([{ command: 'harsh' }])
    },
  )
})
