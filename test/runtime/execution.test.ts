import { cp, mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createManualClock } from '../support/clock.ts'
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

/** A program that appends a line to a file and answers in JSON: an effect that can be counted. */
const COUNTER = `
const fs = require('node:fs')
const [file, answer = '{}', code = '0'] = process.argv.slice(2)
fs.appendFileSync(file, 'ran\\n')
process.stdout.write(answer)
process.exitCode = Number(code)
`
const NODE = JSON.stringify(process.execPath)

async function open(yaml: string, more = {}): Promise<TestGateway> {
  return await openTestGateway(yaml.replaceAll('NODE', NODE), { files: { 'counter.cjs': COUNTER }, ...more })
}

async function ran(gateway: TestGateway, file = 'effects'): Promise<number> {
  const text = await readFile(join(gateway.folder, file), 'utf8').catch(() => '')
  return text.split('\n').filter((line) => line === 'ran').length
}

function effect(gatewayFolder: string, answer = '{}', code = '0', file = 'effects') {
  return { program: join(gatewayFolder, 'counter.cjs'), file: join(gatewayFolder, file), answer, code }
}

const WORKER = `
workflows:
  work:
    initialState: ready
    states:
      ready:
        transitions:
          run:
            target: done
            executor: { kind: cli, command: NODE, args: ["$.input.program", "$.input.file", "$.input.answer", "$.input.code"] }
            output: { answer: "$.output.json", exitCode: "$.output.exitCode" }
      done: {}
`

describe('running effects', () => {
  it('maps what a program answered into the context and records evidence', async () => {
    const gateway = await open(WORKER)
    const began = await start(gateway, 'work', effect(gateway.folder, '{"passed":true}'))
    const response = await follow(gateway, began, 'run')
    expect(response).toMatchObject({
      state: 'done',
      version: 2,
      terminal: true,
      result: { status: 'completed' },
      context: { answer: { passed: true }, exitCode: 0 },
      evidence: [{ kind: 'cli_output' }],
    })
    expect(await ran(gateway)).toBe(1)
    await gateway.close()
  })

  it('leaves state and version as they were when the executor fails [engine.failure]', async () => {
    const gateway = await open(WORKER)
    const began = await start(gateway, 'work', effect(gateway.folder, 'no', '3'))
    const response = await follow(gateway, began, 'run')
    expect(response).toMatchObject({
      state: 'ready',
      version: 1,
      result: { status: 'failed' },
      error: { code: 'EXECUTOR_FAILED', attemptedTransition: 'run', errorClass: 'permanent' },
    })
    expect(response.links.map((link) => link.rel)).toEqual(['run', 'self'])
    const got = (await gateway.runtime.get(agent(), { workflowId: began.workflowId ?? '' })).response
    expect(got).toMatchObject({
      result: { status: 'waiting_for_action' },
      error: { code: 'EXECUTOR_FAILED' },
    })
    await gateway.close()
  })

  it('reaches the executor once, whatever the number of concurrent submits [engine.once]', async () => {
    const gateway = await open(WORKER)
    const began = await start(gateway, 'work', effect(gateway.folder))
    const answers = await Promise.all(Array.from({ length: 100 }, () => follow(gateway, began, 'run')))
    expect(await ran(gateway)).toBe(1)
    expect(answers.filter((answer) => answer.error === undefined)).toHaveLength(1)
    const codes = new Set(answers.map((answer) => answer.error?.code))
    codes.delete(undefined)
    expect([...codes].every((code) => code === 'WORKFLOW_BUSY' || code === 'STALE_WORKFLOW_VERSION')).toBe(
      true,
    )
    await gateway.close()
  })

  it('rejects by guards with the values that they saw', async () => {
    const gateway = await open(`
workflows:
  guarded:
    initialState: ready
    initialContext: { coverage: 70 }
    states:
      ready:
        transitions:
          ship:
            target: done
            guards:
              - { kind: expr, expr: "$.context.coverage >= 80" }
              - { kind: role, role: releaser }
      done: {}
`)
    const began = await start(gateway, 'guarded')
    const response = await follow(gateway, began, 'ship')
    expect(response.error?.code).toBe('GUARD_REJECTED')
    expect(response.error?.details).toMatchObject([
      { saw: { '$.context.coverage': 70 } },
      { guard: expect.stringContaining('releaser') },
    ])
    const events = await gateway.store.audit({ eventTypes: ['guard.evaluated'] }, { limit: 10 })
    expect(events.total).toBe(2)
    await gateway.close()
  })

  it('hides links whose guards fail when linkFilter says so [engine.link-filter] [engine.prefill]', async () => {
    const gateway = await open(`
workflows:
  filtered:
    initialState: ready
    linkFilter: byGuards
    initialContext: { count: 1 }
    states:
      ready:
        transitions:
          more: { target: ready, output: { count: { add: ["$.context.count", 1] } }, prefill: { from: "$.context.count", who: "$.input.who" } }
          enough: { target: done, guards: [{ kind: expr, expr: "$.context.count >= 2" }] }
      done: {}
`)
    const began = await start(gateway, 'filtered', { who: 'me' })
    expect(began.links.map((link) => link.rel)).toEqual(['more'])
    expect(began.links[0]?.args.arguments).toEqual({ from: 1, who: 'me' })
    const again = await follow(gateway, began, 'more')
    expect(again).toMatchObject({ state: 'ready', version: 2, context: { count: 2 } })
    expect(again.links.map((link) => link.rel)).toEqual(['more', 'enough'])
    await gateway.close()
  })

  it('takes the first branch that passes, after the outputs are mapped [engine.branches]', async () => {
    const gateway = await open(`
workflows:
  tests:
    initialState: idle
    states:
      idle:
        transitions:
          run:
            target: red
            executor: { kind: cli, command: NODE, args: ["$.input.program", "$.input.file", "{}", "$.input.code"], treatNonZeroAsFailure: false }
            output: { passed: "$.output.success" }
            branches:
              - { when: { kind: expr, expr: "$.context.passed == true" }, target: green }
      green: {}
      red: {}
`)
    const good = await follow(gateway, await start(gateway, 'tests', effect(gateway.folder)), 'run')
    const bad = await follow(gateway, await start(gateway, 'tests', effect(gateway.folder, '{}', '1')), 'run')
    expect([good.state, bad.state]).toEqual(['green', 'red'])
    await gateway.close()
  })
})

const CHAIN = `
workflows:
  pipeline:
    initialState: one
    maxChainDepth: 5
    states:
      one: { transitions: { first: { target: two, actor: deterministic, executor: { kind: cli, command: NODE, args: ["$.input.program", "$.input.file", '{"n":1}'] }, output: { n: "$.output.json.n" } } } }
      two: { transitions: { second: { target: three, actor: deterministic, executor: { kind: cli, command: NODE, args: ["$.input.program", "$.input.file", "{}", "$.input.code"] } } } }
      three: { transitions: { ship: { target: done } } }
      done: {}
`

describe('chains', () => {
  it('run by themselves from start to the first decision, each step listed [engine.chain]', async () => {
    const gateway = await open(CHAIN)
    const response = await start(gateway, 'pipeline', effect(gateway.folder))
    expect(response).toMatchObject({
      state: 'three',
      version: 3,
      result: { status: 'started' },
      context: { n: 1 },
      chain: [
        { fromState: 'one', transition: 'first', toState: 'two', version: 2 },
        { fromState: 'two', transition: 'second', toState: 'three', version: 3 },
      ],
    })
    expect(await ran(gateway)).toBe(2)
    await gateway.close()
  })

  it('keep what was done when a step fails, and offer that step for recovery only [R4.5] [R4.2]', async () => {
    const gateway = await open(CHAIN)
    const failed = await start(gateway, 'pipeline', effect(gateway.folder, '{}', '1'))
    expect(failed).toMatchObject({
      state: 'two',
      version: 2,
      result: { status: 'failed' },
      error: { code: 'CHAIN_FAILED', attemptedTransition: 'second' },
    })
    expect(failed.links.map((link) => link.rel)).toEqual(['second', 'self'])
    const again = await follow(gateway, failed, 'second')
    expect(again.error?.code).toBe('EXECUTOR_FAILED')
    await gateway.close()
  })

  it('refuse a deterministic transition that is submitted by hand [R4.5]', async () => {
    const gateway = await open(`
workflows:
  mixed:
    initialState: ready
    states:
      ready: { transitions: { auto: { target: done, actor: deterministic }, hand: { target: done } } }
      done: {}
`)
    const response = await follow(gateway, await start(gateway, 'mixed'), 'auto')
    expect(response.error?.code).toBe('ACTOR_MISMATCH')
    await gateway.close()
  })

  it('need exactly one candidate, and name them', async () => {
    const gateway = await open(`
workflows:
  fork:
    initialState: ready
    states:
      ready: { transitions: { left: { target: done, actor: deterministic, guards: [{ kind: expr, expr: "$.input.left == true" }] }, right: { target: done, actor: deterministic, guards: [{ kind: expr, expr: "$.input.right == true" }] } } }
      done: {}
`)
    const both = await start(gateway, 'fork', { left: true, right: true })
    expect(both.error).toMatchObject({ code: 'CHAIN_FAILED', message: expect.stringMatching(/left.*right/) })
    const none = await start(gateway, 'fork', {})
    expect(none.error?.code).toBe('CHAIN_FAILED')
    expect(await start(gateway, 'fork', { right: true })).toMatchObject({ state: 'done', terminal: true })
    await gateway.close()
  })

  it('stop at maxChainDepth', async () => {
    const gateway = await open(`
workflows:
  loop:
    initialState: a
    maxChainDepth: 7
    states:
      a: { transitions: { go: { target: b, actor: deterministic } } }
      b: { transitions: { back: { target: a, actor: deterministic, guards: [{ kind: expr, expr: "$.context.stop != true" }] }, never: { target: end, actor: deterministic, guards: [{ kind: expr, expr: "$.context.stop == true" }] } } }
      end: {}
`)
    const response = await start(gateway, 'loop')
    expect(response.error).toMatchObject({
      code: 'CHAIN_FAILED',
      message: expect.stringContaining('maxChainDepth'),
    })
    expect(response.chain).toHaveLength(7)
    await gateway.close()
  })
})

describe('onEnter', () => {
  const yaml = `
workflows:
  enters:
    initialState: idle
    states:
      idle: { transitions: { go: { target: prepared } } }
      prepared:
        onEnter:
          executor: { kind: cli, command: NODE, args: ["$.input.program", "$.input.file", '{"ready":true}', "$.input.code"] }
          output: { ready: "$.output.json.ready" }
        transitions: { finish: { target: done } }
      done: {}
`
  it('runs after the state was entered and counts as a version [R4.1]', async () => {
    const gateway = await open(yaml)
    const response = await follow(gateway, await start(gateway, 'enters', effect(gateway.folder)), 'go')
    expect(response).toMatchObject({
      state: 'prepared',
      version: 3,
      context: { ready: true },
      result: { status: 'executed' },
    })
    await gateway.close()
  })

  it('that fails leaves the state entered and offers a link that retries it [R4.4]', async () => {
    const gateway = await open(yaml)
    const failed = await follow(
      gateway,
      await start(gateway, 'enters', effect(gateway.folder, '{}', '1')),
      'go',
    )
    expect(failed).toMatchObject({
      state: 'prepared',
      version: 2,
      result: { status: 'failed' },
      error: { code: 'CHAIN_FAILED' },
    })
    const retry = failed.links.find((link) => link.rel.startsWith('$'))
    expect(retry?.args.transition).toBe('$onEnter')
    const again = await follow(gateway, failed, '$onEnter')
    expect(again).toMatchObject({ state: 'prepared', result: { status: 'failed' } })
    expect(await ran(gateway)).toBe(2)
    await gateway.close()
  })
})

describe('human executors', () => {
  const yaml = `
approvals: { holdMs: 60 }
workflows:
  legal:
    initialState: draft
    states:
      draft:
        transitions:
          sign:
            target: signed
            inputSchema: { type: object, required: [text], properties: { text: { type: string } } }
            executor: { kind: human, queue: legal }
            output: { decision: "$.output.decision", by: "$.output.by" }
          drop: { target: dropped }
      signed: {}
      dropped: {}
`
  it('park the transition; approval completes it [R4.6] [R5.7]', async () => {
    const gateway = await open(yaml)
    const began = await start(gateway, 'legal')
    const parked = await follow(gateway, began, 'sign', { text: 'We agree.' })
    expect(parked).toMatchObject({ state: 'draft', version: 1, result: { status: 'waiting_for_action' } })
    const [item] = await pending(gateway)
    expect(item).toMatchObject({
      kind: 'executor',
      queue: 'legal',
      transition: 'sign',
      arguments: { text: 'We agree.' },
    })
    expect(await press(gateway, item?.id ?? '', 'approve')).toMatchObject({ kind: 'decided' })
    const got = (await gateway.runtime.get(agent(), { workflowId: began.workflowId ?? '' })).response
    expect(got).toMatchObject({
      state: 'signed',
      version: 2,
      context: { decision: 'approved', by: 'human:anna' },
    })
    const kinds = (await gateway.store.evidence(began.workflowId ?? '')).map((evidence) => evidence.kind)
    expect(kinds.sort()).toEqual(['approval', 'human_request'])
    await gateway.close()
  })

  it('a refusal leaves the state and tells the agent why', async () => {
    const gateway = await open(yaml)
    const began = await start(gateway, 'legal')
    await follow(gateway, began, 'sign', { text: 'We agree.' })
    const [item] = await pending(gateway)
    await press(gateway, item?.id ?? '', 'refuse', { comment: 'Ask finance first' })
    const got = (await gateway.runtime.get(agent(), { workflowId: began.workflowId ?? '' })).response
    expect(got).toMatchObject({
      state: 'draft',
      version: 1,
      error: { code: 'APPROVAL_DENIED', message: expect.stringContaining('Ask finance first') },
    })
    await gateway.close()
  })

  it('hold the agent’s call and answer with the decision [R4.6]', async () => {
    const gateway = await open(yaml.replace('holdMs: 60', 'holdMs: 30000'))
    const began = await start(gateway, 'legal')
    const asked = new Promise<void>((resolve) =>
      gateway.onChange((change) => change.topic === 'approval' && resolve()),
    )
    const call = follow(gateway, began, 'sign', { text: 'We agree.' })
    await asked
    const [item] = await pending(gateway)
    await press(gateway, item?.id ?? '', 'approve')
    expect(await call).toMatchObject({ state: 'signed', result: { status: 'completed' } })
    await gateway.close()
  })

  it('an identical request is the same item; another transition withdraws it [R1.8] [R4.6]', async () => {
    const gateway = await open(yaml)
    const began = await start(gateway, 'legal')
    await follow(gateway, began, 'sign', { text: 'We agree.' })
    await follow(gateway, began, 'sign', { text: 'We agree.' })
    expect(await pending(gateway)).toHaveLength(1)
    await follow(gateway, began, 'sign', { text: 'Something else.' })
    expect(await pending(gateway)).toHaveLength(2)
    await follow(gateway, began, 'drop')
    expect(await pending(gateway)).toEqual([])
    await gateway.close()
  })

  it('a client that cancels its call withdraws what it asked [R4.6]', async () => {
    const gateway = await open(yaml.replace('holdMs: 60', 'holdMs: 30000'))
    const began = await start(gateway, 'legal')
    const controller = new AbortController()
    const asked = new Promise<void>((resolve) =>
      gateway.onChange((change) => change.topic === 'approval' && resolve()),
    )
    const call = gateway.runtime.submit(
      agent(),
      {
        workflowId: began.workflowId ?? '',
        expectedVersion: 1,
        transition: 'sign',
        arguments: { text: 'x' },
      },
      { signal: controller.signal },
    )
    await asked
    controller.abort()
    await call
    expect(await pending(gateway)).toEqual([])
    await gateway.close()
  })
})

describe('deadlines', () => {
  const yaml = `
workflows:
  approval:
    timeoutMs: 60000
    onTimeout: { target: timed_out }
    initialState: pending
    states:
      pending: { transitions: { agree: { target: agreed, actor: human }, note: { target: pending } } }
      agreed: {}
      timed_out: { terminal: true }
`
  it('are applied on the next get and submit; what was asked expires [engine.timeout]', async () => {
    const clock = createManualClock()
    const gateway = await open(yaml, { clock })
    const began = await start(gateway, 'approval')
    const [item] = await pending(gateway)
    clock.advance(61_000)
    const submitted = await follow(gateway, began, 'note')
    expect(submitted).toMatchObject({
      state: 'timed_out',
      version: 2,
      terminal: true,
      result: { status: 'timed_out' },
    })
    expect(await gateway.store.approval(item?.id ?? '')).toMatchObject({ status: 'expired' })
    expect(await press(gateway, item?.id ?? '', 'agree')).toMatchObject({ kind: 'closed' })
    await gateway.close()
  })
  it('wake by themselves, so that a waiting agent learns at once [engine.timeout]', async () => {
    const clock = createManualClock()
    const gateway = await open(yaml, { clock })
    const began = await start(gateway, 'approval')
    const closed = new Promise<void>((resolve) =>
      gateway.onChange((change) => change.topic === 'instance' && resolve()),
    )
    clock.advance(60_000)
    await closed
    expect((await gateway.store.instance(began.workflowId ?? ''))?.status).toBe('timed_out')
    await gateway.close()
  })
})

describe('capabilities', () => {
  const yaml = `
proxy:
  expose:
    - name: count.up
      title: Count up
      description: Runs the counter.
      inputSchema: { type: object, required: [program, file], properties: { program: { type: string }, file: { type: string }, answer: { type: string, default: '{"n":1}' } } }
      executor: { kind: cli, command: NODE, args: ["$.arguments.program", "$.arguments.file", "$.arguments.answer"] }
    - name: echo
      title: Echo
      executor: { kind: noop }
`
  it('run at once when their arguments fit [R4.10] [R4.2]', async () => {
    const gateway = await open(yaml)
    const { program, file } = effect(gateway.folder)
    const beside = await start(gateway, 'proxy_default', { capability: 'count.up', program, file })
    expect(beside).toMatchObject({
      definitionId: 'proxy_default',
      state: 'ready',
      version: 2,
      result: { status: 'executed' },
      context: { lastResult: { json: { n: 1 } } },
    })
    const nested = await start(gateway, 'proxy_default', {
      capability: 'count.up',
      arguments: { program, file },
    })
    expect(nested.result.status).toBe('executed')
    expect(await ran(gateway)).toBe(2)
    const again = await follow(gateway, nested, 'count.up', { program, file })
    expect(again).toMatchObject({ version: 3, result: { status: 'executed' } })
    await gateway.close()
  })

  it('open a session that offers them when no arguments are given [R4.10]', async () => {
    const gateway = await open(yaml)
    const session = await start(gateway, 'proxy_default', { capability: 'count.up' })
    expect(session.result.status).toBe('started')
    expect(session.links.map((link) => link.rel)).toEqual(['count.up', 'search', 'home'])
    expect(session.links[0]?.inputSchema).toMatchObject({ required: ['program', 'file'] })
    const bare = await start(gateway, 'proxy_default', {})
    expect(bare.links.map((link) => link.method)).toEqual(['gateway.search', 'gateway.home'])
    expect(await start(gateway, 'proxy_default', { capability: 'echo', arguments: {} })).toMatchObject({
      result: { status: 'executed' },
    })
    expect(await start(gateway, 'proxy_default', { capability: 'echo' })).toMatchObject({
      result: { status: 'started' },
    })
    await gateway.close()
  })

  it('create nothing when arguments do not fit or come in both forms [R4.10]', async () => {
    const gateway = await open(yaml)
    const wrong = await start(gateway, 'proxy_default', { capability: 'count.up', program: 3 })
    expect(wrong.error?.code).toBe('INPUT_SCHEMA_VIOLATION')
    const both = await start(gateway, 'proxy_default', {
      capability: 'count.up',
      program: 'x',
      arguments: { file: 'y' },
    })
    expect(both.error?.code).toBe('INVALID_ARGUMENTS')
    const unknown = await start(gateway, 'proxy_default', { capability: 'count.upp' })
    expect(unknown.error).toMatchObject({
      code: 'CAPABILITY_NOT_FOUND',
      details: { nearest: expect.arrayContaining(['count.up']) },
    })
    expect((await gateway.store.instances({}, { limit: 10 })).total).toBe(0)
    await gateway.close()
  })

  it('submit any capability in a session by its id', async () => {
    const gateway = await open(yaml)
    const session = await start(gateway, 'proxy_default', {})
    expect(await follow(gateway, session, 'echo', { hello: 'world' })).toMatchObject({
      version: 2,
      context: { lastResult: { hello: 'world' } },
    })
    const missing = await follow(gateway, { ...session, version: 2 }, 'ekko')
    expect(missing.error).toMatchObject({ code: 'CAPABILITY_NOT_FOUND', details: { nearest: ['echo'] } })
    await gateway.close()
  })
})

describe('after a crash', () => {
  const STORE = 'store: { kind: sqlite }\n'

  async function crash(
    yaml: string,
    at: string,
    drive: (gateway: TestGateway) => Promise<unknown>,
  ): Promise<TestGateway> {
    const hit = Promise.withResolvers<void>()
    const gateway = await open(`${STORE}${yaml}`, {
      crashPoint: (name: string) => {
        if (name !== at) return
        hit.resolve()
        throw new Error(`crashed at ${at}`)
      },
    })
    await Promise.race([drive(gateway).catch(() => {}), hit.promise])
    await hit.promise
    return gateway
  }

  /** What the crashed process left on its disk, opened by the next one. */
  async function reopen(crashed: TestGateway, yaml: string): Promise<TestGateway> {
    await crashed.connections.close()
    await crashed.store.close()
    const folder = await mkdtemp(join(tmpdir(), 'countersign-after-'))
    await cp(crashed.folder, folder, { recursive: true })
    return await open(`${STORE}${yaml}`, { folder })
  }

  it('an effect that may have happened is not run again; a person says that it did not [R4.7]', async () => {
    let began: Awaited<ReturnType<typeof start>> | undefined
    const crashed = await crash(WORKER, 'executor.returned', async (gateway) => {
      began = await start(gateway, 'work', effect(gateway.folder))
      await follow(gateway, began, 'run')
    })
    expect(await ran(crashed)).toBe(1)
    const gateway = await reopen(crashed, WORKER)
    const id = began?.workflowId ?? ''
    expect(await gateway.store.instance(id)).toMatchObject({ interrupted: true, state: 'ready', version: 1 })
    expect(
      (await follow(gateway, began ?? { result: { status: 'started' }, links: [] }, 'run')).error?.code,
    ).toBe('WORKFLOW_INTERRUPTED')
    const [item] = await pending(gateway)
    expect(item).toMatchObject({ kind: 'interrupted', transition: 'run' })
    expect(await press(gateway, item?.id ?? '', 'did_not_happen')).toMatchObject({ kind: 'decided' })
    expect(await gateway.store.instance(id)).toMatchObject({ interrupted: false, claim: null, version: 1 })
    await gateway.close()
  })

  it('a person may say that it happened, and the run goes on [R4.7]', async () => {
    let id = ''
    const crashed = await crash(WORKER, 'claim.committed', async (gateway) => {
      const began = await start(gateway, 'work', effect(gateway.folder))
      id = began.workflowId ?? ''
      await follow(gateway, began, 'run')
    })
    const gateway = await reopen(crashed, WORKER)
    const [item] = await pending(gateway)
    await press(gateway, item?.id ?? '', 'happened')
    expect(await gateway.store.instance(id)).toMatchObject({
      state: 'done',
      status: 'completed',
      version: 2,
      interrupted: false,
    })
    await gateway.close()
  })

  it('a step that is declared idempotent is run again by itself [R4.7]', async () => {
    const yaml = WORKER.replace('{ kind: cli,', '{ kind: cli, idempotent: true,')
    let id = ''
    const crashed = await crash(yaml, 'claim.committed', async (gateway) => {
      const began = await start(gateway, 'work', effect(gateway.folder))
      id = began.workflowId ?? ''
      await follow(gateway, began, 'run')
    })
    const gateway = await reopen(crashed, yaml)
    const got = await gateway.runtime.get(agent(), { workflowId: id, waitMs: 20_000, sinceVersion: 1 })
    expect(got.response).toMatchObject({ state: 'done', result: { status: 'completed' } })
    expect(await ran(crashed)).toBe(1)
    await gateway.close()
  })

  it('a chain goes on where it was [R4.4]', async () => {
    const yaml = `
workflows:
  quiet:
    initialState: a
    states:
      a: { transitions: { one: { target: b, actor: deterministic } } }
      b: { transitions: { two: { target: c, actor: deterministic } } }
      c: { transitions: { stop: { target: d } } }
      d: {}
`
    let id = ''
    const crashed = await crash(yaml, 'outcome.committed', async (gateway) => {
      gateway.onChange((change) => {
        if (change.topic === 'instance') id = change.id
      })
      await start(gateway, 'quiet')
    })
    expect(await crashed.store.instance(id)).toMatchObject({ state: 'b', version: 2 })
    const gateway = await reopen(crashed, yaml)
    const got = await gateway.runtime.get(agent(), { workflowId: id, waitMs: 20_000, sinceVersion: 2 })
    expect(got.response).toMatchObject({ state: 'c', version: 3 })
    await gateway.close()
  })

  it('what waits for a person waits still', async () => {
    const yaml = `
workflows:
  ask: { initialState: waiting, states: { waiting: { transitions: { go: { target: done, actor: human } } }, done: {} } }
`
    let id = ''
    const crashed = await crash(yaml, 'instance.created', async (gateway) => {
      gateway.onChange((change) => {
        if (change.topic === 'instance') id = change.id
      })
      await start(gateway, 'ask')
    })
    const gateway = await reopen(crashed, yaml)
    const [item] = await pending(gateway)
    expect(item).toMatchObject({ workflowId: id, status: 'pending' })
    await press(gateway, item?.id ?? '', 'go', { who: person('ben') })
    expect(await gateway.store.instance(id)).toMatchObject({ state: 'done' })
    expect(await gateway.store.verifyAudit()).toMatchObject({ broken: null })
    await gateway.close()
  })
})
