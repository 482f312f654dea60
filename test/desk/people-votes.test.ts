import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Desk } from '../../src/main/desk/desk.ts'
import type { DeskSession } from '../../src/main/desk/session.ts'
import { countRuns, openWithCounter } from '../runtime/counter.ts'
import { counting, gated, getRun, IMAGE, until } from '../runtime/gated.ts'
import { createManualClock, type ManualClock } from '../support/clock.ts'
import { follow, openTestGateway, pending, person, press, start } from '../support/gateway.ts'
import { ask, openTestDesk } from './fixture.ts'

const PEOPLE = '\npeople: { kim: { roles: [lead] }, bo: { roles: [lead] }, zoe: {} }\n'

async function opened(approval: string, clock?: ManualClock) {
  const yaml = `${gated(approval)}${PEOPLE}`
  const gateway =
    clock === undefined
      ? await openWithCounter(yaml)
      : await openWithCounter(yaml.replace('holdMs: 60', 'holdMs: 0'), { clock })
  const desk = openTestDesk(gateway, { person: 'kim' })
  onTestFinished(async () => {
    await desk.close()
    await gateway.close()
  })
  return { gateway, desk, session: await desk.openSession('window') }
}
async function look(desk: Desk, session: DeskSession) {
  const [item] = (await ask(desk, session, 'inbox.list', {})).items
  return await ask(desk, session, 'inbox.item', { id: item?.id ?? '' })
}
async function approve(desk: Desk, session: DeskSession, args: object = IMAGE) {
  const { id } = await look(desk, session)
  const choice = { id, outcome: 'approve', arguments: args as never }
  const preview = await ask(desk, session, 'inbox.preview', choice)
  const reply = await desk.dispatch(session, 'inbox.decide', { ...choice, comment: '', hash: preview.hash })
  return { preview, reply }
}
const problems = (preview: { problems: { message: string }[] }) =>
  preview.problems.map(({ message }) => message)
const sit = (desk: Desk, session: DeskSession, name: string, pin: string | null = null) =>
  ask(desk, session, 'people.switch', { name, pin })

describe('two people at one desk', () => {
  it('let a call run together; one of them twice does not, and is told so [people.quorum] [R5.4]', async () => {
    const { gateway, desk, session } = await opened('{ quorum: 2, by: { role: lead } }')
    const began = await start(gateway, 'deploy', counting(gateway))
    await follow(gateway, began, 'ship', IMAGE)
    expect((await approve(desk, session)).preview.problems).toEqual([])
    const again = await approve(desk, session)
    expect(problems(again.preview)).toEqual(['You approved this. One more person is needed.'])
    expect((await look(desk, session)).votes).toMatchObject({ needed: 2, given: [{ by: 'human:kim' }] })
    expect(await countRuns(gateway)).toBe(0)
    // What the same person would have run instead is another question.
    const id = (await look(desk, session)).id
    const other = { id, outcome: 'approve', arguments: { image: '"v2"' } }
    expect(problems(await ask(desk, session, 'inbox.preview', other))).toEqual([])
    await sit(desk, session, 'zoe')
    const barred = await approve(desk, session)
    expect(problems(barred.preview)).toEqual(['Only people with the role ‘lead’ may decide this.'])
    expect(barred.reply).toMatchObject({ ok: false, error: { code: 'NOT_ALLOWED' } })
    await sit(desk, session, 'bo')
    expect((await approve(desk, session)).reply).toMatchObject({ ok: true })
    expect(await countRuns(gateway)).toBe(1)
  })

  it('each have a list of what waits for them, which their badge counts, and one of what waits for others [inbox.two-lists]', async () => {
    const { gateway, desk, session } = await opened('{ quorum: 2, by: { role: lead } }')
    const ids: string[] = []
    for (let n = 0; n < 3; n += 1)
      await follow(gateway, await start(gateway, 'deploy', counting(gateway)), 'ship', IMAGE)
    const lists = async () => {
      const [you, others, all] = await Promise.all(
        (['you', 'others', 'pending'] as const).map((status) => ask(desk, session, 'inbox.list', { status })),
      )
      const { pending } = await ask(desk, session, 'desk.status', {})
      for (const page of [you, others, all]) expect(page?.others).toBe(others?.total)
      expect(others?.items).toHaveLength(others?.total ?? -1)
      expect(pending).toBe(you?.total)
      expect((you?.total ?? 0) + (others?.total ?? 0)).toBe(all?.total)
      expect(you?.oldest).toBe(you?.items[0]?.id ?? null)
      ids.splice(0, 3, ...(all?.items ?? []).map(({ id }) => id))
      return [you?.total, others?.total]
    }
    expect(await lists()).toEqual([3, 0])
    // An approval of one's own leaves the rest to others.
    await approve(desk, session)
    expect(await lists()).toEqual([2, 1])
    await ask(desk, session, 'inbox.assign', { id: ids[1] ?? '', to: 'bo' })
    expect(await lists()).toEqual([1, 2])
    await sit(desk, session, 'bo')
    expect(await lists()).toEqual([3, 0])
    await ask(desk, session, 'inbox.snooze', {
      ids: [ids[2] ?? ''],
      until: new Date(Date.now() + 3_600_000).toISOString(),
    })
    expect((await ask(desk, session, 'inbox.list', { status: 'you' })).total).toBe(2)
    await sit(desk, session, 'zoe')
    expect(await lists()).toEqual([0, 3])
  })

  it('have in their own list what is assigned to somebody who cannot decide it any more [inbox.two-lists]', async () => {
    const { gateway, desk, session } = await opened('{ by: { role: lead } }')
    await follow(gateway, await start(gateway, 'deploy', counting(gateway)), 'ship', IMAGE)
    const { id } = await look(desk, session)
    const mine = async () =>
      (await ask(desk, session, 'inbox.list', { status: 'you' })).items.map((item) => item.kind)
    const assign = (to: string) => ask(desk, session, 'inbox.assign', { id, to })
    await assign('bo')
    expect(await mine()).toEqual([])
    const file = join(gateway.folder, 'countersign.yaml')
    await writeFile(file, (await readFile(file, 'utf8')).replace(' bo: { roles: [lead] },', ''))
    await gateway.live.consider()
    const change = (await pending(gateway)).find(({ kind }) => kind === 'configuration')
    await press(gateway, change?.id ?? '', 'approve')
    expect(await mine()).toEqual(['gate'])
  })

  it('have no choice in their own list that its guards leave to others alone [inbox.two-lists]', async () => {
    const yaml = `people: { kim: { roles: [lead] }, zoe: {} }
workflows:
  letter:
    initialState: reading
    states:
      reading:
        transitions:
          send: { target: sent, actor: human, guards: [{ kind: role, role: lead }] }
          drop: { target: sent, actor: human, guards: [{ kind: anyOf, guards: [{ kind: role, role: lead }, { kind: permission, permission: drop }] }] }
      sent: { terminal: true }
  note:
    initialState: reading
    states:
      reading:
        transitions:
          send: { target: sent, actor: human, guards: [{ kind: role, role: lead }] }
          drop: { target: sent, actor: human }
      sent: { terminal: true }
`
    const gateway = await openTestGateway(yaml)
    const desk = openTestDesk(gateway, { person: 'kim' })
    onTestFinished(async () => {
      await desk.close()
      await gateway.close()
    })
    const session = await desk.openSession('window')
    await start(gateway, 'letter', {})
    await start(gateway, 'note', {})
    const lists = async () => {
      const [you, others] = await Promise.all(
        (['you', 'others'] as const).map((status) => ask(desk, session, 'inbox.list', { status })),
      )
      const { pending } = await ask(desk, session, 'desk.status', {})
      return [you?.total, others?.total, pending]
    }
    expect(await lists()).toEqual([2, 0, 2])
    await sit(desk, session, 'zoe')
    expect(await lists()).toEqual([1, 1, 1])
    await start(gateway, 'letter', {})
    expect(await lists()).toEqual([1, 2, 1])
  })

  it('are not called nobody where one of them was too few in time [people.late]', async () => {
    const clock = createManualClock()
    const { gateway, desk, session } = await opened('{ quorum: 2, timeoutMs: 60000 }', clock)
    const began = await start(gateway, 'deploy', counting(gateway))
    await follow(gateway, began, 'ship', IMAGE)
    await approve(desk, session)
    const { id } = await look(desk, session)
    clock.advance(60_000)
    const read = () => ask(desk, session, 'inbox.item', { id })
    await until(gateway, async () => (await read()).status === 'expired')
    const { closedBecause, history } = await read()
    expect(closedBecause).toBe('Too few people approved it in time. Nothing was approved.')
    expect(history.map(({ text }) => text)).toContain(closedBecause)
    expect((await getRun(gateway, began.workflowId)).error?.message).toContain(
      'Too few people at the desk approved ‘ship’ in time',
    )
  })

  it('are not the one who asked [people.quorum] [R5.4]', async () => {
    const { gateway, desk, session } = await opened('{ notRequester: true }')
    const kim = person('kim', { roles: ['lead'] })
    const input = counting(gateway)
    const began = await gateway.runtime.start(kim, { definitionId: 'deploy', input })
    const link = began.response.links.find(({ rel }) => rel === 'ship')
    await gateway.runtime.submit(kim, { ...link?.args, arguments: IMAGE } as never)
    const mine = await approve(desk, session)
    expect(problems(mine.preview)).toEqual(['You asked for this yourself; somebody else must decide it.'])
    expect(mine.reply).toMatchObject({ ok: false, error: { code: 'NOT_ALLOWED' } })
    expect(await countRuns(gateway)).toBe(0)
    await sit(desk, session, 'bo')
    expect((await approve(desk, session)).reply).toMatchObject({ ok: true })
    expect(await countRuns(gateway)).toBe(1)
  })

  it('are those whose approval could count, each by name, whatever is approved already [people.proven]', async () => {
    const { gateway, desk, session } = await opened('{ quorum: 2, notRequester: true, by: { role: lead } }')
    const began = await start(gateway, 'deploy', counting(gateway))
    await follow(gateway, began, 'ship', IMAGE)
    expect((await look(desk, session)).voters).toEqual(['kim', 'bo'])
    await approve(desk, session)
    expect((await look(desk, session)).voters).toEqual(['kim', 'bo'])
  })

  it('are nobody where one press decides', async () => {
    const { gateway, desk, session } = await opened('{ by: { role: lead } }')
    const began = await start(gateway, 'deploy', counting(gateway))
    await follow(gateway, began, 'ship', IMAGE)
    expect((await look(desk, session)).voters).toEqual([])
  })

  it('each keep whether their PIN was asked for [people.proven]', async () => {
    const { gateway, desk, session } = await opened('{ quorum: 3 }')
    await ask(desk, session, 'people.setPin', { current: null, next: '4711' })
    const began = await start(gateway, 'deploy', counting(gateway))
    await follow(gateway, began, 'ship', IMAGE)
    await sit(desk, session, 'kim', '4711')
    await approve(desk, session)
    await sit(desk, session, 'bo')
    await approve(desk, session)
    expect((await look(desk, session)).votes).toMatchObject({
      needed: 3,
      given: [
        { by: 'human:kim', proven: true },
        { by: 'human:bo', proven: false },
      ],
    })
  })
})
