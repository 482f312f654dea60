import { expect, it } from 'vitest'
import type { Transition } from '../../../src/main/model/definition.ts'
import { listRoutes, type Route } from '../../../src/main/workflow/preview/routes.ts'
import { declareState, declareTransition, declareWorkflow } from '../declarations.ts'

it('ways on which the same people decide are one, whoever of them comes first [weaker.who]', () => {
  const asks = (target: string, title: string) => declareTransition(target, { title })
  const workflow = declareWorkflow({
    a: declareState({ one: asks('b', 'lead'), other: asks('c', 'ops') }),
    b: declareState({ on: asks('d', 'ops') }),
    c: declareState({ on: asks('d', 'lead') }),
    d: declareState(),
  })
  const votesFor = ({ title = '' }: Transition): Route => [{ kind: 'asked', queue: title }]
  const routes = listRoutes(workflow, votesFor, 'open')
  expect(routes.get('d')).toEqual([
    [
      { kind: 'asked', queue: 'lead' },
      { kind: 'asked', queue: 'ops' },
    ],
  ])
})
