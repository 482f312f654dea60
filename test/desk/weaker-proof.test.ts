import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import type { ConfigurationEdit } from '../../src/preload/contract.ts'
import { test } from '../support/fixtures.ts'
import { ask, openTestDesk } from './fixture.ts'

const MAIN = `version: "1.0.0"
approvals: { proof: highRisk }
people: { kim: {}, bo: {} }
workflows:
  deploy: { initialState: a, states: { a: { transitions: { go: { target: b, actor: human } } }, b: {} } }
`

const it = test.extend('opened', async ({ folder, clock, openGateway }, { onCleanup }) => {
  const environment: Record<string, string> = { SERVER: 'a-server' }
  const file = join(folder, 'countersign.yaml')
  await writeFile(file, MAIN)
  const gateway = await openGateway('', { folder, configuration: file, clock, environment })
  const desk = openTestDesk(gateway, { person: 'kim' })
  onCleanup(desk.close)
  const session = await desk.openSession('window')
  await ask(desk, session, 'people.setPin', { current: null, next: '4711' })
  const save = async (edit: ConfigurationEdit) => {
    const { hash } = await ask(desk, session, 'configuration.preview', { edit })
    return await desk.dispatch(session, 'configuration.save', { edit, hash })
  }
  const prove = () => ask(desk, session, 'people.prove', { pin: '4711' })
  const approve = async (before?: () => void) => {
    await gateway.live.consider()
    const [item] = (await ask(desk, session, 'inbox.list', {})).items
    const choice = { id: item?.id ?? '', outcome: 'approve', arguments: {} }
    const { hash } = await ask(desk, session, 'inbox.preview', choice)
    before?.()
    await prove()
    return await ask(desk, session, 'inbox.decide', { ...choice, comment: '', hash })
  }
  return { approve, desk, environment, file, gateway, prove, save, session }
})

const NEEDS_PROOF = { ok: false, error: { code: 'NEEDS_PROOF' } }

describe('the desk’s editor, where proof is asked for [people.proof]', () => {
  it.for<ConfigurationEdit>([
    { kind: 'approvals', proof: 'never' },
    { kind: 'approvals', undoMs: 0 },
    { kind: 'person', name: 'kim', roles: ['finance'], permissions: [] },
  ])('saves what asks for less with a proof only: %j', async (edit, { opened: { file, prove, save } }) => {
    expect(await save(edit)).toMatchObject(NEEDS_PROOF)
    expect(await readFile(file, 'utf8')).toBe(MAIN)
    await prove()
    expect(await save(edit)).toMatchObject({ ok: true })
    expect(await readFile(file, 'utf8')).not.toBe(MAIN)
  })

  it('saves what asks for as much without, and takes it back without; taking back a limit needs one', async ({
    opened,
  }) => {
    const { desk, file, prove, save, session } = opened
    expect(await save({ kind: 'approvals', holdMs: 2000 })).toMatchObject({ ok: true })
    const stricter = await save({ kind: 'approvals', undoMs: 20_000 })
    const { undo } = (stricter.ok ? stricter.value : {}) as { undo: string }
    expect(await desk.dispatch(session, 'configuration.undo', { undo })).toMatchObject(NEEDS_PROOF)
    expect(await readFile(file, 'utf8')).toContain('undoMs: 20000')
    await prove()
    expect(await desk.dispatch(session, 'configuration.undo', { undo })).toMatchObject({ ok: true })
    expect(await readFile(file, 'utf8')).not.toContain('undoMs')
  })
})

it('a first PIN that two desks choose at once is one of them, and the other desk hears of it [people.locked]', async ({
  openGateway,
}) => {
  const gateway = await openGateway(MAIN.replace('version: "1.0.0"\n', ''))
  const desk = openTestDesk(gateway, { person: 'kim' })
  const desks = [await desk.openSession('window'), await desk.openSession('browser')]
  const replies = await Promise.all(
    desks.map((session, index) =>
      desk.dispatch(session, 'people.setPin', { current: null, next: `${index}471` }),
    ),
  )
  expect(replies.map(({ ok }) => ok)).toEqual([true, false])
  const [, other] = desks
  if (other === undefined) throw new Error('There are two.')
  expect(await desk.dispatch(other, 'people.switch', { name: 'kim', pin: '0471' })).toMatchObject({
    ok: true,
  })
})

it('whoever is removed while they sit at a desk does not come back by being declared again [people.locked]', async ({
  opened: { desk, session },
}) => {
  await ask(desk, session, 'people.switch', { name: 'bo', pin: null })
  const other = await desk.openSession('browser')
  await ask(desk, other, 'people.switch', { name: 'kim', pin: '4711' })
  const as = async (edit: ConfigurationEdit) => {
    const { hash } = await ask(desk, other, 'configuration.preview', { edit })
    await ask(desk, other, 'people.prove', { pin: '4711' })
    await ask(desk, other, 'configuration.save', { edit, hash })
  }
  await as({ kind: 'removePerson', name: 'bo' })
  expect(session.person()).toBeNull()
  await as({ kind: 'person', name: 'bo', roles: [], permissions: [] })
  expect(session.person()).toBeNull()
  expect(await desk.dispatch(session, 'people.switch', { name: 'bo', pin: null })).toMatchObject({
    ok: false,
  })
})

describe('a configuration that a person approves', () => {
  it('is in force then, also after the clock was set back [live.seen]', async ({ opened: world, clock }) => {
    await world.save({ kind: 'approvals', holdMs: 2000 })
    clock.advance(-3_600_000)
    await writeFile(world.file, (await readFile(world.file, 'utf8')).replace('bo: {}', 'bo: {}, cy: {}'))
    expect(await world.approve()).toMatchObject({ message: 'Approved.' })
    expect(Object.keys(world.gateway.configuration().people)).toContain('cy')
    expect(world.gateway.live.status().disk).toEqual({ kind: 'same' })
  })

  it('and that cannot be loaded any more is not said to be in force [live.seen]', async ({
    opened: world,
  }) => {
    await writeFile(world.file, `${MAIN}connections: { db: { kind: mcp, command: "\${SERVER}" } }\n`)
    const decided = await world.approve(() => {
      delete world.environment.SERVER
    })
    expect(decided.message).toContain('not in force')
    expect(world.gateway.configuration().connections).toEqual({})
  })
})
