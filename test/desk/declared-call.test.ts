import { describe, expect, it } from 'vitest'
import { judgeOutcome } from '../../src/main/desk/rules/risk.ts'
import type { Transition } from '../../src/main/model/definition.ts'
import type { ExecutorDeclaration } from '../../src/main/model/executor.ts'
import { declaredCall } from '../../src/main/workflow/executors/wording.ts'
import {
  declareProgram,
  declareRequest,
  declareState,
  declareTransition,
  declareWorkflow,
} from '../workflow/declarations.ts'

const child: ExecutorDeclaration = { kind: 'workflow', definitionId: 'release', idempotent: false }
const branches = (...executors: ExecutorDeclaration[]): ExecutorDeclaration => ({
  kind: 'parallel',
  limit: 4,
  join: 'any',
  branches: Object.fromEntries(
    executors.map((executor, index) => [`b${index}`, { executor, onFailure: 'abort' as const }]),
  ),
})

describe('a step in a list', () => {
  it.each<[ExecutorDeclaration | undefined, string | null]>([
    [undefined, null],
    [{ kind: 'noop' }, null],
    [{ kind: 'human' }, null],
    [declareProgram('deploy', ['$.arguments.image', 'a b']), 'deploy $.arguments.image "a b"'],
    [declareRequest('/users/{id}', { method: 'DELETE' }), 'DELETE api: /users/{id}'],
    [child, 'start release'],
    [{ kind: 'orchestrator', action: 'cancel_workflow' }, 'orchestrator.cancel_workflow'],
    [branches(child, { kind: 'noop' }), 'any of [b0: start release; b1: (nothing runs)]'],
  ])('%j reads %s [desk.catalog]', (executor, text) => {
    expect(declaredCall(executor)).toBe(text)
  })
})

describe('the risk of what a decision runs', () => {
  const judge = (rest: Partial<Transition>, next = declareState()) => {
    const go = declareTransition('next', { actor: 'human', ...rest })
    return judgeOutcome(declareWorkflow({ start: declareState({ go }), next }), go, [])
  }

  it.each<[ExecutorDeclaration, string]>([
    [declareRequest('/x', { method: 'POST' }), 'The decision sends a request that may change something.'],
    [declareRequest('/x'), 'The decision reads from a server over HTTP.'],
    [child, 'The decision starts another workflow.'],
    [
      { kind: 'orchestrator', action: 'run_workflow' },
      'The decision acts on workflows of Countersign itself.',
    ],
    [branches({ kind: 'noop' }, declareProgram('x')), 'The decision runs a program or a tool.'],
    [
      branches(declareRequest('/x'), declareRequest('/x', { method: 'POST' })),
      'The decision sends a request that may change something.',
    ],
  ])('is medium for %j, and says why [desk.risk]', (executor, riskReason) => {
    expect(judge({ executor })).toEqual({ risk: 'medium', riskReason })
  })

  it('counts fallbacks, and what the engine then fires by itself [desk.risk]', () => {
    expect(judge({ executor: { kind: 'noop' }, reliability: { fallback: [declareProgram('x')] } }).risk).toBe(
      'medium',
    )
    const watching = declareState({
      by_hand: declareTransition('start'),
      watch: declareTransition('start', { actor: 'system', executor: declareProgram('x') }),
    })
    expect(judge({}, watching).risk).toBe('medium')
    expect(judge({ executor: branches({ kind: 'noop' }) }).risk).toBe('low')
  })
})
