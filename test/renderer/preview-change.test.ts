import { describe, expect, it } from 'vitest'
import type { Preview } from '../../src/preload/contract.ts'
import { addChanges, compareShown } from '../../src/renderer/features/inbox/card/preview-change.ts'

const preview: Preview = {
  outcome: 'approve',
  call: 'deploy --replicas=2',
  nextStates: ['Deploying'],
  steps: [],
  stopsAt: 'The run ends in Done.',
  undoMs: 0,
  problems: [],
  hash: 'one',
  basis: {
    version: 1,
    state: 'Ready',
    definition: 'd1',
    connections: { ci: 'c1', mail: 'm1' },
    tools: [{ connection: 'ci', tool: 'deploy', accepted: 't1' }],
    workflows: [{ id: 'check', title: 'Check it', hash: 'w1' }],
    gates: 'g1',
    subject: 's1',
    edited: null,
  },
}

describe('what changed while an item was on screen', () => {
  it('is nothing while the hash is the same [window.changed]', () => {
    expect(compareShown(preview, { ...preview })).toEqual([])
  })

  it('names the call with both versions [window.changed]', () => {
    expect(compareShown(preview, { ...preview, call: 'deploy --replicas=200', hash: 'two' })).toEqual([
      { what: 'call', before: 'deploy --replicas=2', after: 'deploy --replicas=200' },
    ])
  })

  it('names the next state, where it stops, and the steps between [window.changed]', () => {
    const step = {
      state: 'Deploying',
      transition: 'verify',
      title: 'Verify',
      call: null,
      because: '',
      approximate: false,
    }
    const changes = compareShown(preview, { ...preview, nextStates: ['Aborted'], steps: [step], hash: 'two' })
    expect(changes.map((change) => change.what)).toEqual(['next', 'steps'])
    expect(changes[1]).toMatchObject({ before: '', after: 'Verify' })
  })

  it('is said with why: who edited it, that the run, a connection or its approvals moved [card.moved]', () => {
    const moved = (basis: Partial<Preview['basis']>) =>
      compareShown(preview, { ...preview, hash: 'two', basis: { ...preview.basis, ...basis } })
    expect(moved({ edited: { by: 'human:ben', at: 'later' } })).toEqual([
      { what: 'edited', before: '', after: 'human:ben' },
    ])
    expect(moved({ version: 2, state: 'Done' })).toEqual([{ what: 'run', before: 'Ready', after: 'Done' }])
    expect(moved({ connections: { ci: 'c2', mail: 'm1' }, gates: 'g2' })).toEqual([
      { what: 'connection', before: '', after: 'ci' },
      { what: 'gates', before: '', after: '' },
    ])
    // What cannot run any more says nothing of the approvals that it would need.
    expect(moved({ gates: '' }).map(({ what }) => what)).toEqual(['unseen'])
    expect(moved({ definition: 'd2', subject: 's2' }).map(({ what }) => what)).toEqual([
      'definition',
      'subject',
    ])
  })

  it('names the tool that was accepted otherwise, and the workflow that it may run [card.moved]', () => {
    const moved = (basis: Partial<Preview['basis']>) =>
      compareShown(preview, { ...preview, hash: 'two', basis: { ...preview.basis, ...basis } })
    const [tool, workflow] = [
      { connection: 'ci', tool: 'deploy' },
      { id: 'check', title: 'Check all' },
    ]
    // A call of a tool is defined by it: one sentence says so.
    expect(moved({ definition: 'd2', tools: [{ ...tool, accepted: 't2' }] })).toEqual([
      { what: 'tool', before: '', after: '“deploy” of the server ‘ci’' },
    ])
    expect(moved({ workflows: [{ ...workflow, hash: 'w2' }] })).toEqual([
      { what: 'workflow', before: '', after: 'Check it' },
    ])
    expect(moved({ workflows: [{ ...workflow, hash: null }] })).toEqual([
      { what: 'gone', before: '', after: 'Check it' },
    ])
    // What was not known, or is not called now, is not said to have changed.
    expect(moved({ tools: [], workflows: [] }).map(({ what }) => what)).toEqual(['unseen'])
    // Of two tools, neither hides the other.
    const change = { outcome: 'approve', what: 'tool' as const, before: '' }
    expect(addChanges([{ ...change, after: 'one' }], [{ ...change, after: 'two' }])).toHaveLength(2)
  })

  it('is said also where nothing on screen differs [window.changed]', () => {
    expect(compareShown(preview, { ...preview, hash: 'two' })).toEqual([
      { what: 'unseen', before: '', after: '' },
    ])
  })

  it('is said where nothing but what the press does differs [decide.others-meanwhile]', () => {
    const shown = { ...preview, undoMs: 8000 }
    expect(compareShown(shown, { ...shown, undoMs: 0 })).toEqual([{ what: 'undo', before: '', after: '' }])
    expect(compareShown(shown, { ...shown, stopsAt: 'Nothing runs yet.' })).toEqual([
      { what: 'next', before: 'Deploying · The run ends in Done.', after: 'Deploying · Nothing runs yet.' },
    ])
  })

  it('is not said of what is again as it was [decide.others-meanwhile]', () => {
    const next = { outcome: 'approve', what: 'next' as const }
    const first = [{ ...next, before: 'Waits', after: 'Ends' }]
    expect(addChanges(first, [{ ...next, before: 'Ends', after: 'Waits' }])).toEqual([])
  })

  it('is kept until it was read: a second change tells of both, from the first version to the last [window.changed]', () => {
    const outcome = 'approve'
    const first = [
      { outcome, what: 'definition' as const, before: '', after: '' },
      { outcome, what: 'call' as const, before: 'deploy 2', after: 'deploy 3' },
    ]
    expect(addChanges(first, [{ outcome, what: 'connection', before: '', after: 'ci' }])).toEqual([
      ...first,
      { outcome, what: 'connection', before: '', after: 'ci' },
    ])
    expect(
      addChanges(first, [{ outcome, what: 'call', before: 'deploy 3', after: 'deploy 4' }]),
    ).toContainEqual({
      outcome,
      what: 'call',
      before: 'deploy 2',
      after: 'deploy 4',
    })
    expect(addChanges(first, [{ outcome, what: 'unseen', before: '', after: '' }])).toEqual(first)
  })
})
