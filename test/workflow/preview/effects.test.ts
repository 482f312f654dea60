import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Definition } from '../../../src/main/model/definition.ts'
import type { ExecutorDeclaration } from '../../../src/main/model/executor.ts'
import type { Guard } from '../../../src/main/model/guard.ts'
import { listEffects } from '../../../src/main/workflow/preview/effects.ts'
import { declareProgram, declareState, declareTransition, declareWorkflow } from '../declarations.ts'

const byGates = ({ gates = [] }: { gates?: unknown[] }) => gates.length > 0
const listed = (definition: Definition) =>
  listEffects(definition, byGates).map(({ state, transition, alone }) => [state, transition, alone])
const run = declareProgram('run')

it('every effect of a definition is named, with whether a person decides before it on every way [proposal.effects]', () => {
  const definition = declareWorkflow(
    {
      draft: declareState({
        save: declareTransition('draft', { executor: run }),
        hand_in: declareTransition('review'),
      }),
      review: declareState(
        { approve: declareTransition('ready', { actor: 'human' }) },
        { onEnter: { executor: run, output: {} } },
      ),
      ready: declareState({
        ship: declareTransition('shipped', { executor: run }),
        check: declareTransition('ready'),
      }),
      shipped: declareState({}, { onEnter: { executor: run, output: {} } }),
    },
    { timeoutMs: 1000, onTimeout: { target: 'shipped', executor: run } },
  )
  expect(listed(definition)).toEqual([
    ['draft', 'save', true],
    ['review', null, true],
    ['ready', 'ship', false],
    // The timeout leads there, and nobody decides that.
    ['shipped', null, true],
    [null, null, true],
  ])
})

it('an effect is alone just where some way without a decision leads to it [proposal.effects]', () => {
  const names = ['a', 'b', 'c', 'd']
  const way = fc.record({
    from: fc.constantFrom(...names),
    to: fc.constantFrom(...names),
    human: fc.boolean(),
    runs: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(way, { maxLength: 12 }), (ways) => {
      const states = Object.fromEntries(
        names.map((name) => {
          const own = ways.flatMap((each, place) =>
            each.from === name ? [[`t${place}`, each] as const] : [],
          )
          const transitions = own.map(([key, { to, human, runs }]) => [
            key,
            declareTransition(to, { actor: human ? 'human' : 'agent', ...(runs ? { executor: run } : {}) }),
          ])
          return [name, declareState(Object.fromEntries(transitions))]
        }),
      )
      const reached = new Set(['a'])
      for (let round = 0; round < names.length; round += 1)
        for (const { from, to, human } of ways) if (!human && reached.has(from)) reached.add(to)
      const wanted = ways.flatMap(({ from, human, runs }, place) =>
        runs ? [[`t${place}`, reached.has(from) && !human]] : [],
      )
      const found = listEffects(declareWorkflow(states), byGates).map(({ transition, alone }) => [
        transition,
        alone,
      ])
      expect(found.sort()).toEqual(wanted.sort())
    }),
  )
})

it('what a branch asks that may be left out is no decision [proposal.always]', () => {
  const branches = (when?: Guard): ExecutorDeclaration => ({
    kind: 'parallel',
    limit: 2,
    join: 'all',
    branches: {
      free: { executor: run, onFailure: 'abort' },
      asked: { executor: declareProgram('ask'), onFailure: 'abort', ...(when && { when }) },
    },
  })
  const asksInBranch = ({ executor }: { executor?: ExecutorDeclaration }) =>
    executor?.kind === 'parallel' && Object.hasOwn(executor.branches, 'asked')
  const effectsOf = (executor: ExecutorDeclaration) =>
    listEffects(
      declareWorkflow({
        a: declareState({ go: declareTransition('b', { executor }) }),
        b: declareState({ on: declareTransition('b', { executor: run }) }),
      }),
      asksInBranch,
    )
  expect(effectsOf(branches()).map(({ alone }) => alone)).toEqual([false, false])
  const [whole, after] = effectsOf(branches({ kind: 'expr', expr: '1 == 2' }))
  expect([whole?.alone, after?.alone]).toEqual([true, true])
  // All of it is shown, whatever is left out.
  expect(JSON.stringify(whole?.step.executor)).toContain('"ask"')
})
