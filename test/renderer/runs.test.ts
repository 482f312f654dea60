import { describe, expect, it } from 'vitest'
import type { RunDetail, RunSummary } from '../../src/preload/contract.ts'
import { exportRun, lookOf, sayState, sayWaiting } from '../../src/renderer/features/runs/look.ts'
import { readWho, speakWho } from '../../src/renderer/items/who.tsx'
import { stepKey } from '../../src/renderer/lists/list-keys.ts'
import { readRouteId, writeRouteId } from '../../src/renderer/routes/route-id.ts'

const WORKFLOW = { isSingleCall: false, version: 1, refused: false, attention: null } as const

describe('how a run is', () => {
  const look = (status: RunSummary['status'], attention: RunSummary['attention'], refused = false) =>
    lookOf({ ...WORKFLOW, status, attention, refused })

  it('is said by what needs somebody while it runs [screens.run-look]', () => {
    expect(look('running', 'interrupted')).toEqual({ tone: 'failed', word: 'Interrupted' })
    expect(look('running', 'needs_person')).toEqual({ tone: 'needs', word: 'Needs a person' })
    expect(look('running', 'executing')).toEqual({ tone: 'running', word: 'Running a step' })
    expect(look('running', 'failed')).toEqual({ tone: 'failed', word: 'Failed' })
    expect(look('running', 'failed', true)).toEqual({ tone: 'refused', word: 'Refused' })
    expect(look('running', null)).toEqual({ tone: 'neutral', word: 'Running' })
  })

  it('is said by how it ended once it has ended [screens.run-look]', () => {
    expect(look('completed', null)).toEqual({ tone: 'done', word: 'Completed' })
    expect(look('completed', null, true)).toEqual({ tone: 'refused', word: 'Refused' })
    expect(sayState({ ...WORKFLOW, status: 'completed', refused: true, stateTitle: 'Refused' })).toBe('')
    expect(sayState({ ...WORKFLOW, status: 'completed', stateTitle: 'Published' })).toBe('Published')
    expect(look('timed_out', 'failed')).toEqual({ tone: 'failed', word: 'Timed out' })
    expect(look('cancelled', 'needs_person')).toEqual({ tone: 'quiet', word: 'Cancelled' })
  })

  it('does not say twice that a person is waited for [screens.run-look]', () => {
    const run = { isSingleCall: false, attention: 'needs_person' } as const
    expect(sayWaiting({ ...run, waitingFor: 'a person' })).toBe('')
    expect(sayWaiting({ ...run, waitingFor: 'a person (queue ops)' })).toBe('waits for a person (queue ops)')
    expect(sayWaiting({ ...WORKFLOW, waitingFor: 'the agent' })).toBe('waits for the agent')
    expect(sayWaiting({ ...WORKFLOW, waitingFor: null })).toBe('')
  })

  it('is said of a single call by what became of it: it stands nowhere, and nobody waits for the next [runs.single-calls]', () => {
    const call = { ...WORKFLOW, status: 'running', isSingleCall: true } as const
    expect(lookOf({ ...call, version: 2 })).toEqual({ tone: 'done', word: 'Answered' })
    expect(lookOf(call)).toEqual({ tone: 'neutral', word: 'Running' })
    expect(lookOf({ ...call, version: 2, attention: 'needs_person' }).word).toBe('Needs a person')
    expect(sayState({ ...call, stateTitle: 'Ready' })).toBe('')
    expect(sayWaiting({ ...call, waitingFor: 'the agent' })).toBe('')
    expect(sayWaiting({ ...call, attention: 'executing', waitingFor: '‘pay’, which is running' })).toBe(
      'waits for ‘pay’, which is running',
    )
  })

  it('is exported whole, under a name that is a name [screens.run-look]', () => {
    const run = { id: 'wf_1/../x', state: 'a' } as RunDetail
    const { name, text } = exportRun(run)
    expect(name).toBe('run-wf_1_x.json')
    expect(JSON.parse(text)).toEqual(run)
  })
})

describe('who', () => {
  it('is read from a principal, and an agent is never taken for a person [screens.run-look]', () => {
    expect(readWho('human:anna')).toEqual({ kind: 'person', name: 'anna' })
    expect(readWho('agent:human:anna')).toEqual({ kind: 'agent', name: 'human:anna' })
    expect(readWho('engine')).toEqual({ kind: 'gateway' })
    expect(speakWho('agent:cursor')).toBe('cursor')
  })
})

describe('identifiers in addresses', () => {
  it('come back as they were, slashes too [screens.list-keys]', () => {
    for (const id of ['wf_1', 'files/read', 'a b', 'a?b#c&d=e+f,g;h:i@j$k', 'ä']) {
      // The router decodes what `decodeURI` decodes.
      expect(readRouteId(decodeURI(writeRouteId(id)))).toBe(id)
    }
    expect(readRouteId(null)).toBeNull()
    // A server may send half a character: an address that cannot be written must not take the screen with it.
    expect(writeRouteId('half\ud800')).toBe('half%EF%BF%BD')
  })
})

describe('keys of lists', () => {
  it('move by one and stay at the ends [screens.list-keys]', () => {
    const keys = ['a', 'b', 'c']
    expect(stepKey(keys, null, 1)).toBe('a')
    expect(stepKey(keys, 'gone', -1)).toBe('a')
    expect(stepKey(keys, 'b', 1)).toBe('c')
    expect(stepKey(keys, 'c', 1)).toBe('c')
    expect(stepKey(keys, 'a', -1)).toBe('a')
    expect(stepKey([], 'a', 1)).toBeNull()
  })
})
