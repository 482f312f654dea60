import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { createManualClock } from '../support/clock.ts'
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

const WRITE = `
const fs = require('node:fs')
const [file, until = '', code = '0'] = process.argv.slice(2)
fs.appendFileSync(file, 'began\\n')
const end = () => { fs.appendFileSync(file, 'ended\\n'); process.exit(Number(code)) }
const look = () => (until === '' || fs.existsSync(until) ? end() : setTimeout(look, 20))
look()
// Not for ever, should the test be killed.
setTimeout(() => process.exit(9), 60_000).unref()
`
const NODE = JSON.stringify(process.execPath)

async function open(yaml: string, more = {}): Promise<TestGateway> {
  return await openTestGateway(yaml.replaceAll('NODE', NODE), { files: { 'write.cjs': WRITE }, ...more })
}
const input = (gateway: TestGateway) => ({
  program: join(gateway.folder, 'write.cjs'),
  file: join(gateway.folder, 'file'),
  until: join(gateway.folder, 'go'),
})
const written = (gateway: TestGateway) => readFile(join(gateway.folder, 'file'), 'utf8').catch(() => '')

/** Resolves when the gateway says something of this kind. */
function announced(gateway: TestGateway, topic: 'approval' | 'run'): Promise<string> {
  return new Promise((resolve) => {
    const stop = gateway.onChange((change) => {
      if (change.topic !== topic) return
      stop()
      resolve(change.id)
    })
  })
}

const CHAIN = `
workflows:
  chain:
    initialState: a
    states:
      a: { transitions: { go: { target: b, executor: { kind: cli, command: NODE, args: ["$.input.program", "$.input.file", "$.input.until"] } } } }
      b: { transitions: { more: { target: c, actor: deterministic, executor: { kind: cli, command: NODE, args: ["$.input.program", "$.input.file"] } } } }
      c: {}
`

describe('stopping', () => {
  it('a cancelled run begins no further step, not even between two of a chain, and says why it ended [R4.9] [workflow.cancel-reason]', async () => {
    const gateway = await open(CHAIN)
    const began = await start(gateway, 'chain', input(gateway))
    const claimed = announced(gateway, 'run')
    const submitted = follow(gateway, began, 'go')
    await claimed
    const cancelled = await gateway.runtime.cancel(person(), {
      workflowId: began.workflowId ?? '',
      reason: 'no',
    })
    expect(cancelled.response.result.status).toBe('cancelled')
    await submitted
    const { response } = await gateway.runtime.get(agent(), { workflowId: began.workflowId ?? '' })
    expect(response.result.message).toBe('This workflow was cancelled. Reason: no')
    const after = await written(gateway)
    expect(await gateway.store.run(began.workflowId ?? '')).toMatchObject({
      status: 'cancelled',
      activity: { kind: 'resting' },
    })
    const events = await gateway.store.audit({ workflowId: began.workflowId ?? '' }, { limit: 50 })
    expect(events.items[0]?.eventType).toBe('workflow.cancelled')
    expect(events.items.filter((event) => event.eventType === 'executor.started')).toHaveLength(1)
    expect(after.split('began').length - 1).toBeLessThanOrEqual(1)
    await gateway.close()
  })

  it('a gateway that stops lets a step end, begins no other, and goes on after the restart [R4.4]', async ({
    folder: next,
  }) => {
    const store = 'store: { kind: sqlite }\n'
    const gateway = await open(store + CHAIN)
    const began = await start(gateway, 'chain', input(gateway))
    const claimed = announced(gateway, 'run')
    const submitted = follow(gateway, began, 'go')
    await claimed
    const { folder } = gateway
    const keep = input(gateway)
    const closed = gateway.runtime.close(60_000)
    await writeFile(keep.until, '')
    await closed
    expect(await gateway.store.run(began.workflowId ?? '')).toMatchObject({
      state: 'b',
      activity: { kind: 'due', todo: 'chain' },
    })
    await submitted
    expect((await readFile(keep.file, 'utf8')).split('began').length - 1).toBe(1)
    await gateway.connections.close()
    await gateway.store.close()
    await cp(folder, next, { recursive: true })
    const again = await open(store + CHAIN, { folder: next, acceptsPath: true })
    const got = await again.runtime.get(agent(), {
      workflowId: began.workflowId ?? '',
      waitMs: 20_000,
      sinceVersion: 2,
    })
    expect(got.response.state).toBe('c')
    await again.close()
  })

  it('a held call is answered when the gateway stops, and the request stays', async () => {
    const gateway = await open(`
approvals: { holdMs: 40000 }
workflows:
  ask: { initialState: a, states: { a: { transitions: { sign: { target: b, executor: { kind: human } } } }, b: {} } }
`)
    const began = await start(gateway, 'ask')
    const asked = announced(gateway, 'approval')
    const call = follow(gateway, began, 'sign')
    await asked
    gateway.drain()
    expect(await call).toMatchObject({ result: { status: 'waiting_for_action' }, state: 'a' })
    expect(await pending(gateway)).toHaveLength(1)
    await gateway.close()
  })
})

const ASK = `
approvals: { holdMs: 30000 }
workflows:
  ask:
    initialState: a
    timeoutMs: 60000
    onTimeout: { target: late }
    states:
      a: { transitions: { sign: { target: b, executor: { kind: human } }, leave: { target: c } } }
      b: { transitions: { check: { target: c, actor: deterministic, executor: { kind: cli, command: NODE, args: ["$.input.program", "$.input.file", "", "$.input.code"] } } } }
      c: {}
      late: { terminal: true }
`

describe('a held request', () => {
  async function held(gateway: TestGateway, code = '0') {
    const began = await start(gateway, 'ask', { ...input(gateway), code })
    const asked = announced(gateway, 'approval')
    const call = follow(gateway, began, 'sign')
    await asked
    const [item] = await pending(gateway)
    return { began, call, item: item?.id ?? '' }
  }

  it('answers with what the decision came to, chain included [R4.2]', async () => {
    const gateway = await open(ASK)
    const good = await held(gateway)
    await press(gateway, good.item, 'approve')
    expect(await good.call).toMatchObject({ state: 'c', result: { status: 'completed' } })
    const bad = await held(gateway, '3')
    await press(gateway, bad.item, 'approve')
    expect(await bad.call).toMatchObject({
      state: 'b',
      result: { status: 'failed' },
      error: { code: 'CHAIN_FAILED' },
    })
    await gateway.close()
  })

  it('says refused only when a person refused [R4.2]', async () => {
    const clock = createManualClock()
    // Longer than the time of the workflow.
    const gateway = await open(ASK.replace('holdMs: 30000', 'holdMs: 90000'), { clock })
    const refused = await held(gateway)
    await press(gateway, refused.item, 'refuse', { comment: 'Not today' })
    expect((await refused.call).error).toMatchObject({
      code: 'APPROVAL_DENIED',
      message: expect.stringContaining('Not today'),
    })
    const moved = await held(gateway)
    await follow(gateway, moved.began, 'leave')
    expect(await moved.call).toMatchObject({ result: { status: 'completed' }, terminal: true })
    const cancelled = await held(gateway)
    await gateway.runtime.cancel(person(), { workflowId: cancelled.began.workflowId ?? '', reason: 'x' })
    expect(await cancelled.call).toMatchObject({ result: { status: 'cancelled' } })
    const late = await held(gateway)
    clock.advance(60_000)
    expect(await late.call).toMatchObject({ result: { status: 'timed_out' }, state: 'late' })
    await gateway.close()
  })

  it('keeps a refusal that comes together with a move of the agent [R5.2]', async () => {
    for (let round = 0; round < 20; round += 1) {
      const gateway = await open(ASK.replace('holdMs: 30000', 'holdMs: 20'))
      const { began, call, item } = await held(gateway)
      const [decided] = await Promise.all([press(gateway, item, 'refuse'), follow(gateway, began, 'leave')])
      await call
      const after = await gateway.store.approval(item)
      if (decided.kind === 'decided')
        expect(after).toMatchObject({ status: 'refused', decision: { by: 'human:anna' } })
      else expect(after?.status).toBe('withdrawn')
      await gateway.close()
    }
  })

  it('is told at once of a refusal that it has not heard yet [engine.wait]', async () => {
    const gateway = await open(ASK.replace('holdMs: 30000', 'holdMs: 20'))
    const { began, call, item } = await held(gateway)
    await call
    await press(gateway, item, 'refuse')
    const before = Date.now()
    const got = await gateway.runtime.get(agent(), {
      workflowId: began.workflowId ?? '',
      waitMs: 50_000,
      sinceVersion: 1,
    })
    expect(got.response.error?.code).toBe('APPROVAL_DENIED')
    expect(Date.now() - before).toBeLessThan(10_000)
    await gateway.close()
  })

  it('cannot be approved after the deadline [engine.timeout]', async () => {
    const clock = createManualClock()
    const gateway = await open(ASK.replace('holdMs: 30000', 'holdMs: 20'), {
      clock: { ...clock, wakeAt: () => ({ cancel: () => {} }), after: () => ({ cancel: () => {} }) },
    })
    const began = await start(gateway, 'ask', input(gateway))
    const asked = announced(gateway, 'approval')
    void follow(gateway, began, 'sign')
    await asked
    const [item] = await pending(gateway)
    clock.advance(61_000)
    expect(await press(gateway, item?.id ?? '', 'approve')).toMatchObject({
      kind: 'closed',
      approval: { status: 'expired' },
    })
    gateway.drain()
    await gateway.close()
  })

  it('runs what was asked, and nothing that was edited [R5.2]', async () => {
    const gateway = await open(ASK.replace('holdMs: 30000', 'holdMs: 20'))
    const { item, call } = await held(gateway)
    expect(await press(gateway, item, 'approve', { arguments: { amount: 1 } })).toMatchObject({
      kind: 'rejected',
    })
    expect(await pending(gateway)).toHaveLength(1)
    await call
    await gateway.close()
  })
})

describe('rights', () => {
  it('of the asker judge guards and branches of what a person approves [R5.7]', async () => {
    const gateway = await open(`
approvals: { holdMs: 20 }
workflows:
  rights:
    initialState: a
    states:
      a: { transitions: { sign: { target: plain, executor: { kind: human }, guards: [{ kind: role, role: dev }], branches: [{ when: { kind: role, role: boss }, target: special }] } } }
      plain: {}
      special: {}
people: { anna: { roles: [boss] } }
clients: { dev: { roles: [dev] } }
`)
    const dev = agent('dev', { roles: ['dev'] })
    const began = (await gateway.runtime.start(dev, { definitionId: 'rights', input: {} })).response
    await follow(gateway, began, 'sign', {}, dev)
    const [item] = await pending(gateway)
    const boss = person('anna', { roles: ['boss'] })
    const preview = await gateway.runtime.previewDecision(boss, {
      approvalId: item?.id ?? '',
      outcome: 'approve',
      arguments: {},
    })
    expect(preview).toMatchObject({ nextStates: ['plain'], problems: [] })
    await press(gateway, item?.id ?? '', 'approve', { who: boss })
    expect((await gateway.store.run(began.workflowId ?? ''))?.state).toBe('plain')
    await gateway.close()
  })
})

describe('asking once', () => {
  it('a state whose onEnter fails again and again has one item', async () => {
    const gateway = await open(`
workflows:
  once:
    initialState: a
    states:
      a: { transitions: { go: { target: b } } }
      b: { onEnter: { executor: { kind: cli, command: NODE, args: ["-e", "process.exit(1)"] } }, transitions: { decide: { target: c, actor: human } } }
      c: {}
`)
    const failed = await follow(gateway, await start(gateway, 'once'), 'go')
    for (let count = 0; count < 3; count += 1) await follow(gateway, failed, '$onEnter')
    expect(await pending(gateway)).toHaveLength(1)
    await gateway.close()
  })

  it('two identical requests at the same moment are one item [R1.8]', async () => {
    const gateway = await open(ASK.replace('holdMs: 30000', 'holdMs: 20'))
    const began = await start(gateway, 'ask', input(gateway))
    await Promise.all([follow(gateway, began, 'sign'), follow(gateway, began, 'sign')])
    expect(await pending(gateway)).toHaveLength(1)
    await gateway.close()
  })
})

describe('tag limits', () => {
  it('hide what other clients called, even from one that sees all runs [R1.6]', async () => {
    const gateway = await open(`
proxy: { expose: [{ name: secret.read, tags: [secret], executor: { kind: noop } }] }
`)
    const called = await start(gateway, 'proxy_default', {
      capability: 'secret.read',
      arguments: { value: 'top' },
    })
    const got = async (who: ReturnType<typeof agent>) =>
      (await gateway.runtime.get(who, { workflowId: called.workflowId ?? '' })).response.error?.code
    expect(await got(agent('auditor', { sees: 'all', tags: ['public'] }))).toBe('WORKFLOW_NOT_FOUND')
    // But not from whoever called it, nor from one that sees all runs and all tags.
    expect(await got(agent('local', { tags: ['public'] }))).toBeUndefined()
    expect(await got(agent('auditor', { sees: 'all' }))).toBeUndefined()
    await gateway.close()
  })
})

describe('a call that cannot be made', () => {
  it('fails like any other of its executor [engine.failure]', async () => {
    const gateway = await open(`
workflows:
  dash:
    initialState: a
    states: { a: { transitions: { go: { target: b, executor: { kind: cli, command: echo, args: ["$.arguments.flag"] } } } }, b: {} }
`)
    const response = await follow(gateway, await start(gateway, 'dash'), 'go', { flag: '-rf' })
    expect(response).toMatchObject({
      state: 'a',
      version: 1,
      result: { status: 'failed' },
      error: { code: 'EXECUTOR_FAILED', errorClass: 'permanent' },
    })
    await gateway.close()
  })
})
