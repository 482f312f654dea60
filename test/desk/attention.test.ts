import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect } from 'vitest'
import type { Desk } from '../../src/main/desk/desk.ts'
import type { DeskSession } from '../../src/main/desk/session.ts'
import type { ConfigurationEdit } from '../../src/preload/contract.ts'
import { heldItem } from '../store/samples.ts'
import { test as it } from '../support/fixtures.ts'
import { openTestGateway, pending, start, type TestGateway } from '../support/gateway.ts'
import { ask, openTestDesk } from './fixture.ts'

const MAIN = `version: "1.0.0"
approvals: { holdMs: 1 }
connections:
  # echoes
  shell:
    kind: cli
    command: /bin/echo
    approval:
      required: true # each call
proxy:
  expose:
    - name: notes.write
      title: Write a note
      inputSchema: { type: object, properties: { path: { type: string }, text: { type: string }, force: { type: boolean } } }
      executor: { kind: cli, connection: shell, args: ["$.arguments.path", "$.arguments.text"] }
    - { name: notes.drop, title: Drop, executor: { kind: cli, connection: shell, args: [drop] } }
workflows:
  merge:
    initialState: open
    states:
      open: { transitions: { merge: { target: done, actor: human }, later: { target: done, actor: human } } }
      done: { terminal: true }
`
let folder: string
let gateway: TestGateway
let desk: Desk
let session: DeskSession
const file = () => join(folder, 'countersign.yaml')

it.beforeEach(async ({ folder: made }) => {
  folder = made
  await writeFile(file(), MAIN)
  gateway = await openTestGateway('', { folder, configuration: file() })
  desk = openTestDesk(gateway)
  session = await desk.openSession('window')
})
afterEach(async () => {
  await desk.close()
  await gateway.close()
})

const call = (path: string, text = 'hello') =>
  start(gateway, 'proxy_default', { capability: 'notes.write', arguments: { path, text } })

/** As a person does: opens the item, then presses. */
async function decide(outcome: 'approve' | 'refuse' | 'merge' | 'later', comment = ''): Promise<void> {
  const [item] = await pending(gateway)
  const id = item?.id ?? ''
  const { asked } = await ask(desk, session, 'inbox.item', { id })
  const args = outcome === 'approve' ? (asked?.arguments ?? {}) : {}
  const { hash } = await ask(desk, session, 'inbox.preview', { id, outcome, arguments: args })
  await ask(desk, session, 'inbox.decide', { id, outcome, arguments: args, comment, hash })
}

async function approve(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await call(`notes/day-${index}.md`, `${index} words`)
    await decide('approve')
  }
}

const report = () => ask(desk, session, 'attention.report', { days: 30 })
const suggest = async () =>
  await ask(desk, session, 'attention.suggest', { gate: (await report()).gates[0]?.key ?? '' })

describe('how people decide', () => {
  it('is counted for each gate, with hints in words where they are due [attention.report]', async () => {
    await approve(3)
    await call('notes/x')
    await decide('refuse', 'not now')
    const view = await report()
    expect(view).toMatchObject({ days: 30, decided: 4, approved: 3, hasty: 4, hints: [] })
    expect(view.gates).toMatchObject([
      {
        kind: 'gate',
        title: 'Write a note',
        decided: 4,
        approved: 3,
        refused: 1,
        expired: 0,
        hasty: 4,
        hints: [],
        suggestible: false,
      },
    ])
    expect(view.medianMs).toBeGreaterThanOrEqual(0)
  })

  it('says from when it counts where there is more than it reads [attention.report]', async () => {
    const ago = (minutes: number) => new Date(gateway.clock.now() - minutes * 60_000).toISOString()
    const write = async (from: number, to: number) => {
      const approvals = Array.from({ length: to - from }, (_, index) =>
        heldItem({ id: `ap_old_${from + index}`, status: 'expired', requestedAt: ago(from + index) }),
      )
      await gateway.store.commit({ expect: [], approvals, audit: [] })
    }
    const told = async () => {
      const { since, gates } = await report()
      return { since, expired: gates[0]?.expired }
    }
    await write(1, 5000)
    expect(await told()).toEqual({ since: null, expired: 4999 })
    await write(5000, 5500)
    const oldest = await gateway.store.approval('ap_old_5000')
    expect(await told()).toEqual({ since: oldest?.requestedAt, expired: 5000 })
  })

  it('takes for approved only what was chosen to approve [attention.report]', async () => {
    for (const outcome of ['merge', 'later'] as const) {
      await start(gateway, 'merge')
      await decide(outcome)
    }
    expect((await report()).gates).toMatchObject([
      { kind: 'transition', decided: 2, approved: 1, refused: 0, expired: 0 },
    ])
  })

  it('leads to a hint about haste, and to one to loosen a gate [attention.hints]', async () => {
    await approve(20)
    const view = await report()
    expect(view.hints).toEqual([expect.stringMatching(/anna gave \d+ approvals in 20 seconds\./)])
    expect(view.gates[0]?.hints).toEqual([
      'Approved 20 of 20 in 30 days: loosen it?',
      '20 of 20 were decided within two seconds: does it need a person?',
    ])
  }, 60_000)
})

describe('a suggested rule', () => {
  it('is shown with its difference and what it would have done, saved by a person, and holds [attention.suggest]', async () => {
    await approve(10)
    const seen = await suggest()
    expect(seen.rule).toContain('“Write a note” runs without asking')
    expect(seen.rule).toContain('begins with "notes/day-"')
    expect(seen.replay).toEqual({ asked: 10, isPartial: false, letThrough: 10, refusedInAll: 0, refused: [] })
    expect(seen.patch).toContain('+      except:')
    expect(await readFile(file(), 'utf8')).toBe(MAIN)

    const edit: ConfigurationEdit = { kind: 'suggestion', gate: seen.gate, until: seen.until }
    const preview = await ask(desk, session, 'configuration.preview', { edit })
    expect(preview).toMatchObject({ hash: seen.hash, patch: seen.patch, problems: [] })
    expect(preview.weaker).toHaveLength(1)
    const { undo } = await ask(desk, session, 'configuration.save', { edit, hash: seen.hash })
    expect((await call('notes/day-77.md', 'anything')).result.status).toBe('executed')
    const through = await gateway.store.audit({ eventTypes: ['gate.excepted'] }, { limit: 5 })
    expect(through.items).toHaveLength(1)
    expect((await call('notes/../secrets')).result.status).toBe('waiting_for_action')
    const other = await start(gateway, 'proxy_default', { capability: 'notes.drop', arguments: {} })
    expect(other.result.status).toBe('waiting_for_action')

    const again = await desk.dispatch(session, 'attention.suggest', { gate: seen.gate })
    expect(again).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
    await ask(desk, session, 'configuration.undo', { undo })
    expect(await readFile(file(), 'utf8')).toBe(MAIN)
    expect((await call('notes/day-78.md')).result.status).toBe('waiting_for_action')
  }, 60_000)

  it('shows first what it would have let through that a person had refused [attention.replay]', async () => {
    await approve(10)
    await call('notes/day-13.md', 'a secret')
    await decide('refuse', 'not this one')
    await call('elsewhere')
    await decide('refuse')
    const { replay } = await suggest()
    expect(replay).toMatchObject({ asked: 12, letThrough: 11, refusedInAll: 1 })
    expect(replay.refused).toMatchObject([{ by: 'human:anna', comment: 'not this one' }])
    expect(replay.refused[0]?.sentence.length).toBeGreaterThan(0)
  }, 60_000)

  it('is none where there is too little experience [attention.suggest]', async () => {
    await approve(9)
    const { gates } = await report()
    const reply = await desk.dispatch(session, 'attention.suggest', { gate: gates[0]?.key ?? '' })
    expect(reply).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
    for (const gate of ['nonsense', '%/a/b/c', 'gate/x/y/z'])
      expect((await desk.dispatch(session, 'attention.suggest', { gate })).ok).toBe(false)
  }, 60_000)
})
