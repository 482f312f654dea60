import { describe, expect, it } from 'vitest'
import type { Activity, ParkedStep } from '../../src/main/model/run.ts'
import { RESTING } from '../../src/main/model/run.ts'
import { waitCauseOf } from '../../src/main/workflow/wait-cause.ts'
import { claim } from '../store/samples.ts'

const STEP: ParkedStep = {
  ...{ kind: 'chain', transition: 'build', arguments: {}, by: { id: 'engine', roles: [], permissions: [] } },
  ...{ on: 'gate', id: 'ap_1', correlationId: 'co_1', at: '2026-01-01T00:00:00.000Z' },
}
const UNWRITTEN = { transition: 'build', what: 'outcome', reason: 'The disk is full.' } as const

describe('what keeps a run from going on', () => {
  it.each<[string, Activity, string]>([
    ['rests', RESTING, 'move'],
    ['waits at a gate', { kind: 'parked', step: STEP, todo: 'chain' }, 'move'],
    ['waits for a run of its step', { kind: 'parked', step: { ...STEP, on: 'child' }, todo: null }, 'child'],
    ['is about to go on', { kind: 'due', todo: 'enter' }, 'engine'],
    ['runs a step', { kind: 'claimed', claim: claim() }, 'step'],
    ['was cut off', { kind: 'interrupted', claim: claim() }, 'verdict'],
  ])('is told from what it does: it %s [run.wait-cause]', (_, activity, kind) => {
    expect(waitCauseOf({ status: 'running', activity }, null).kind).toBe(kind)
    expect(waitCauseOf({ status: 'cancelled', activity }, UNWRITTEN).kind).toBe('ended')
    // A person is asked all the same; everything else must be written down first.
    const unwritten = waitCauseOf({ status: 'running', activity }, UNWRITTEN).kind
    expect(unwritten).toBe(kind === 'verdict' ? 'verdict' : 'database')
  })
})
