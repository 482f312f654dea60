import { afterEach, describe, expect, it } from 'vitest'
import type { Desk } from '../../src/main/desk/desk.ts'
import type { DeskSession } from '../../src/main/desk/session.ts'
import { activityWords } from '../../src/renderer/features/activity/words.ts'
import { follow, openTestGateway, start, type TestGateway } from '../support/gateway.ts'
import { ask, endOf, openTestDesk } from './fixture.ts'

let gateway: TestGateway | null = null
afterEach(async () => {
  await gateway?.close()
  gateway = null
})

async function opened(): Promise<{ desk: Desk; session: DeskSession; gateway: TestGateway }> {
  gateway = await openTestGateway('people: { anna: {} }\n')
  const desk = openTestDesk(gateway)
  return { desk, session: await desk.openSession('window'), gateway }
}

describe('the audit log at the desk', () => {
  it('is verified: whole, with the number of its entries [screens.activity-whole]', async () => {
    const { desk, session } = await opened()
    const { total } = await ask(desk, session, 'activity.list', {})
    const verified = await ask(desk, session, 'activity.verify', {})
    expect(await endOf(desk, session, verified)).toEqual({
      count: total,
      removed: 0,
      broken: null,
      lost: null,
    })
  })

  it('is saved as lines or as a table, oldest entry first [screens.activity-whole]', async () => {
    const { desk, session, gateway } = await opened()
    const { items } = await ask(desk, session, 'activity.list', {})
    const lines = await ask(desk, session, 'activity.export', { format: 'jsonl' })
    expect(lines).toMatchObject({ header: '', entries: items.length, nextCursor: null })
    const events = lines.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { sequence: number })
    expect(events).toEqual(await gateway.store.auditAfter(0, 100))
    const table = await ask(desk, session, 'activity.export', { format: 'csv' })
    expect(table.header).toMatch(/^sequence,timestamp,eventType,/)
    expect(table.text.trimEnd().split('\r\n')).toHaveLength(items.length)
    expect(table.text).toMatch(/^1,/)
  })

  it('is narrowed by time, for the list and for the file [screens.activity-whole]', async () => {
    const { desk, session } = await opened()
    const { items } = await ask(desk, session, 'activity.list', {})
    const at = items[0]?.at ?? ''
    const within = await ask(desk, session, 'activity.list', { from: at, to: at })
    expect(within.items.map(({ at: time }) => time)).toContain(at)
    const later = { from: '2999-01-01T00:00:00.000Z' }
    expect((await ask(desk, session, 'activity.list', later)).total).toBe(0)
    const file = await ask(desk, session, 'activity.export', { format: 'jsonl', ...later })
    expect(file).toEqual({ header: '', text: '', entries: 0, nextCursor: null })
    const wrong = await desk.dispatch(session, 'activity.list', { from: 'yesterday' })
    expect(wrong).toMatchObject({ ok: false, error: { code: 'INVALID_REQUEST' } })
  })

  it('calls states and steps what their author calls them [screens.activity-titles]', async () => {
    gateway = await openTestGateway(
      `workflows:\n  note:\n    initialState: at_home\n    states:\n      at_home: { title: At home, transitions: { go_out: { title: Go out, target: awaiting_rain, actor: agent } } }\n      awaiting_rain: { title: Waiting for rain, terminal: true }\n`,
    )
    const desk = openTestDesk(gateway)
    const session = await desk.openSession('window')
    await follow(gateway, await start(gateway, 'note'), 'go_out', {})
    const { items } = await ask(desk, session, 'activity.list', {})
    const texts = items.map(({ text }) => text).join('\n')
    expect(texts).toContain('Waiting for rain')
    expect(texts).not.toContain('awaiting_rain')
    // What is stored is filtered, by the names that it has in the settings file; the screen says so where nothing matches.
    const found = async (text: string) => (await ask(desk, session, 'activity.list', { text })).total
    expect([await found('awaiting_rain'), await found('Waiting for rain')]).toEqual([2, 0])
    expect(activityWords.nothingFoundText).toContain('not at the sentences of this list')
  })
})
