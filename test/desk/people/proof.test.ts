import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Desk } from '../../../src/main/desk/desk.ts'
import type { DeskOptions } from '../../../src/main/desk/desk-options.ts'
import type { DeskSession } from '../../../src/main/desk/session.ts'
import { createManualClock } from '../../support/clock.ts'
import { runs } from '../../support/effort.ts'
import { openTestGateway, start } from '../../support/gateway.ts'
import { ask, openTestDesk } from '../fixture.ts'

const DEPLOY = `
approvals: { proof: highRisk, undoMs: 0 }
people: { kim: {}, bo: {} }
workflows:
  deploy:
    title: Deployment
    initialState: ready
    states:
      ready:
        transitions:
          go: { title: Deploy it, target: done, actor: human, risk: high }
          stop: { title: Leave it, target: done, actor: human, risk: low }
      done: { terminal: true }
`

async function opened(options: Partial<DeskOptions> = {}) {
  const manual = createManualClock()
  let back = 0
  const clock = {
    ...manual,
    now: () => manual.now() - back,
    setBack(milliseconds: number) {
      back += milliseconds
    },
  }
  const gateway = await openTestGateway(DEPLOY, { clock })
  const desk = openTestDesk(gateway, { person: 'kim', ...options })
  onTestFinished(async () => {
    await desk.close()
    await gateway.close()
  })
  return { clock, gateway, desk, session: await desk.openSession('window') }
}

async function decide(desk: Desk, session: DeskSession, id: string, outcome: string, hash?: string) {
  const choice = { id, outcome, arguments: {} }
  const seen = hash ?? (await ask(desk, session, 'inbox.preview', choice)).hash
  return await desk.dispatch(session, 'inbox.decide', { ...choice, comment: '', hash: seen })
}
async function waiting(desk: Desk, session: DeskSession): Promise<string[]> {
  return (await ask(desk, session, 'inbox.list', {})).items.map(({ id }) => id)
}
const PROVE_FIRST = { ok: false, error: { code: 'NEEDS_PROOF' } }

describe('a decision of high risk [people.proof]', () => {
  it('needs a proof of its own, within a minute; one of low risk needs none', async () => {
    const { clock, gateway, desk, session } = await opened()
    await ask(desk, session, 'people.setPin', { current: null, next: '4711' })
    for (let made = 0; made < 3; made += 1) await start(gateway, 'deploy')
    const [first = '', second = '', third = ''] = await waiting(desk, session)
    expect((await ask(desk, session, 'inbox.item', { id: first })).needsProof).toBe(true)
    expect(await decide(desk, session, first, 'go')).toMatchObject(PROVE_FIRST)
    expect(await desk.dispatch(session, 'people.prove', { pin: '0000' })).toMatchObject({
      error: { code: 'NOT_ALLOWED', message: 'That is not the PIN of kim. Try again.' },
    })
    const { until } = await ask(desk, session, 'people.prove', { pin: '4711' })
    expect(until).toBe(new Date(clock.now() + 60_000).toISOString())
    // What was not decided uses nothing up.
    expect(await decide(desk, session, first, 'go', 'another')).toMatchObject({
      error: { code: 'SEEN_CHANGED' },
    })
    expect(await decide(desk, session, first, 'go')).toMatchObject({ ok: true })
    expect(await decide(desk, session, second, 'go')).toMatchObject(PROVE_FIRST)
    expect(await decide(desk, session, second, 'stop')).toMatchObject({ ok: true })
    await ask(desk, session, 'people.prove', { pin: '4711' })
    clock.advance(60_000)
    expect(await decide(desk, session, third, 'go')).toMatchObject(PROVE_FIRST)
    // A clock that is set back makes no proof last longer.
    await ask(desk, session, 'people.prove', { pin: '4711' })
    clock.setBack(3_600_000)
    expect(await decide(desk, session, third, 'go')).toMatchObject(PROVE_FIRST)
    expect(await waiting(desk, session)).toEqual([third])
  })

  it('is not two for one proof, however they come', async () => {
    const { gateway, desk, session } = await opened()
    await ask(desk, session, 'people.setPin', { current: null, next: '4711' })
    for (let made = 0; made < 4; made += 1) await start(gateway, 'deploy')
    const ids = await waiting(desk, session)
    const hashes = await Promise.all(
      ids.map(
        async (id) => (await ask(desk, session, 'inbox.preview', { id, outcome: 'go', arguments: {} })).hash,
      ),
    )
    await ask(desk, session, 'people.prove', { pin: '4711' })
    const answers = await Promise.all(
      ids.map((id, index) => decide(desk, session, id, 'go', hashes[index] ?? '')),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    const rest = await waiting(desk, session)
    const many = {
      outcome: 'go',
      comment: '',
      items: rest.map((id) => ({ id, hash: hashes[ids.indexOf(id)] ?? '' })),
    }
    expect(await desk.dispatch(session, 'inbox.decideMany', many)).toMatchObject(PROVE_FIRST)
    expect(await waiting(desk, session)).toHaveLength(3)
  })

  it('is nobody’s who has no PIN, and the sentence says what to do', async () => {
    const { desk, session } = await opened()
    expect(await desk.dispatch(session, 'people.prove', { pin: null })).toMatchObject({
      error: { message: 'You have no PIN to prove it with. Set one in Settings, under People.' },
    })
    expect(await desk.dispatch(session, 'people.prove', { pin: '4711' })).toMatchObject({
      error: { message: 'kim has no PIN.' },
    })
  })

  it('of one person does not serve another at the same desk', async () => {
    const { gateway, desk, session } = await opened()
    await ask(desk, session, 'people.setPin', { current: null, next: '4711' })
    await start(gateway, 'deploy')
    const [id = ''] = await waiting(desk, session)
    await ask(desk, session, 'people.prove', { pin: '4711' })
    await ask(desk, session, 'people.switch', { name: 'bo', pin: null })
    expect(await decide(desk, session, id, 'go')).toMatchObject(PROVE_FIRST)
    await ask(desk, session, 'people.switch', { name: 'kim', pin: '4711' })
    expect(await decide(desk, session, id, 'go')).toMatchObject(PROVE_FIRST)
  })
})

describe('what the system can ask its user with [people.touch-id]', () => {
  const touch = (answer: boolean) => ({
    kind: 'touchId' as const,
    available: () => true,
    ask: async () => answer,
  })
  it('proves its own user in the window, and nobody else', async () => {
    const { gateway, desk, session } = await opened({ systemProof: touch(true) })
    await start(gateway, 'deploy')
    const [id = ''] = await waiting(desk, session)
    expect((await ask(desk, session, 'people.list', {})).systemProof).toBe('touchId')
    await ask(desk, session, 'people.prove', { pin: null })
    const browser = await desk.openSession('browser')
    expect((await ask(desk, browser, 'people.list', {})).systemProof).toBeNull()
    expect(await desk.dispatch(browser, 'people.prove', { pin: null })).toMatchObject({ ok: false })
    expect(await decide(desk, browser, id, 'go')).toMatchObject(PROVE_FIRST)
    expect(await decide(desk, session, id, 'go')).toMatchObject({ ok: true })
    await ask(desk, session, 'people.switch', { name: 'bo', pin: null })
    expect(await desk.dispatch(session, 'people.prove', { pin: null })).toMatchObject({ ok: false })
  })

  it('proves nothing if the user declines', async () => {
    const { desk, session } = await opened({ systemProof: touch(false) })
    expect(await desk.dispatch(session, 'people.prove', { pin: null })).toMatchObject({
      error: { code: 'NOT_ALLOWED', message: 'The system did not confirm that it is you.' },
    })
  })
})

it('whatever people do in whatever order, nobody sits or decides without the PIN that is due [people.locked] [people.proof]', async () => {
  const step = fc.oneof(
    fc.record({
      act: fc.constant('switch' as const),
      name: fc.constantFrom('kim', 'bo'),
      pin: fc.constantFrom(null, '4711', '0000'),
    }),
    fc.record({
      act: fc.constantFrom('lock' as const, 'open' as const, 'decide' as const, 'minute' as const),
    }),
    fc.record({ act: fc.constant('prove' as const), pin: fc.constantFrom(null, '4711', '0000') }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const clock = createManualClock()
      const gateway = await openTestGateway(DEPLOY, { clock })
      const desk = openTestDesk(gateway, { person: 'kim' })
      try {
        let session = await desk.openSession('window')
        await ask(desk, session, 'people.setPin', { current: null, next: '4711' })
        await start(gateway, 'deploy')
        const [id = ''] = await waiting(desk, session)
        let sits: string | null = 'kim'
        let openedByPin = true
        let proofUntil = 0
        let decided = false
        for (const each of steps) {
          if (each.act === 'minute') clock.advance(60_000)
          else if (each.act === 'open' || each.act === 'lock') {
            if (each.act === 'open') session = await desk.openSession('browser')
            else await ask(desk, session, 'people.lock', {})
            sits = null
            openedByPin = false
            proofUntil = 0
          } else if (each.act === 'switch') {
            const may: boolean = each.name === 'kim' ? each.pin === '4711' : sits !== null && openedByPin
            const reply = await desk.dispatch(session, 'people.switch', { name: each.name, pin: each.pin })
            // Too many wrong ones may keep out the right one; never the other way round.
            if (reply.ok) {
              expect(may).toBe(true)
              sits = each.name
              openedByPin ||= each.name === 'kim'
              proofUntil = 0
            }
          } else if (each.act === 'prove') {
            const reply = await desk.dispatch(session, 'people.prove', { pin: each.pin })
            if (reply.ok) {
              expect([sits, each.pin]).toEqual(['kim', '4711'])
              proofUntil = clock.now() + 60_000
            }
          } else if (!decided) {
            const may = sits !== null && proofUntil > clock.now()
            const preview = await desk.dispatch(session, 'inbox.preview', {
              id,
              outcome: 'go',
              arguments: {},
            })
            const { hash } = preview.ok ? (preview.value as { hash: string }) : { hash: '' }
            const reply = await decide(desk, session, id, 'go', hash)
            expect(reply.ok).toBe(may)
            decided = reply.ok
          }
          expect(session.person()).toBe(sits)
        }
      } finally {
        await desk.close()
        await gateway.close()
      }
    }),
    { numRuns: runs(12, 150) },
  )
})
