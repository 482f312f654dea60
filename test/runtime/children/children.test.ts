import { describe, expect, it } from 'vitest'
import { agent, follow, pending, person, press, start, type TestGateway } from '../../support/gateway.ts'
import { countRuns, effect, openWithCounter } from '../counter.ts'
import { followCancellably } from '../gated.ts'

const FAMILY = `
approvals: { holdMs: 300 }
proxy:
  expose:
    - { name: as_tool, description: Runs the child, inputSchema: { type: object, properties: { name: { type: string } } }, executor: { kind: workflow, definitionId: child } }
    - { name: as_question, description: Asks a person, executor: { kind: workflow, definitionId: asks } }
clients: { ops: { roles: [deployer], sees: all } }
workflows:
  parent:
    initialState: ready
    states:
      ready:
        transitions:
          go: { target: done, executor: { kind: workflow, definitionId: child, input: { name: "$.arguments.name" } }, output: { answer: "$.output.answer", at: "$.output.workflow.state" } }
          stop: { target: done }
          decide: { target: done, executor: { kind: workflow, definitionId: asks }, output: { answer: "$.output.answer" } }
          wrong: { target: done, executor: { kind: workflow, definitionId: child, input: { name: 7 } } }
          locked: { target: done, executor: { kind: workflow, definitionId: locked } }
          aside: { target: side }
          stuck: { target: breaking }
      side: { transitions: { on: { target: done } } }
      breaking: { transitions: { breaks: { target: done, actor: deterministic, executor: { kind: cli, command: "/nowhere/at/all" } } } }
      done: {}
  child:
    inputSchema: { type: object, properties: { name: { type: string } } }
    initialState: a
    states:
      a: { transitions: { next: { target: b, actor: deterministic, output: { answer: { concat: ["hello ", "$.input.name"] } } } } }
      b: {}
  asks:
    initialState: ask
    states:
      ask: { transitions: { approve: { target: yes_done, actor: human, output: { answer: "yes" } }, refuse: { target: no_done, actor: human } } }
      yes_done: {}
      no_done: {}
  locked:
    guards: [{ kind: role, role: deployer }]
    initialState: a
    states: { a: {} }
  chain:
    initialState: one
    states:
      one: { transitions: { first: { target: two, actor: deterministic, executor: { kind: workflow, definitionId: asks }, output: { answer: "$.output.answer" } } } }
      two: { transitions: { second: { target: end, actor: deterministic, output: { went: true } } } }
      end: {}
  bound:
    initialState: one
    states:
      one: { onEnter: { executor: { kind: workflow, definitionId: asks } }, transitions: { instead: { target: breaking } } }
      breaking: { transitions: { breaks: { target: end, actor: deterministic, executor: { kind: cli, command: "/nowhere/at/all" } } } }
      end: {}
  entering:
    initialState: one
    states:
      one: { onEnter: { executor: { kind: workflow, definitionId: asks }, output: { answer: "$.output.answer" } }, transitions: { skip: { target: end } } }
      end: {}
  endless:
    initialState: a
    states:
      a: { transitions: { again: { target: b, actor: deterministic, executor: { kind: workflow, definitionId: endless } } } }
      b: {}
  broken:
    initialState: a
    states:
      a: { transitions: { breaks: { target: b, actor: deterministic, executor: { kind: cli, command: NODE, args: ["$.input.program", "$.input.file", "{}", "1"] } } } }
      b: {}
  careful:
    initialState: a
    states:
      a: { transitions: { tries: { target: b, actor: deterministic, executor: { kind: workflow, definitionId: broken, input: { program: "$.input.program", file: "$.input.file" } }, reliability: { fallback: { executors: [{ kind: workflow, definitionId: child, input: { name: "you" } }] } }, output: { answer: "$.output.answer" } } } }
      b: {}
  late:
    initialState: a
    timeoutMs: 200
    states: { a: { transitions: { never: { target: b, actor: human } } }, b: {} }
  waits_for_late:
    initialState: a
    states: { a: { transitions: { go: { target: b, executor: { kind: workflow, definitionId: late } } } }, b: {} }
`

/** @param holdMs long where the other workflow ends by itself, short where it waits for somebody */
async function open(holdMs = 300): Promise<TestGateway> {
  return await openWithCounter(FAMILY.replace('holdMs: 300', `holdMs: ${holdMs}`))
}

async function childOf(gateway: TestGateway, id: string | undefined) {
  const [child] = await gateway.store.children(id ?? '')
  if (child === undefined) throw new Error('There is no child.')
  return child
}

/** The inbox as soon as it holds something. */
async function item(gateway: TestGateway) {
  return await expect
    .poll(async () => (await pending(gateway))[0])
    .toBeDefined()
    .then(async () => {
      const [first] = await pending(gateway)
      if (first === undefined) throw new Error('Nothing waits.')
      return first
    })
}

async function settled(gateway: TestGateway, id: string | undefined, state: string) {
  await expect.poll(async () => (await gateway.store.run(id ?? ''))?.state).toBe(state)
}

describe('a step that runs another workflow', () => {
  it('completes with the final context of that workflow [child.output]', async () => {
    const gateway = await open(20_000)
    const done = await follow(gateway, await start(gateway, 'parent'), 'go', { name: 'world' })
    expect(done).toMatchObject({
      state: 'done',
      version: 2,
      result: { status: 'completed' },
      context: { answer: 'hello world', at: 'b' },
    })
    const child = await childOf(gateway, done.workflowId)
    expect(child).toMatchObject({
      status: 'completed',
      parent: { workflowId: done.workflowId, depth: 1 },
      owner: 'local',
    })
    const events = await gateway.store.audit({ workflowId: done.workflowId ?? '' }, { limit: 50 })
    expect(events.items.map((event) => event.eventType)).toEqual(
      expect.arrayContaining(['sub_workflow.started', 'sub_workflow.completed']),
    )
    const own = await gateway.store.audit({ workflowId: child.id }, { limit: 50 })
    const correlated = (type: string) =>
      [...events.items, ...own.items].find((event) => event.eventType === type)?.correlationId
    expect(correlated('sub_workflow.completed')).toBe(correlated('sub_workflow.started'))
    const { id: childId, definitionId, state, status } = child
    expect(events.items.find(({ eventType }) => eventType === 'sub_workflow.completed')?.payload).toEqual({
      transition: 'go',
      childId,
      definitionId,
      state,
      status,
    })
    await gateway.close()
  })

  it('waits for as long as it takes, says for whom, and goes on when a person has decided [child.parked] [R4.6]', async () => {
    const gateway = await open()
    const waiting = await follow(gateway, await start(gateway, 'parent'), 'decide')
    expect(waiting).toMatchObject({ state: 'ready', version: 1, result: { status: 'waiting_for_action' } })
    const child = await childOf(gateway, waiting.workflowId)
    expect(waiting.links.map((link) => link.rel)).toEqual(expect.arrayContaining(['self', 'child', 'stop']))
    const asked = await gateway.runtime.get(agent(), { workflowId: waiting.workflowId ?? '' })
    expect(asked.response.result.message).toContain(child.id)
    expect(asked.response.result.message).toContain('Waiting for a person at the desk')
    const own = await gateway.runtime.get(agent(), { workflowId: child.id })
    expect(own.response.state).toBe('ask')
    await press(gateway, (await item(gateway)).id, 'approve')
    await settled(gateway, waiting.workflowId, 'done')
    expect((await gateway.store.run(waiting.workflowId ?? ''))?.context.answer).toBe('yes')
    await gateway.close()
  })

  it('is asked for once: the same submit waits for the same run', async () => {
    const gateway = await open()
    const response = await start(gateway, 'parent')
    const both = await Promise.all([follow(gateway, response, 'decide'), follow(gateway, response, 'decide')])
    expect(both.map((answer) => answer.result.status)).toEqual(['waiting_for_action', 'waiting_for_action'])
    expect(await gateway.store.children(response.workflowId ?? '')).toHaveLength(1)
    await gateway.close()
  })

  it('stands in a chain and in onEnter as well, and what follows goes on by itself', async () => {
    const gateway = await open()
    for (const name of ['chain', 'entering']) {
      const response = await start(gateway, name)
      expect(response).toMatchObject({ state: 'one', result: { status: 'waiting_for_action' } })
      await press(gateway, (await item(gateway)).id, 'approve')
      await expect
        .poll(async () => (await gateway.store.run(response.workflowId ?? ''))?.context.answer)
        .toBe('yes')
      const after = await gateway.store.run(response.workflowId ?? '')
      expect(after).toMatchObject({ activity: { kind: 'resting' }, state: name === 'chain' ? 'end' : 'one' })
    }
    await gateway.close()
  })

  it('fails with a clear sentence where the other workflow cannot be started [child.start]', async () => {
    const gateway = await open(20_000)
    const response = await start(gateway, 'parent')
    const sentences = async (transition: string) => {
      const failed = await follow(gateway, response, transition)
      expect(failed).toMatchObject({
        state: 'ready',
        result: { status: 'failed' },
        error: { code: 'EXECUTOR_FAILED' },
      })
      return failed.error?.message
    }
    expect(await sentences('wrong')).toMatch(/‘child’ was not started\. The input at ‘.*name’ does not fit/)
    expect(await sentences('locked')).toMatch(
      /‘locked’ was not started: Only somebody with the role ‘deployer’ can do this/,
    )
    const allowed = agent('ops', { roles: ['deployer'], sees: 'all' })
    expect(await follow(gateway, response, 'locked', {}, allowed)).toMatchObject({ state: 'done' })
    await gateway.close()
  })

  it('is not nested more than ten deep [child.depth]', async () => {
    const gateway = await open()
    const response = await start(gateway, 'endless')
    await expect
      .poll(async () => (await gateway.store.run(response.workflowId ?? ''))?.failure?.message ?? '', {
        timeout: 10_000,
      })
      .toMatch(/10 workflows stand above one another/)
    const all = await gateway.store.runs({ definitionId: 'endless' }, { limit: 50 })
    expect(all.total).toBe(11)
    await gateway.close()
  })

  it('fails with what failed in the other workflow, unless a fallback is declared [child.failed]', async () => {
    const gateway = await open()
    const response = await start(gateway, 'careful', effect(gateway.folder))
    await settled(gateway, response.workflowId, 'b')
    expect((await gateway.store.run(response.workflowId ?? ''))?.context.answer).toBe('hello you')
    expect(await countRuns(gateway)).toBe(1)
    const children = await gateway.store.children(response.workflowId ?? '')
    await expect
      .poll(async () =>
        (await gateway.store.children(response.workflowId ?? '')).map((child) => child.status).sort(),
      )
      .toEqual(['cancelled', 'completed'])
    expect(children).toHaveLength(2)
    const told = await gateway.store.audit(
      { workflowId: response.workflowId ?? '', eventTypes: ['fallback.selected'] },
      { limit: 5 },
    )
    expect(told.items).toMatchObject([{ payload: { transition: 'tries', position: 1, kind: 'workflow' } }])
    await gateway.close()
  })

  it('fails when the other workflow was cancelled or timed out [child.failed]', async () => {
    const gateway = await open()
    const waiting = await follow(gateway, await start(gateway, 'parent'), 'decide')
    const child = await childOf(gateway, waiting.workflowId)
    const someone = {
      kind: 'human' as const,
      id: 'human:anna',
      name: 'anna',
      roles: [],
      permissions: [],
      session: 's',
    }
    await gateway.runtime.cancel(someone, { workflowId: child.id, reason: 'Not today.' })
    await expect
      .poll(async () => (await gateway.store.run(waiting.workflowId ?? ''))?.failure?.message ?? '')
      .toMatch(/was cancelled in state ‘ask’\. Reason: Not today\./)
    const late = await follow(gateway, await start(gateway, 'waits_for_late'), 'go')
    await expect
      .poll(async () => (await gateway.store.run(late.workflowId ?? ''))?.failure)
      .toMatchObject({ code: 'EXECUTOR_FAILED', errorClass: 'timeout' })
    await gateway.close()
  })

  it('takes the other workflow with it when it is cancelled or another way is taken [child.cascade] [R4.6]', async () => {
    const gateway = await open()
    const first = await follow(gateway, await start(gateway, 'parent'), 'decide')
    const stopped = await follow(gateway, first, 'stop')
    expect(stopped.state).toBe('done')
    const second = await follow(gateway, await start(gateway, 'parent'), 'decide')
    const someone = {
      kind: 'human' as const,
      id: 'human:anna',
      name: 'anna',
      roles: [],
      permissions: [],
      session: 's',
    }
    await gateway.runtime.cancel(someone, { workflowId: second.workflowId ?? '', reason: 'Enough.' })
    for (const { workflowId } of [first, second]) {
      await expect.poll(async () => (await childOf(gateway, workflowId)).status).toBe('cancelled')
    }
    await expect.poll(async () => await pending(gateway)).toEqual([])
    await gateway.close()
  })

  it.each(['aside', 'stuck'])(
    'is not told to have run to whoever waits for it, where somebody else took another way: %s [child.left]',
    async (other) => {
      const gateway = await open(20_000)
      const began = await start(gateway, 'parent')
      const held = follow(gateway, began, 'decide')
      await item(gateway)
      await follow(gateway, began, other, {}, person())
      const { id } = await childOf(gateway, began.workflowId)
      expect(await held).toMatchObject({
        version: 2,
        result: { status: 'rejected' },
        error: {
          code: 'STALE_WORKFLOW_VERSION',
          message: `The workflow went on without ‘decide’; workflow ${id}, which it waited for, was stopped.`,
          attemptedTransition: 'decide',
        },
      })
      await gateway.close()
    },
  )

  it('is not what whoever started the run hears of, where it was left for a way that failed [child.left]', async () => {
    const gateway = await open(20_000)
    const held = start(gateway, 'bound')
    const waiting = await item(gateway)
    const child = await gateway.store.run('workflowId' in waiting ? waiting.workflowId : '')
    const workflowId = child?.parent?.workflowId ?? ''
    const instead = { workflowId, expectedVersion: 1, transition: 'instead', arguments: {} }
    const { response } = await gateway.runtime.submit(person(), instead)
    expect(response.error?.code).toBe('CHAIN_FAILED')
    expect(await held).toMatchObject({
      state: 'breaking',
      result: { status: 'failed' },
      error: { code: 'CHAIN_FAILED', attemptedTransition: 'breaks' },
    })
    await gateway.close()
  })

  it('may be a capability: its call waits, and its session is busy until then', async () => {
    const gateway = await open()
    const call = async (capability: string, args = {}, holdMs = 20_000) => {
      const input = { capability, arguments: args }
      return (await gateway.runtime.start(agent(), { definitionId: 'proxy_default', input }, { holdMs }))
        .response
    }
    expect(await call('as_tool', { name: 'you' })).toMatchObject({
      result: { status: 'executed' },
      context: { lastResult: { answer: 'hello you', workflow: { status: 'completed' } } },
    })
    const session = await call('as_question', {}, 0)
    expect(session.result.status).toBe('waiting_for_action')
    const other = await gateway.runtime.submit(agent(), {
      workflowId: session.workflowId ?? '',
      expectedVersion: session.version ?? 0,
      transition: 'as_tool',
      arguments: { name: 'x' },
    })
    expect(other.response.error?.code).toBe('WORKFLOW_BUSY')
    await press(gateway, (await item(gateway)).id, 'approve')
    await expect
      .poll(async () => (await gateway.store.run(session.workflowId ?? ''))?.context.lastResult)
      .toMatchObject({ answer: 'yes' })
    await gateway.close()
  })

  it('is stopped when the client cancels its call [child.cascade]', async () => {
    const gateway = await open(20_000)
    const response = await start(gateway, 'parent')
    const call = followCancellably(gateway, response, 'decide')
    await item(gateway)
    await call.cancel()
    await expect.poll(async () => (await childOf(gateway, response.workflowId)).status).toBe('cancelled')
    await expect
      .poll(async () => (await gateway.store.run(response.workflowId ?? ''))?.activity.kind)
      .not.toBe('parked')
    await gateway.close()
  })
})
