import { describe, expect, it } from 'vitest'
import type { ExecutorDeclaration, Reliability } from '../../src/main/model/executor.ts'
import type { CatalogContent } from '../../src/main/runtime/live-catalog.ts'
import { agent } from '../support/gateway.ts'
import { declareProgram, declareState, declareTransition, declareWorkflow } from '../workflow/declarations.ts'
import { openSmallWorld } from './small-world.ts'

const TOOL: ExecutorDeclaration = { kind: 'mcp', connection: 'files', tool: 'put', idempotent: false }
const program = declareProgram('first')
const otherwise: Reliability = { fallback: [TOOL] }
const group = (second: object): ExecutorDeclaration => ({
  kind: 'parallel',
  limit: 2,
  join: 'all',
  branches: {
    one: { executor: program, onFailure: 'abort' },
    two: { executor: program, onFailure: 'abort', ...second },
  },
})

/** Where a changed tool may stand beside something that would run. */
const PLACES: [string, { executor: ExecutorDeclaration; reliability?: Reliability }][] = [
  ['the call', { executor: TOOL }],
  ['its fallback', { executor: program, reliability: otherwise }],
  ['a branch', { executor: group({ executor: TOOL }) }],
  ['the fallback of a branch', { executor: group({ reliability: otherwise }) }],
  ['a branch of a branch', { executor: group({ executor: group({ executor: TOOL }) }) }],
]

/** One step that is submitted, follows by itself, stands at the entry of a state, or is a single call. */
function content(step: (typeof PLACES)[number][1]): CatalogContent {
  const flow = (id: string, going: ReturnType<typeof declareState>, rest = {}) =>
    declareWorkflow(
      { ready: declareState({ on: declareTransition('going') }), going, done: declareState() },
      { id, ...rest },
    )
  const done = (more: object = {}) => declareState({ go: declareTransition('done', { ...step, ...more }) })
  const entered = declareState({ end: declareTransition('done') }, { onEnter: { ...step, output: {} } })
  const workflows = [
    declareWorkflow({ ready: done(), done: declareState() }, { id: 'submitted' }),
    flow('chained', done({ actor: 'deterministic' })),
    flow('entered', entered),
  ]
  const capability = {
    ...step,
    id: 'call',
    title: 'Call',
    description: '',
    tags: [],
    aliases: [],
    examples: [],
    guards: [],
    source: { kind: 'expose' as const },
    readOnly: false,
  }
  return {
    workflows: Object.fromEntries(workflows.map((one) => [one.id, one])),
    capabilities: [capability],
    connections: {},
  }
}

describe.each(PLACES)('a tool that is not what was accepted, as %s', (_, step) => {
  it.each(['submitted', 'chained', 'entered', 'call'])(
    'keeps all of the step from running, whatever leads to it: %s [live.changed]',
    async (way) => {
      const world = openSmallWorld(content(step), () => ({}))
      world.catalog.isChangedTool = (connection, tool) => connection === 'files' && tool === 'put'
      const called = way === 'call'
      const request = called
        ? { definitionId: 'proxy_default', input: { capability: 'call', arguments: {} } }
        : { definitionId: way, input: {} }
      const started = (await world.runtime.start(agent(), request)).response
      const { workflowId = '' } = started
      const transition = way === 'submitted' ? 'go' : 'on'
      const submit = { workflowId, expectedVersion: 1, transition, arguments: {} }
      const { error } = called ? started : (await world.runtime.submit(agent(), submit)).response
      expect(error).toMatchObject({ code: 'DEFINITION_CHANGED', message: expect.stringContaining('“put”') })
      expect(error?.message).toContain('Nothing was called')
      expect(world.ran).toEqual([])
      expect(world.faults).toEqual([])
    },
  )
})
