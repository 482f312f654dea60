import { describe, expect, it } from 'vitest'
import type { LiveCatalog } from '../../src/main/runtime/live-catalog.ts'
import { agent, follow, pending, person, press, start } from '../support/gateway.ts'
import { countRuns, openWithCounter } from './counter.ts'
import { counting, gated, getRun, IMAGE, onlyItem } from './gated.ts'

describe('limits of what waits', () => {
  it('no client fills the inbox, on whatever way it asks [R1.8]', async () => {
    const gateway = await openWithCounter(`${gated().replace('holdMs: 60', 'holdMs: 0')}
  asked:
    initialState: draft
    states:
      draft: { transitions: { hand_in: { target: check } } }
      check: { transitions: { pass_on: { target: review, actor: deterministic } } }
      review: { transitions: { approve: { target: done, actor: human } } }
      done: {}
  asking:
    initialState: check
    states:
      check: { transitions: { pass_on: { target: review, actor: deterministic } } }
      review: { transitions: { approve: { target: done, actor: human } } }
      done: {}
  free:
    initialState: draft
    states:
      draft: { transitions: { hand_in: { target: check } } }
      check: { transitions: { pass_on: { target: done, actor: deterministic, executor: { kind: noop } } } }
      done: {}
  asked_of_child: { initialState: review, states: { review: { transitions: { approve: { target: done, actor: human } } }, done: {} } }
  parent:
    initialState: ready
    states:
      ready: { transitions: { delegate: { target: done, executor: { kind: workflow, definitionId: asked_of_child } } } }
      done: {}
proxy: { expose: [{ name: tidy, title: Tidy, approval: { required: true }, executor: { kind: noop } }] }
`)
    const began = await start(gateway, 'deploy', counting(gateway))
    const other = await start(gateway, 'asked')
    for (let index = 0; index < 100; index += 1) await follow(gateway, began, 'ship', { image: `"${index}"` })
    expect(await pending(gateway)).toHaveLength(100)
    const full = { error: { code: 'TOO_MANY_PENDING' } }
    expect(await follow(gateway, began, 'ship', { image: '"one more"' })).toMatchObject(full)
    expect(await follow(gateway, other, 'hand_in')).toMatchObject(full)
    expect(await start(gateway, 'asking')).toMatchObject(full)
    const parent = await follow(gateway, await start(gateway, 'parent'), 'delegate')
    expect(parent.error?.message).toContain('100')
    expect(await pending(gateway)).toHaveLength(100)
    // What asks nobody yet goes on, and so does what the engine then calls without asking.
    expect((await start(gateway, 'asked')).result.status).toBe('started')
    expect((await follow(gateway, await start(gateway, 'free'), 'hand_in')).state).toBe('done')
    expect(
      await start(gateway, 'proxy_default', { capability: 'tidy', arguments: { deep: true } }),
    ).toMatchObject(full)
    // What is asked already is no new question, and another client is not held up.
    expect((await follow(gateway, began, 'ship', { image: '"7"' })).result.status).toBe('waiting_for_action')
    expect((await start(gateway, 'asked', {}, agent('other'))).result.status).toBe('started')
    await gateway.close()
  })

  it('a run moves on however much waits in it, and nothing of that waits any longer [R4.6]', async () => {
    const yaml = gated(undefined, ', pending: { perClient: 300 }').replace('holdMs: 60', 'holdMs: 0')
    const gateway = await openWithCounter(yaml)
    const began = await start(gateway, 'deploy', counting(gateway))
    for (let index = 0; index < 202; index += 1) await follow(gateway, began, 'ship', { image: `"${index}"` })
    const waiting = { workflowId: began.workflowId ?? '', status: ['pending' as const] }
    expect((await gateway.store.approvals(waiting, { limit: 1 })).total).toBe(202)
    await press(gateway, (await gateway.store.approvals(waiting, { limit: 1 })).items[0]?.id ?? '', 'approve')
    expect((await getRun(gateway, began.workflowId)).state).toBe('shipped')
    expect((await gateway.store.approvals(waiting, { limit: 1 })).total).toBe(0)
    await gateway.close()
  })

  it('no client fills it by asking everything at once either [R1.8]', async () => {
    const gateway = await openWithCounter(`${gated().replace('holdMs: 60', 'holdMs: 0')}
  asked:
    initialState: draft
    states:
      draft: { transitions: { hand_in: { target: check }, ask: { target: review } } }
      check: { transitions: { pass_on: { target: review, actor: deterministic } } }
      review: { transitions: { approve: { target: done, actor: human } } }
      done: {}
  asking:
    initialState: review
    states:
      review: { transitions: { approve: { target: done, actor: human } } }
      done: {}
`)
    const began = await start(gateway, 'deploy', counting(gateway))
    for (let index = 0; index < 97; index += 1) await follow(gateway, began, 'ship', { image: `"${index}"` })
    const runs = []
    for (let index = 0; index < 6; index += 1) runs.push(await start(gateway, 'asked'))
    const answers = await Promise.all([
      ...runs.slice(0, 3).map((run) => follow(gateway, run, 'hand_in')),
      ...runs.slice(3).map((run) => follow(gateway, run, 'ask')),
      start(gateway, 'asking'),
      start(gateway, 'asking'),
    ])
    expect(await pending(gateway)).toHaveLength(100)
    const refused = answers.filter(({ error }) => error?.code === 'TOO_MANY_PENDING')
    expect(refused).toHaveLength(answers.length - 3)
    // What stopped half-way goes on by hand when there is room again.
    const [item] = await pending(gateway)
    await press(gateway, item?.id ?? '', 'refuse')
    const stopped = answers.find(({ state, error }) => state === 'check' && error !== undefined)
    if (stopped !== undefined) expect((await follow(gateway, stopped, 'pass_on')).state).toBe('review')
    await gateway.close()
  })
})

describe('what moves behind a card', () => {
  it('a refusal of something else than was seen does not count either [R5.2]', async () => {
    const gateway = await openWithCounter(gated())
    await follow(gateway, await start(gateway, 'deploy', counting(gateway)), 'ship', IMAGE)
    const { id: approvalId } = await onlyItem(gateway)
    const press = {
      approvalId,
      outcome: 'refuse',
      arguments: IMAGE,
      comment: 'no',
      hash: 'of something else',
    }
    expect(await gateway.runtime.decide(person(), press)).toEqual({ kind: 'changed' })
    expect((await onlyItem(gateway)).status).toBe('pending')
    await gateway.close()
  })

  it('a gate that becomes stricter must be opened as well; votes for less do not count [R5.2] [gate.stricter]', async () => {
    const gateway = await openWithCounter(
      `${gated().replace('kind: cli, command: NODE', 'kind: cli, connection: node')}
connections: { node: { kind: cli, command: NODE } }
`,
    )
    const began = await start(gateway, 'deploy', counting(gateway))
    await follow(gateway, began, 'ship', IMAGE)
    const { id } = await onlyItem(gateway)
    const request = { approvalId: id, outcome: 'approve', arguments: IMAGE }
    const seen = await gateway.runtime.previewDecision(person(), request)
    const catalog = gateway.catalog as LiveCatalog
    const content = catalog.content()
    const node = content.connections.node as NonNullable<typeof content.connections.node>
    const gate = { required: true as const, quorum: 2, notRequester: true }
    catalog.replace({ ...content, connections: { node: { ...node, gate } } })
    expect(
      await gateway.runtime.decide(person(), { ...request, comment: '', hash: seen?.hash ?? '' }),
    ).toEqual({ kind: 'changed' })
    expect(await press(gateway, id, 'approve')).toMatchObject({ kind: 'voted', missing: { people: 1 } })
    expect(await countRuns(gateway)).toBe(0)
    expect(await press(gateway, id, 'approve', { who: person('ben') })).toMatchObject({ kind: 'decided' })
    expect((await getRun(gateway, began.workflowId)).state).toBe('shipped')
    await gateway.close()
  })

  it('a changed tool cannot be approved into running: DEFINITION_CHANGED until it is accepted [gate.changed-tool]', async () => {
    const gateway = await openWithCounter(`
approvals: { holdMs: 0 }
connections: { files: { kind: mcp, command: NODE, args: ["-e", "setInterval(() => {}, 9e9)"] } }
workflows:
  flow:
    initialState: draft
    states:
      draft:
        transitions:
          save: { target: done, approval: { required: true }, executor: { kind: mcp, connection: files, tool: save } }
      done: {}
`)
    const began = await start(gateway, 'flow')
    await follow(gateway, began, 'save')
    const { id } = await onlyItem(gateway)
    const catalog = gateway.catalog as LiveCatalog
    catalog.isChangedTool = () => true
    expect(await press(gateway, id, 'approve')).toMatchObject({
      kind: 'rejected',
      message: expect.stringContaining('No person has accepted the tool'),
    })
    expect(await follow(gateway, began, 'save')).toMatchObject({ error: { code: 'DEFINITION_CHANGED' } })
    expect((await getRun(gateway, began.workflowId)).state).toBe('draft')
    await gateway.close()
  })

  it('branches that run at once, and their fallbacks, are asked for together [R5.1]', async () => {
    const gateway = await openWithCounter(`
approvals: { holdMs: 0 }
connections: { node: { kind: cli, command: NODE, approval: { required: true } } }
workflows:
  flow:
    initialState: draft
    states:
      draft:
        transitions:
          both:
            target: done
            executor:
              kind: parallel
              branches:
                one: { executor: { kind: noop } }
                two: { executor: { kind: cli, connection: node, args: ["$.input.program", "$.input.file"] } }
      done: {}
`)
    const began = await start(gateway, 'flow', counting(gateway))
    expect((await follow(gateway, began, 'both')).result.status).toBe('waiting_for_action')
    expect(await countRuns(gateway)).toBe(0)
    await press(gateway, (await onlyItem(gateway)).id, 'approve')
    expect(await countRuns(gateway)).toBe(1)
    expect((await getRun(gateway, began.workflowId)).state).toBe('done')
    await gateway.close()
  })
})
