import { describe, expect, expectTypeOf, it } from 'vitest'
import type { CallOf } from '../../src/main/model/call.ts'
import type { ExecutorDeclaration, ExecutorKinds } from '../../src/main/model/executor.ts'
import type { Guard } from '../../src/main/model/guard.ts'
import { mapEntries } from '../../src/main/model/json.ts'
import {
  hasEffect,
  kindNamed,
  kindOf,
  proposedAs,
  readsOnly,
  templateFields,
} from '../../src/main/workflow/executors/executors.ts'
import { readFields } from '../../src/main/workflow/executors/fields.ts'
import type { ExecutorKind } from '../../src/main/workflow/executors/kind.ts'
import { callText, describeCall, describedText } from '../../src/main/workflow/executors/wording.ts'
import { describeGuard } from '../../src/main/workflow/guards/guards.ts'
import { WHOLE } from './each-executor.ts'

describe('a stored kind that this version does not know', () => {
  it('is refused by its name, in a guard and in an executor [kinds.unknown]', () => {
    const guard = { kind: 'moonPhase', phase: 'full' } as unknown as Guard
    const executor = { kind: 'toString' } as unknown as ExecutorDeclaration
    expect(() => describeGuard({ kind: 'not', guard })).toThrow(
      'This version of Countersign knows no guard of the kind ‘moonPhase’.',
    )
    expect(() => hasEffect(executor)).toThrow('knows no executor of the kind ‘toString’')
  })
})

type Known = Pick<ExecutorKind<keyof ExecutorKinds>, 'does' | 'proposed' | 'repeats'> & { reads: boolean }

/**
 * Said a second time on purpose: what acts is handed to an executor, what only reads is not asked about, what repeats runs
 * again after a crash, and what is proposed freely may reach anything.
 */
const KNOWN = {
  noop: { does: 'nothing', proposed: 'freely', reads: true, repeats: 'always' },
  cli: { does: 'acts', proposed: 'byConnection', reads: false, repeats: 'declared' },
  mcp: { does: 'acts', proposed: 'byConnection', reads: false, repeats: 'declared' },
  // Of a request that changes something.
  rest: { does: 'acts', proposed: 'byConnection', reads: false, repeats: 'declared' },
  workflow: { does: 'starts', proposed: 'freely', reads: false, repeats: 'never' },
  // What runs inside it is asked by itself.
  parallel: { does: 'holds', proposed: 'freely', reads: true, repeats: 'always' },
  // What it has started is found again.
  orchestrator: { does: 'acts', proposed: 'freely', reads: false, repeats: 'always' },
  human: { does: 'asks', proposed: 'freely', reads: false, repeats: 'never' },
} as const satisfies Record<keyof ExecutorKinds, Known>

describe('an executor', () => {
  it('acts, reads, repeats and is proposed as each kind is meant to [kinds.repeats] [kinds.proposed]', () => {
    const said = (executor: ExecutorDeclaration): Known => {
      const { does, proposed, repeats } = kindOf(executor)
      return { does, proposed, reads: readsOnly(executor), repeats }
    }
    expect(mapEntries(WHOLE, said)).toEqual(KNOWN)
    expect(mapEntries(KNOWN, (_, kind) => proposedAs(kind))).toEqual(
      mapEntries(KNOWN, ({ proposed }) => proposed),
    )
  })

  it('is left to the engine for the four kinds that it carries out itself [kinds.does]', () => {
    type Does = { [Kind in keyof ExecutorKinds]: ExecutorKind<Kind>['does'] }
    expectTypeOf<Does>().toEqualTypeOf<{
      -readonly [Kind in keyof typeof KNOWN]: (typeof KNOWN)[Kind]['does']
    }>()
  })
})

describe('a call that was written down', () => {
  const cli: CallOf<'cli'> = {
    ...{ kind: 'cli', connection: null, command: 'deploy', args: ['eu west', 'now'] },
    ...{ workingDirectory: '/srv', env: {}, stdin: 'yes', treatNonZeroAsFailure: true },
  }
  const rest: CallOf<'rest'> = {
    ...{ kind: 'rest', connection: 'api', method: 'POST', baseUrl: 'https://example.org' },
    ...{ path: '/a?b=c', headers: {}, body: { x: 1 } },
  }
  it.each([
    ['a program', cli, 'runs the program “deploy”'],
    [
      'a tool',
      { kind: 'mcp', connection: 'files', tool: 'read', arguments: { path: 'a' } },
      'calls “read” of “files”',
    ],
    ['a request', rest, 'sends “POST” to “https://example.org/a?b=c”'],
    ['a workflow', { kind: 'workflow', definitionId: 'w', input: { a: 1 } }, 'starts a run of “w”'],
  ] as const)('reads as it did, and is told in a sentence: %s [kinds.described]', (_, call, told) => {
    const described = describeCall(call)
    expect(describedText(described)).toBe(callText(call))
    expect(kindNamed(described.kind)?.told(described)).toBe(told)
  })

  it('is told in a sentence too where not all of it is there any more [kinds.described]', () => {
    expect(kindNamed('cli')?.told({ kind: 'cli' })).toBe('runs the program something')
    expect(kindNamed('mcp')?.told({ kind: 'mcp', tool: '', connection: 3 })).toBe(
      'calls something of something',
    )
  })

  it('is shown as data where its text cannot be told from it [kinds.described]', () => {
    const described = describeCall({ kind: 'noop', output: { a: 1 } })
    expect(describedText(described)).toBe(JSON.stringify(described))
    expect(describedText({ kind: 'moonPhase' })).toBe('{"kind":"moonPhase"}')
  })
})

describe('a text in which names are filled in', () => {
  it('is one that the kind lists, with how a value is written there [R2.6]', () => {
    const request: ExecutorDeclaration = {
      ...{ kind: 'rest', connection: 'api', method: 'GET', path: '/x/{id}', query: { a: '{id}' } },
      ...{ headers: { B: '{id}' }, idempotent: false },
    }
    const seen: string[] = []
    const not = () => {}
    readFields(
      request,
      {
        ...{ text: not, value: not, header: not, mapping: not, when: not },
        template: (text, at, { write, of }) =>
          seen.push(`${at.join('.')} of a ${of}: ${text} ${write('a/b')}`),
      },
      ['executor'],
    )
    expect(seen).toEqual(['executor.path of a request: /x/{id} a%2Fb'])
    expect(templateFields()).toContain('path')
  })
})
