import { describe, expect, it, onTestFinished } from 'vitest'
import { approval, entry, run } from '../../store/samples.ts'
import { openTestGateway } from '../../support/gateway.ts'
import { ask, openTestDesk } from '../fixture.ts'

/** More than a view of a run shows. */
const ENTRIES = 2500

describe('a run with more entries than its page shows', () => {
  it('says that the newest alone are listed, and that a short one has no more [runs.long]', async () => {
    const gateway = await openTestGateway('people: { anna: {} }')
    const desk = openTestDesk(gateway)
    onTestFinished(async () => {
      await desk.close()
      await gateway.close()
    })
    const session = await desk.openSession('browser')
    for (const [id, entries] of [
      ['wf_00000000000a', ENTRIES],
      ['wf_00000000000b', 3],
    ] as const) {
      const audit = Array.from({ length: entries }, (_, number) =>
        entry({ id: `${id}${number}`, workflowId: id, eventType: 'workflow.transitioned' }),
      )
      const approvals = [approval({ id: id.replace('wf', 'ap'), workflowId: id })]
      await gateway.store.commit({ expect: [{ kind: 'newRun', id }], runs: [run({ id })], approvals, audit })
    }
    const long = await ask(desk, session, 'runs.get', { id: 'wf_00000000000a' })
    expect([long.isPartial, long.timeline.length]).toEqual([true, 2000])
    expect(long.timeline.at(-1)?.raw.id).toBe(`wf_00000000000a${ENTRIES - 1}`)
    const short = await ask(desk, session, 'runs.get', { id: 'wf_00000000000b' })
    expect([short.isPartial, short.timeline.length]).toEqual([undefined, 3])
    const cardOf = (id: string) => ask(desk, session, 'inbox.item', { id })
    expect(await cardOf('ap_00000000000a')).toMatchObject({ isPartial: true })
    expect(await cardOf('ap_00000000000b')).not.toHaveProperty('isPartial')
  })
})
