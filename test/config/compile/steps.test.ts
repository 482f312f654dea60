import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileSteps, stepProblems } from '../../../src/main/config/compile/steps.ts'
import type { StepDocument } from '../../../src/main/config/schema/step.ts'
import type { Transition } from '../../../src/main/model/definition.ts'
import { runs } from '../../support/effort.ts'
import { loadText } from '../write-configuration.ts'

const name = fc
  .stringMatching(/^[a-z][a-z0-9_-]{0,8}$/)
  .filter((text) => text !== 'done' && text !== 'refused')
const when = fc.constantFrom(undefined, { kind: 'expr' as const, expr: '$.input.go == true' })

const step = fc.record({
  kind: fc.constantFrom('work' as const, 'group' as const, 'approve' as const),
  when,
  onFailure: fc.constantFrom(undefined, 'abort' as const, 'continue' as const, 'retry' as const),
})

/** Lists of steps with names that differ. */
const lists = fc
  .tuple(
    fc.array(step, { minLength: 1, maxLength: 12 }),
    fc.uniqueArray(name, { minLength: 40, maxLength: 40 }),
  )
  .map(([shapes, names]) =>
    shapes.map(({ kind, when: condition, onFailure }): StepDocument => {
      const shared = {
        name: names.pop() ?? '',
        ...(condition === undefined ? {} : { when: condition }),
        ...(onFailure === undefined ? {} : { onFailure }),
      }
      if (kind === 'approve') return { ...shared, approve: { title: 'Go on' } }
      if (kind === 'work') return { ...shared, executor: { kind: 'noop' } }
      const members = [names.pop() ?? '', names.pop() ?? '']
      return { ...shared, parallel: members.map((each) => ({ name: each, executor: { kind: 'noop' } })) }
    }),
  )

const compile = (document: { target: string; actor?: string; guards?: unknown[] }): Transition => ({
  target: document.target,
  actor: (document.actor ?? 'agent') as Transition['actor'],
  prefill: {},
  guards: (document.guards ?? []) as Transition['guards'],
  output: {},
  branches: [],
})

describe('steps', () => {
  it('become states from which the end is always reached, in their order [steps.kinds]', () => {
    fc.assert(
      fc.property(lists, (steps) => {
        expect(stepProblems(steps)).toEqual([])
        const { states, initialState, initialContext } = compileSteps(steps, compile)
        const order = [...steps.map((each) => each.name), 'done']
        const rank = (state: string) => order.indexOf(state.replace(/\.when$/, ''))
        let state = initialState
        for (let walked = 0; state !== 'done'; walked += 1) {
          expect(walked).toBeLessThanOrEqual(steps.length * 2)
          const ways = Object.values(states[state]?.transitions ?? {})
          expect(ways.length).toBeGreaterThan(0)
          for (const { target, actor, onFailure } of ways) {
            // Never back, and nowhere else but to the next step or to where a refusal ends.
            if (target !== 'refused') expect(rank(target)).toBeGreaterThanOrEqual(rank(state))
            if (actor === 'deterministic') expect(target).not.toBe('refused')
            if (onFailure !== undefined) expect(onFailure.target).toBe(target)
          }
          // Who waits for a person does not go on by itself, and the other way round.
          expect(new Set(ways.map(({ actor }) => actor)).size).toBe(1)
          state = ways[0]?.target ?? 'done'
        }
        const names = steps.flatMap((each) => [
          each.name,
          ...(each.parallel ?? []).map((member) => member.name),
        ])
        expect(Object.keys(initialContext.steps as object)).toEqual(names)
      }),
      { numRuns: runs(300, 5000) },
    )
  })

  it('read in a group what their own executor answered', () => {
    const { states } = compileSteps(
      [
        {
          name: 'all',
          parallel: [
            {
              name: 'a',
              executor: { kind: 'noop' },
              output: { x: '$.output.json.v', y: { concat: ['$.output', '$.outputs'] } },
            },
            { name: 'b', executor: { kind: 'noop' }, output: { z: '$.input.z' } },
          ],
        },
      ],
      (document) => ({ ...compile(document), output: document.output ?? {} }),
    )
    expect(states.all?.transitions.all?.output).toEqual({
      x: '$.output.a.json.v',
      y: { concat: ['$.output.a', '$.outputs'] },
      z: '$.input.z',
    })
  })

  it('say what is wrong with them, and where', async () => {
    const problems = stepProblems([
      { name: 'a' },
      { name: 'a', executor: { kind: 'noop' }, limit: 2 },
      { name: 'done', executor: { kind: 'noop' }, parallel: [] },
      {
        name: 'g',
        parallel: [
          { name: 'x.y', executor: { kind: 'noop' } },
          { name: 'p', approve: {} },
        ],
      },
    ])
    expect(problems.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([
      '0: Step ‘a’ does nothing. Give it ‘executor’, ‘parallel’ or ‘approve’.',
      '1.name: There is another step ‘a’. Names of steps must differ.',
      '1.limit: ‘limit’ belongs to a step with ‘parallel’.',
      '2.name: A step cannot be called ‘done’. Choose another name, without dots.',
      '2: Step ‘done’ has ‘executor’ and ‘parallel’. Choose one.',
      '3.parallel.0.name: A step cannot be called ‘x.y’. Choose another name, without dots.',
      '3.parallel.1.approve: A step inside ‘parallel’ cannot have ‘approve’. Put it on the group, or on a step before it.',
    ])
    const loaded = await loadText('version: "1.0.0"\nworkflows: { w: { steps: [{ name: a }] } }\n')
    expect(loaded.problems.map(({ message }) => message).join(' ')).toContain('does nothing')
  })
})
