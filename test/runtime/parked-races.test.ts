import { describe, expect, it } from 'vitest'
import { agent, follow, pending, press, start } from '../support/gateway.ts'
import { countRuns, effect, openWithCounter } from './counter.ts'

/** A child that fails in the transaction that makes it: both runs are looked at in the same moment. */
const FAMILY = `
approvals: { holdMs: 200 }
workflows:
  parent:
    initialState: ready
    states:
      ready:
        transitions:
          run:
            target: done
            executor: { kind: workflow, definitionId: stillborn, input: { word: --not-an-option } }
            reliability: { fallback: { executors: [{ kind: cli, command: NODE, args: ["$.input.program", "$.input.file"] }] } }
          replace:
            target: done
            executor: { kind: workflow, definitionId: stillborn, input: { word: --not-an-option } }
            reliability: { fallback: { executors: [{ kind: workflow, definitionId: asks }] } }
          either:
            target: done
            executor: { kind: workflow, definitionId: asks }
            reliability: { fallback: { executors: [{ kind: cli, command: NODE, args: ["$.input.program", "$.input.file"] }] } }
          wait: { target: done, executor: { kind: workflow, definitionId: asks } }
          gated: { target: done, approval: { required: true }, executor: { kind: cli, command: NODE, args: ["$.input.program", "$.input.file"] } }
      done: {}
  entering:
    initialState: a
    states:
      a: { transitions: { go: { target: b } } }
      b:
        onEnter: { executor: { kind: workflow, definitionId: asks } }
        transitions:
          gated: { target: c, approval: { required: true }, executor: { kind: cli, command: NODE, args: ["$.input.program", "$.input.file"] } }
      c: {}
  stillborn:
    inputSchema: { type: object, properties: { word: { type: string } } }
    initialState: a
    states:
      a: { transitions: { never: { target: b, actor: deterministic, executor: { kind: cli, command: "true", args: ["$.input.word"] } } } }
      b: {}
  asks:
    initialState: ask
    states:
      ask: { transitions: { approve: { target: end, actor: human } } }
      end: {}
`

const open = () => openWithCounter(FAMILY)

describe('a step that waits for another workflow', () => {
  it('takes its fallback once, however often the end of that workflow is noticed [child.failed]', async () => {
    // Its answer is held until the program has ended, however long that takes to start.
    const gateway = await openWithCounter(FAMILY.replace('holdMs: 200', 'holdMs: 30000'))
    const done = await follow(gateway, await start(gateway, 'parent', effect(gateway.folder)), 'run')
    expect(done.state).toBe('done')
    expect(await countRuns(gateway)).toBe(1)
    const { items } = await gateway.store.audit(
      { workflowId: done.workflowId ?? '', eventTypes: ['fallback.selected', 'sub_workflow.failed'] },
      { limit: 10 },
    )
    expect(items.map((event) => event.eventType).sort()).toEqual(['fallback.selected', 'sub_workflow.failed'])
    expect(gateway.logged).toEqual([])
    await gateway.close()
  })

  it('begins one other workflow as its fallback [child.failed]', async () => {
    const gateway = await open()
    const waiting = await follow(gateway, await start(gateway, 'parent', effect(gateway.folder)), 'replace')
    await expect.poll(() => pending(gateway)).toHaveLength(1)
    const children = await gateway.store.children(waiting.workflowId ?? '')
    expect(children.filter((child) => child.definitionId === 'asks')).toHaveLength(1)
    await gateway.close()
  })

  it.each([
    ['parent', 'wait'],
    ['entering', 'go'],
  ])(
    'of ‘%s’ goes on while people are asked about another transition, and ends when that runs [child.cascade] [R4.6]',
    async (definition, first) => {
      const gateway = await open()
      const waiting = await follow(gateway, await start(gateway, definition, effect(gateway.folder)), first)
      const asked = await follow(gateway, waiting, 'gated')
      expect(asked.result.status).toBe('waiting_for_action')
      const gate = (await pending(gateway)).find((item) => item.kind === 'gate')
      const [child] = await gateway.store.children(waiting.workflowId ?? '')
      expect(child?.status).toBe('running')
      await press(gateway, gate?.id ?? '', 'approve')
      expect(await countRuns(gateway)).toBe(1)
      await expect.poll(async () => (await gateway.store.run(child?.id ?? ''))?.status).toBe('cancelled')
      const { response } = await gateway.runtime.get(agent(), { workflowId: waiting.workflowId ?? '' })
      expect(response.result.status).toBe('completed')
      await gateway.close()
    },
  )

  it('takes no fallback when its client has cancelled the call [child.cascade]', async () => {
    const gateway = await openWithCounter(FAMILY.replace('holdMs: 200', 'holdMs: 20000'))
    const { workflowId = '' } = await start(gateway, 'parent', effect(gateway.folder))
    const controller = new AbortController()
    const request = { workflowId, expectedVersion: 1, transition: 'either', arguments: {} }
    const call = gateway.runtime.submit(agent(), request, { signal: controller.signal })
    await expect.poll(async () => (await pending(gateway)).length).toBe(1)
    controller.abort()
    await call
    await expect
      .poll(async () => (await gateway.store.run(workflowId))?.failure?.message ?? '')
      .toMatch(/was cancelled/)
    expect(await countRuns(gateway)).toBe(0)
    await gateway.close()
  })
})
