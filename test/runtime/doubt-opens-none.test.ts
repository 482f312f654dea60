/** Whoever says how a run in doubt goes on opens no gate, and is not asked to look at one. */
import { expect, it } from 'vitest'
import type { CallContext, RunSnapshot } from '../../src/main/runtime/call-context.ts'
import { recheckGates } from '../../src/main/runtime/step/gates.ts'
import type { Work } from '../../src/main/runtime/step/work.ts'
import { claimed, run } from '../store/samples.ts'
import { SAMPLES } from '../support/items.ts'

it('a step that begins by the decision of a doubt has its claim already: no gate is judged again [gate.doubt]', () => {
  const recheck = (activity: RunSnapshot['run']['activity']) =>
    recheckGates(
      {} as CallContext,
      { run: run({ activity }) } as RunSnapshot,
      { call: { kind: 'noop' } } as Work,
      SAMPLES.interrupted,
    )
  expect(recheck(claimed())).toMatchObject({ kind: 'open' })
  expect(() => recheck({ kind: 'resting' })).toThrow('has its claim')
})
