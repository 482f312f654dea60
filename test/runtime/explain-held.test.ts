import { describe, expect } from 'vitest'
import { test as it } from '../support/fixtures.ts'
import {
  agent,
  follow,
  openTestGateway,
  pending,
  person,
  press,
  start,
  type TestGateway,
} from '../support/gateway.ts'

const CONFIGURATION = `
approvals: { holdMs: 0, queues: { releases: { role: manager } } }
workflows:
  ask:
    initialState: asking
    states:
      asking:
        transitions:
          yes: { target: answered, actor: human }
      answered: {}
  release:
    initialState: ready
    states:
      ready:
        transitions:
          ship: { target: done, approval: { required: true, queue: releases } }
          call: { target: done, executor: { kind: human, queue: releases } }
          delegate: { target: done, executor: { kind: workflow, definitionId: ask } }
      done: {}
  watched:
    initialState: ready
    states:
      ready: { transitions: { free: { target: done }, guarded: { target: done, guards: [{ kind: role, role: chief }] } } }
      done: {}
`

async function waitingFor(gateway: TestGateway, workflowId: string | undefined) {
  const { answer } = await gateway.runtime.explain(agent(), { workflowId: workflowId ?? '' })
  return answer.waitingFor
}

describe('what a run is waiting for, as workflow.explain says it', () => {
  it.each([
    ['ship', /^Waiting for a person at the desk \(queue releases, role manager\) .* to approve ‘ship’\./],
    ['call', /^Waiting for a person at the desk \(queue releases, role manager\) /],
    ['delegate', /^‘delegate’ waits for workflow ‘ask’ \(wf_\w+\), .*: Waiting for a person at the desk /],
  ])('is whoever holds it up: %s [workflow.explain-instance]', async (transition, said) => {
    const gateway = await openTestGateway(CONFIGURATION)
    const began = await start(gateway, 'release')
    expect(await waitingFor(gateway, began.workflowId)).toBe(
      'The next move of an agent (ship, call, delegate).',
    )
    await follow(gateway, began, transition)
    expect(await waitingFor(gateway, began.workflowId)).toMatch(said)
    await gateway.close()
  })
})

describe('why nothing of a run can be submitted, as workflow.explain says it', () => {
  const steps = (step: string) => `${CONFIGURATION}  automatic: { steps: [{ name: one, ${step} }] }\n`
  it.each([
    ['an approval', 'approval: { required: true }, executor: { kind: noop }'],
    ['another workflow', 'executor: { kind: workflow, definitionId: ask }'],
  ])('is the step of the engine that waits for %s [workflow.explain-instance]', async (awaited, step) => {
    const gateway = await openTestGateway(steps(step))
    const { workflowId = '' } = await start(gateway, 'automatic')
    const { answer } = await gateway.runtime.explain(agent(), { workflowId })
    const because = `‘one’ waits for ${awaited}.`
    expect(answer).toMatchObject({ transitions: { one: { allowed: false, because } }, allowedNow: [] })
    await gateway.close()
  })
})

describe('a run whose state is entered once a person approves', () => {
  const yaml = `
approvals: { holdMs: 0 }
connections: { node: { kind: cli, command: ${process.execPath}, approval: { required: true } } }
workflows:
  release:
    initialState: draft
    states:
      draft: { transitions: { build: { target: building } } }
      building:
        onEnter: { executor: { kind: cli, connection: node, args: ["-v"] } }
        transitions:
          give_up: { target: over, description: Leave it. }
          publish: { target: over, actor: human }
      over: {}
`
  const LEFT = '‘$onEnter’ waits for an approval. This withdraws it.'

  it('may be left before: explain, get and submit say so alike [workflow.explain-instance] [R4.6]', async ({
    openGateway,
  }) => {
    const gateway = await openGateway(yaml)
    const entered = await follow(gateway, await start(gateway, 'release'), 'build')
    const { workflowId = '', version = 0 } = entered
    const { answer } = await gateway.runtime.explain(agent(), { workflowId })
    const said = { allowed: true, because: `Available now. ${LEFT}` }
    expect(answer).toMatchObject({ allowedNow: ['give_up'], transitions: { give_up: said } })
    const { response } = await gateway.runtime.get(agent(), { workflowId })
    expect(response.links.map(({ rel }) => rel)).toEqual(['give_up', 'self'])
    expect(response.links[0]).toMatchObject({ description: `Leave it. ${LEFT}` })
    expect(entered.links).toEqual(response.links)
    const args = { workflowId, expectedVersion: version, transition: 'give_up', arguments: {} }
    expect((await gateway.runtime.submit(agent(), args)).response).toMatchObject({ state: 'over' })
    expect(await pending(gateway)).toEqual([])
  })

  it('asks people for their own step afterwards, and says so [workflow.explain-instance]', async ({
    openGateway,
  }) => {
    const gateway = await openGateway(yaml)
    const entered = await follow(gateway, await start(gateway, 'release'), 'build')
    const { workflowId = '', version = 0 } = entered
    const message = '‘$onEnter’ waits for an approval.'
    const { answer } = await gateway.runtime.explain(person(), { workflowId })
    expect(answer).toMatchObject({ transitions: { publish: { allowed: false, because: message } } })
    const args = { workflowId, expectedVersion: version, transition: 'publish', arguments: {} }
    const early = await gateway.runtime.submit(person(), args)
    expect(early.response.error).toMatchObject({ code: 'WORKFLOW_BUSY', message })
    const [gate] = await pending(gateway)
    await press(gateway, gate?.id ?? '', 'approve')
    expect(await pending(gateway)).toMatchObject([{ kind: 'transition', version: version + 1 }])
  })
})

describe('who may go on with a run, as workflow.explain says it', () => {
  it.each([
    ['an agent', agent(), false],
    ['a person', person(), true],
  ])('depends on who asks: %s [workflow.explain-instance]', async (_, who, allowed) => {
    const gateway = await openTestGateway(CONFIGURATION)
    const { workflowId = '' } = await start(gateway, 'ask')
    const { answer } = await gateway.runtime.explain(who, { workflowId })
    expect(answer).toMatchObject({ transitions: { yes: { allowed } } })
    await gateway.close()
  })
})

describe('the place of a run among what waits', () => {
  it('is counted in its own queue only [workflow.explain-instance]', async () => {
    const gateway = await openTestGateway(CONFIGURATION)
    for (let number = 0; number < 3; number += 1) await start(gateway, 'ask')
    const began = await start(gateway, 'release')
    await follow(gateway, began, 'ship')
    const { response } = await gateway.runtime.get(agent(), { workflowId: began.workflowId ?? '' })
    expect(response.result.message).toContain('It is the first in its queue.')
    // One approval is all that it takes.
    expect(response.result.message).not.toContain('have approved')
    const { items } = await gateway.store.audit(
      { workflowId: began.workflowId ?? '', eventTypes: ['human.approval.requested'] },
      { limit: 10 },
    )
    expect(items).toMatchObject([{ payload: { transition: 'ship', queue: 'releases' } }])
    await gateway.close()
  })
})

describe('a definition, as workflow.explain says it', () => {
  it('is there for clients that may see it, and for others as if it were not [search.tag-limits]', async () => {
    const gateway = await openTestGateway(`
workflows:
  shown: { tags: [open], initialState: ready, states: { ready: {} } }
  hidden: { tags: [secret], initialState: ready, states: { ready: {} } }
`)
    const who = agent('local', { tags: ['open'] })
    const explain = (definitionId: string) => gateway.runtime.explain(who, { definitionId })
    expect(await explain('shown')).toMatchObject({ isError: false, answer: { definitionId: 'shown' } })
    expect(await explain('hidden')).toMatchObject({
      isError: true,
      answer: { error: { code: 'DEFINITION_NOT_FOUND' } },
    })
    await gateway.close()
  })
})

describe('one transition of a run, as workflow.explain says it', () => {
  it.each(['ship', 'call'])('says that a person is asked first: %s [workflow.explain-now]', async (name) => {
    const gateway = await openTestGateway(CONFIGURATION)
    const { workflowId = '' } = await start(gateway, 'release')
    const because = 'Available now. A person is asked before it takes effect.'
    const whole = await gateway.runtime.explain(agent(), { workflowId })
    expect(whole.answer.transitions).toMatchObject({ [name]: { allowed: true, because } })
    const one = await gateway.runtime.explain(agent(), { workflowId, transition: name })
    expect(one.answer.now).toMatchObject({ allowed: true, because })
    await gateway.close()
  })

  it('is allowed now or not, with the reason and what each guard says [workflow.explain-now]', async () => {
    const gateway = await openTestGateway(CONFIGURATION)
    const { workflowId = '' } = await start(gateway, 'watched')
    const explain = async (transition: string, state?: string) => {
      const request = { workflowId, transition, ...(state === undefined ? {} : { state }) }
      return (await gateway.runtime.explain(agent(), request)).answer
    }
    expect(await explain('free')).toMatchObject({
      target: 'done',
      now: { allowed: true, because: 'Available now.', guards: [] },
    })
    const guarded = await explain('guarded')
    expect(guarded.now).toMatchObject({ allowed: false, guards: [{ guard: 'role chief', passes: false }] })
    const [guard] = (guarded.now as { guards: { why: string }[] }).guards
    expect(guarded.now).toMatchObject({ because: guard?.why })
    const request = { workflowId, transition: 'free', expectedVersion: 1, arguments: {} }
    await gateway.runtime.submit(agent(), request)
    expect(await explain('free', 'ready')).toMatchObject({
      now: { allowed: false, because: 'The workflow is in state ‘done’.' },
    })
    await gateway.close()
  })
})
