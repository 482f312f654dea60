import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { agent, follow, person, press, start, type TestGateway } from '../support/gateway.ts'
import { countRuns, openWithCounter } from './counter.ts'
import { counting, onlyItem } from './gated.ts'

let gateway: TestGateway
afterEach(() => gateway.close())

const open = async (yaml: string) => {
  gateway = await openWithCounter(yaml)
}
const ADMIN = { roles: ['admin'] }

/** `go` is held back; what follows it by itself needs the role `admin`. */
function followed(step: string): string {
  return `
approvals: { holdMs: 40 }
people: { anna: { roles: [admin] }, ben: { roles: [] } }
clients: { bot: { roles: [admin] } }
workflows:
  outer:
    initialState: ready
    states:
      ready: { transitions: { go: { target: going, approval: { required: true } } } }
      going: { transitions: { step: { actor: deterministic, target: done, ${step} } } }
      done: {}
  secret:
    guards: [ { kind: role, role: admin } ]
    initialState: ready
    states:
      ready:
        transitions:
          run: { actor: deterministic, target: done, executor: { kind: cli, command: NODE, args: ["$.input.program", "$.input.file"] } }
      done: {}
`
}

const CHILD = `executor: { kind: workflow, definitionId: secret, input: { program: "$.input.program", file: "$.input.file" } }`

describe('who approves', () => {
  it('lends none of their rights to what follows by itself [R5.4]', async () => {
    await open(followed(CHILD))
    const first = await start(gateway, 'outer', counting(gateway))
    await follow(gateway, first, 'go')
    const anna = person('anna', ADMIN)
    const decided = await press(gateway, (await onlyItem(gateway)).id, 'approve', { who: anna })
    expect(decided).toMatchObject({
      kind: 'decided',
      answer: { response: { error: { code: 'CHAIN_FAILED' } } },
    })
    expect(await countRuns(gateway)).toBe(0)
  })

  it('lets a step on the way run with the rights of who asked for what led to it [R5.4]', async () => {
    const ready = 'ready: { transitions: { go: { target: going'
    const gate = ', approval: { required: true }'
    const yaml = followed(`approval: { required: true }, ${CHILD}`).replace(`${ready}${gate}`, ready)
    await open(yaml)
    const bot = agent('bot', ADMIN)
    const first = await start(gateway, 'outer', counting(gateway), bot)
    await follow(gateway, first, 'go', {}, bot)
    expect(await press(gateway, (await onlyItem(gateway)).id, 'approve')).toMatchObject({ kind: 'decided' })
    const left = async () => {
      const { state, failure } = (await gateway.store.run(first.workflowId ?? '')) ?? {}
      return { state, failure }
    }
    await expect.poll(left, { timeout: 20_000 }).toEqual({ state: 'done', failure: null })
    expect(await countRuns(gateway)).toBe(1)
  })

  it('lends none of their rights to the workflow that they let through itself [R5.4] [child.start]', async () => {
    await open(`
approvals: { holdMs: 40 }
workflows:
  outer:
    initialState: ready
    states:
      ready: { transitions: { go: { target: done, approval: { required: true }, ${CHILD.replace(/, input:.*$/, ' }')} } } }
      done: {}
  secret:
    guards: [ { kind: role, role: admin } ]
    initialState: ready
    states: { ready: { transitions: { go: { target: done } } }, done: {} }
`)
    await follow(gateway, await start(gateway, 'outer'), 'go')
    const admin = person('anna', ADMIN)
    const decided = await press(gateway, (await onlyItem(gateway)).id, 'approve', { who: admin })
    expect(decided).toMatchObject({
      answer: { response: { state: 'ready', error: { code: 'EXECUTOR_FAILED' } } },
    })
    expect((await gateway.store.runs({ children: true }, { limit: 1 })).total).toBe(0)
  })

  it('leaves to who asked the rights that they have [R5.4]', async () => {
    await open(followed(CHILD))
    const who = agent('bot', ADMIN)
    const first = await start(gateway, 'outer', counting(gateway), who)
    await follow(gateway, first, 'go', {}, who)
    await press(gateway, (await onlyItem(gateway)).id, 'approve', { who: person('ben') })
    await gateway.runtime.get(who, { workflowId: first.workflowId ?? '', waitMs: 5000, sinceVersion: 2 })
    expect(await countRuns(gateway)).toBe(1)
  })

  it('has not asked for the next gate, and may decide it, too [R5.4]', async () => {
    await open(
      followed(
        `approval: { required: true, notRequester: true }, executor: { kind: cli, command: NODE, args: ["$.input.program", "$.input.file"] }`,
      ),
    )
    const first = await start(gateway, 'outer', counting(gateway))
    await follow(gateway, first, 'go')
    await press(gateway, (await onlyItem(gateway)).id, 'approve', { who: person('anna', ADMIN) })
    const second = await onlyItem(gateway)
    expect(second).toMatchObject({
      step: { transition: 'step' },
      requestedBy: 'agent:local',
      requesterRights: { roles: [] },
    })
    const decided = await press(gateway, second.id, 'approve', { who: person('anna', ADMIN) })
    expect(decided.kind).toBe('decided')
    expect(await countRuns(gateway)).toBe(1)
  })
})

describe('who notices that the time is up', () => {
  it('lends none of their rights to what follows from it [R4.8]', async () => {
    let now = Date.parse('2026-01-01T00:00:00.000Z')
    // No timer wakes the gateway: somebody looks first.
    const asleep = () => ({ cancel: () => undefined })
    const clock = { now: () => now, elapsed: () => now, wakeAt: asleep, after: asleep }
    gateway = await openWithCounter(
      `
workflows:
  outer:
    timeoutMs: 1000
    onTimeout: { target: late }
    initialState: ready
    states:
      ready: { transitions: { go: { target: done } } }
      late: { transitions: { step: { actor: deterministic, target: done, executor: { kind: workflow, definitionId: secret } } } }
      done: {}
  secret:
    guards: [ { kind: role, role: admin } ]
    initialState: ready
    states: { ready: { transitions: { go: { target: done } } }, done: {} }
`,
      { clock },
    )
    const { workflowId = '' } = await start(gateway, 'outer')
    now += 1000
    const who = agent('other', { ...ADMIN, sees: 'all' })
    const { response } = await gateway.runtime.get(who, { workflowId })
    expect(response).toMatchObject({ state: 'late', error: { code: 'CHAIN_FAILED' } })
    expect((await gateway.store.runs({ children: true }, { limit: 1 })).total).toBe(0)
  })
})

describe('a step of the engine that is recovered by hand', () => {
  it('runs as the engine would run it, with no arguments of the agent [R4.5]', async () => {
    await open(`
workflows:
  work:
    initialState: ready
    states:
      ready: { transitions: { go: { target: going } } }
      going:
        transitions:
          step:
            actor: deterministic
            target: done
            prefill: { code: "$.input.file" }
            executor: { kind: cli, command: NODE, args: ["$.input.program", "$.input.file", "x$.arguments.extra"] }
      done: {}
`)
    const input = { program: join(gateway.folder, 'later.cjs'), file: join(gateway.folder, 'effects') }
    const failed = await follow(gateway, await start(gateway, 'work', input), 'go')
    expect(failed.error?.code).toBe('CHAIN_FAILED')
    const link = failed.links.find(({ rel }) => rel === 'step')
    expect(link?.args).toMatchObject({ arguments: {} })
    await writeFile(input.program, `require('node:fs').appendFileSync(process.argv[2], 'ran\\n')`)
    const refused = await follow(gateway, failed, 'step', { extra: 'more' })
    expect(refused.error).toMatchObject({ code: 'INPUT_SCHEMA_VIOLATION', details: [{ path: 'extra' }] })
    expect(await countRuns(gateway)).toBe(0)
    expect((await follow(gateway, failed, 'step')).result.status).toBe('completed')
    expect(await countRuns(gateway)).toBe(1)
  })
})
