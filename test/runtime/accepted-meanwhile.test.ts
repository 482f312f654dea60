import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, vi } from 'vitest'
import type { TrialCall } from '../../src/preload/contract.ts'
import { ask, openTestDesk } from '../desk/fixture.ts'
import { step, workflow } from '../desk/trying/trying-fixture.ts'
import { createManualClock, type ManualClock } from '../support/clock.ts'
import { test as it } from '../support/fixtures.ts'
import {
  follow,
  openTestGateway,
  pending,
  person,
  press,
  start,
  type TestGateway,
} from '../support/gateway.ts'
import { CONNECTED, SERVER, writeTools } from './changing-server.ts'

let gateway: TestGateway
let clock: ManualClock
afterEach(async () => {
  await gateway.close()
})

const until = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 20 })

/** A step of a workflow behind a gate that calls a tool of the server. */
async function startRun(folder: string, gate: string) {
  const configuration = join(folder, 'countersign.yaml')
  await writeFile(join(folder, 'server.cjs'), SERVER)
  await writeTools(folder, [{ name: 'write' }])
  await writeFile(
    configuration,
    `version: "1.0.0"
store: { kind: memory }
approvals: { holdMs: 0 }
people: { anna: {}, ben: {}, carol: {} }
${CONNECTED}
workflows:
  copy:
    initialState: ready
    states:
      ready:
        transitions:
          go: { target: done, risk: high, approval: ${gate}, executor: { kind: mcp, connection: db, tool: write } }
      done: {}
`,
  )
  clock = createManualClock()
  gateway = await openTestGateway('', { folder, configuration, clock })
  await gateway.connections.settled(20_000)
  return await start(gateway, 'copy')
}

/** The id of what waits. */
async function waiting(folder: string, gate: string): Promise<string> {
  const run = await startRun(folder, gate)
  await follow(gateway, run, 'go')
  const [item] = await pending(gateway)
  return item?.id ?? ''
}

/** The server says something else of its tool, and a person accepts that. */
async function otherTool(folder: string): Promise<void> {
  await writeTools(folder, [{ name: 'write', description: 'Writes, and deletes what was there' }])
  await gateway.connections.restart('db')
  const change = async () => (await pending(gateway)).find(({ kind }) => kind === 'tool_change')
  await until(async () => expect(await change()).toBeDefined())
  await press(gateway, (await change())?.id ?? '', 'approve', { who: person('carol') })
  await until(() => expect(gateway.catalog.isChangedTool('db', 'write')).toBe(false))
}

it('a press is for the tool as it was described on the card, and not for what a person has accepted of it since [R5.2] [live.changed] [card.moved]', async ({
  folder,
}) => {
  const approvalId = await waiting(folder, '{}')
  const request = { approvalId, outcome: 'approve', arguments: {} }
  const seen = await gateway.runtime.previewDecision(person(), request)
  await otherTool(folder)
  const { hash = '' } = seen ?? {}
  expect(await gateway.runtime.decide(person(), { ...request, comment: '', hash })).toEqual({
    kind: 'changed',
  })
  // And nothing but the tool is named as what has moved.
  const { tools = [], ...basis } = (await gateway.runtime.previewDecision(person(), request))?.basis ?? {}
  expect(tools).toEqual([{ connection: 'db', tool: 'write', accepted: expect.any(String) }])
  expect(tools).not.toEqual(seen?.basis.tools)
  expect(seen?.basis).toMatchObject(basis)
})

it('an approval of one of two counts no more when a person has accepted the tool otherwise [R5.4] [live.changed]', async ({
  folder,
}) => {
  const id = await waiting(folder, '{ quorum: 2 }')
  expect(await press(gateway, id, 'approve', { who: person('anna') })).toMatchObject({ kind: 'voted' })
  await otherTool(folder)
  expect(await press(gateway, id, 'approve', { who: person('ben') })).toMatchObject({ kind: 'voted' })
})

it('a decision that can be taken back is asked again when a person has accepted the tool otherwise [R5.6] [live.changed]', async ({
  folder,
}) => {
  const id = await waiting(folder, '{}')
  expect(await press(gateway, id, 'approve')).toMatchObject({ kind: 'scheduled' })
  await otherTool(folder)
  clock.advance(8000)
  await until(async () =>
    expect(await gateway.store.approval(id)).toMatchObject({
      status: 'pending',
      returned: { because: 'What would run is not what was on screen any more.' },
    }),
  )
})

it('a person who takes the step of an agent, or starts its workflow, does so for the tool as it was shown to them [trying.shown] [live.changed]', async ({
  folder,
}) => {
  const { workflowId = '', version = 0 } = await startRun(folder, '{}')
  const desk = openTestDesk(gateway)
  const session = await desk.openSession('window')
  const preview = async (call: TrialCall) => ({
    call,
    hash: (await ask(desk, session, 'trials.preview', { call })).hash,
  })
  const seen = [await preview(step(workflowId, version, 'go')), await preview(workflow('copy', {}))]
  await otherTool(folder)
  for (const each of seen)
    expect(await desk.dispatch(session, 'trials.begin', each)).toMatchObject({
      ok: false,
      error: { code: 'SEEN_CHANGED' },
    })
  await desk.close()
})
