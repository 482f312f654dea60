import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect } from 'vitest'
import type { JsonObject } from '../../src/main/model/json.ts'
import { test as it } from '../support/fixtures.ts'
import { agent, follow, openTestGateway, pending, press, type TestGateway } from '../support/gateway.ts'
import { contentOf } from '../support/items.ts'
import { programOf } from '../support/programs.ts'

const COUNTER = `require('node:fs').appendFileSync(process.argv[2], 'ran\\n')`

const YAML = (idempotent: boolean) => `
store: { kind: sqlite }
workflows:
  work:
    initialState: ready
    states:
      ready: { transitions: { run: { target: middle, executor: { kind: cli, command: ${JSON.stringify(process.execPath)}, args: ["$.input.program", "$.input.file"], idempotent: ${idempotent} }, branches: [{ when: { kind: role, role: boss }, target: done }] } } }
      middle: { transitions: { more: { target: done, actor: deterministic } } }
      done: {}
  approve:
    initialState: asking
    states:
      asking: { transitions: { accept: { target: checked, actor: human, executor: { kind: cli, command: ${JSON.stringify(process.execPath)}, args: ["$.input.program", "$.input.file"], idempotent: ${idempotent} } } } }
      checked: { transitions: { finish: { target: done, guards: [{ kind: evidence, requires: [human_decision] }] } } }
      done: {}
  quiet:
    initialState: a
    states:
      a: { transitions: { one: { target: b, actor: deterministic } } }
      b: { transitions: { two: { target: c, actor: deterministic } } }
      c: { transitions: { stop: { target: d } } }
      d: {}
  ask: { initialState: waiting, states: { waiting: { transitions: { go: { target: done, actor: human } } }, done: {} } }
`

let folder: string
let gateway: TestGateway | null
let child: ChildProcess | null

it.beforeEach(async ({ folder: made }) => {
  folder = made
  await writeFile(join(folder, 'count.cjs'), COUNTER)
  gateway = null
  child = null
})
afterEach(async () => {
  child?.kill('SIGKILL')
  await gateway?.close()
})

const input = () => ({ program: join(folder, 'count.cjs'), file: join(folder, 'effects') })

async function effects(): Promise<number> {
  const text = await readFile(join(folder, 'effects'), 'utf8').catch(() => '')
  return text.split('\n').filter((line) => line === 'ran').length
}

/** Runs the commands in a gateway of its own, which kills itself at the point; answers what it said before. */
async function crash(
  point: string,
  commands: (said: JsonObject[]) => JsonObject | null,
  idempotent = false,
  passes = 0,
): Promise<JsonObject[]> {
  await writeFile(join(folder, 'countersign.yaml'), `version: "1.0.0"\n${YAML(idempotent)}`)
  const started = spawn(process.execPath, [await programOf('crash-child'), folder, point, String(passes)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child = started
  const exited = once(started, 'exit')
  const said: JsonObject[] = []
  for await (const line of createInterface({ input: started.stdout })) {
    said.push(JSON.parse(line) as JsonObject)
    const next = commands(said)
    if (next !== null) started.stdin.write(`${JSON.stringify(next)}\n`)
  }
  const [, signal] = await exited
  expect(signal).toBe('SIGKILL')
  return said
}

async function reopen(idempotent = false): Promise<TestGateway> {
  gateway = await openTestGateway(YAML(idempotent), { folder })
  return gateway
}

const startThen = (id: string, next: (said: JsonObject[]) => JsonObject | null) => (said: JsonObject[]) =>
  said.length === 1 ? { do: 'start', id, input: input() } : next(said)
const submitRun = (said: JsonObject[]): JsonObject | null =>
  said.length === 2
    ? {
        do: 'submit',
        workflowId: said[1]?.workflowId ?? '',
        version: said[1]?.version ?? 0,
        transition: 'run',
      }
    : null

describe('a process that is killed', () => {
  it('after the claim, before the effect: nothing has run, and a person is asked [R4.7]', async () => {
    const said = await crash('claim.committed', startThen('work', submitRun))
    const id = String(said[1]?.workflowId)
    const again = await reopen()
    expect(await effects()).toBe(0)
    expect(await again.store.run(id)).toMatchObject({
      activity: { kind: 'interrupted' },
      state: 'ready',
      version: 1,
    })
    const [item] = await pending(again)
    expect(item).toMatchObject({
      kind: 'interrupted',
      step: { transition: 'run' },
      requestedBy: 'agent:local',
    })
    expect(await press(again, item?.id ?? '', 'did_not_happen')).toMatchObject({ kind: 'decided' })
    const response = (await again.runtime.get(agent(), { workflowId: id })).response
    expect(response.links.map((link) => link.rel)).toContain('run')
    expect(await follow(again, response, 'run')).toMatchObject({ state: 'done', version: 3 })
    expect(await effects()).toBe(1)
    expect(await again.store.verifyAudit()).toMatchObject({ broken: null })
  })

  it('after the effect, before its outcome: it is not run again; a person says that it happened [R4.7]', async () => {
    const said = await crash('executor.returned', startThen('work', submitRun))
    const again = await reopen()
    const [item] = await pending(again)
    await press(again, item?.id ?? '', 'happened')
    expect(await again.store.run(String(said[1]?.workflowId))).toMatchObject({
      state: 'done',
      status: 'completed',
      activity: { kind: 'resting' },
    })
    expect(await effects()).toBe(1)
  })

  it('is repeated by itself where that is declared safe, in the name and with the rights of who began it [R4.7]', async () => {
    const said = await crash('executor.returned', startThen('work', submitRun), true)
    const id = String(said[1]?.workflowId)
    const again = await reopen(true)
    const got = await again.runtime.get(agent(), { workflowId: id, waitMs: 30_000, sinceVersion: 1 })
    // Not straight to `done`: whoever submitted is no boss, and the engine's repetition is none either.
    expect(got.response).toMatchObject({ state: 'done', version: 3, terminal: true })
    const moves = await again.store.audit(
      { workflowId: id, eventTypes: ['workflow.transitioned'] },
      { limit: 10 },
    )
    expect(moves.items.map((event) => event.actor).reverse()).toEqual(['agent:local', 'engine'])
    expect(await effects()).toBe(2)
  })

  it('after a person’s press keeps the press, its words and its evidence [R5.7]', async () => {
    const pressed = startThen('approve', (said) =>
      said.length === 2 ? { do: 'press', outcome: 'accept' } : null,
    )
    const said = await crash('executor.returned', pressed, true)
    const id = String(said[1]?.workflowId)
    const again = await reopen(true)
    const got = await again.runtime.get(agent(), { workflowId: id, waitMs: 30_000, sinceVersion: 1 })
    expect(got.response).toMatchObject({ state: 'checked' })
    expect(got.response.result.message).toContain('anna chose ‘accept’ and said: “Go”')
    expect((await again.store.evidence(id)).map((evidence) => evidence.kind)).toContain('human_decision')
    expect(await follow(again, got.response, 'finish')).toMatchObject({ state: 'done' })
  })

  it('between two steps of a chain goes on where it was [R4.4]', async () => {
    const said = await crash(
      'outcome.committed',
      startThen('quiet', () => null),
    )
    expect(said).toHaveLength(1)
    const again = await reopen()
    const runs = await again.store.runs({ definitionId: 'quiet' }, { limit: 2 })
    const id = runs.items[0]?.id ?? ''
    const got = await again.runtime.get(agent(), { workflowId: id, waitMs: 30_000, sinceVersion: 2 })
    expect(got.response).toMatchObject({ state: 'c', version: 3 })
    const steps = await again.store.audit({ workflowId: id, eventTypes: ['chain.step'] }, { limit: 10 })
    expect(steps.total).toBe(2)
  })

  it('after asking a person has asked: the item waits, and can be decided', async () => {
    await crash(
      'created.committed',
      startThen('ask', () => null),
    )
    const again = await reopen()
    const [item] = await pending(again)
    expect(await press(again, item?.id ?? '', 'go')).toMatchObject({ kind: 'decided' })
    expect(await again.store.run(contentOf(item).workflowId)).toMatchObject({ state: 'done' })
  })
})
