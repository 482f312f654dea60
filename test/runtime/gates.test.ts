import { describe, expect, it } from 'vitest'
import { agent, follow, pending, person, press, start } from '../support/gateway.ts'
import { countRuns, openWithCounter } from './counter.ts'

/** A submitted transition behind a gate, with an effect that can be counted. */
export const GATED = `
approvals: { holdMs: 60 }
workflows:
  deploy:
    initialState: ready
    states:
      ready:
        transitions:
          ship:
            target: shipped
            approval: { required: true }
            inputSchema: { type: object, required: [image], properties: { image: { type: string } } }
            executor: { kind: cli, command: NODE, args: ["$.input.program", "$.input.file", "$.arguments.image"] }
            output: { image: "$.arguments.image" }
          drop: { target: dropped }
      shipped: {}
      dropped: {}
`

describe('a gate before a submitted transition', () => {
  it('holds it, and approval runs exactly that [gate.holds]', async () => {
    const gateway = await openWithCounter(GATED)
    const began = await start(gateway, 'deploy', effectIn(gateway.folder))
    const parked = await follow(gateway, began, 'ship', { image: '"v1"' })
    expect(parked).toMatchObject({ state: 'ready', version: 1, result: { status: 'waiting_for_action' } })
    expect(parked.links[0]).toMatchObject({ rel: 'self', method: 'workflow.get' })
    expect(await countRuns(gateway)).toBe(0)
    const [item] = await pending(gateway)
    expect(item).toMatchObject({ kind: 'gate', transition: 'ship', arguments: { image: '"v1"' } })
    expect(await press(gateway, item?.id ?? '', 'approve')).toMatchObject({ kind: 'decided' })
    expect(await countRuns(gateway)).toBe(1)
    const got = (await gateway.runtime.get(agent(), { workflowId: began.workflowId ?? '' })).response
    expect(got).toMatchObject({ state: 'shipped', version: 2, context: { image: '"v1"' } })
    await gateway.close()
  })
})

function effectIn(folder: string) {
  return { program: `${folder}/counter.cjs`, file: `${folder}/effects` }
}
