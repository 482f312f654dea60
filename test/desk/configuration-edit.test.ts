import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect } from 'vitest'
import type { Desk } from '../../src/main/desk/desk.ts'
import type { DeskSession } from '../../src/main/desk/session.ts'
import type { ConfigurationEdit } from '../../src/preload/contract.ts'
import { test as it } from '../support/fixtures.ts'
import { openTestGateway, pending, type TestGateway } from '../support/gateway.ts'
import { ask, openTestDesk } from './fixture.ts'

let folder: string
let gateway: TestGateway
let desk: Desk
let session: DeskSession

const MAIN = `# the desk of the tests
version: "1.0.0"
include: [people.yaml]
approvals:
  timeoutMs: 60000 # a minute
people:
  anna: { roles: [lead] }
clients:
  ci: { tags: [ops], sees: all } # the builds
workflows:
  deploy: { initialState: a, states: { a: { transitions: { go: { target: b, actor: human } } }, b: {} } }
`
const PEOPLE = `people:
  # our writer
  bob: { roles: [writer] }
`
const main = () => join(folder, 'countersign.yaml')
const people = () => join(folder, 'people.yaml')

async function open() {
  gateway = await openTestGateway('', { folder, configuration: main() })
  desk = openTestDesk(gateway)
  session = await desk.openSession('window')
}
async function close() {
  await desk.close()
  await gateway.close()
}
const preview = (edit: ConfigurationEdit) => ask(desk, session, 'configuration.preview', { edit })
const save = async (edit: ConfigurationEdit) =>
  await ask(desk, session, 'configuration.save', { edit, hash: (await preview(edit)).hash })
const HOLD: ConfigurationEdit = { kind: 'approvals', holdMs: 2000 }

it.beforeEach(async ({ folder: made }) => {
  folder = made
  await mkdir(join(folder, 'workflows'))
  await writeFile(main(), MAIN)
  await writeFile(people(), PEOPLE)
  await open()
})
afterEach(async () => {
  await close()
})

describe('a change of the configuration by the desk', () => {
  it('changes no file that is marked as read-only, nor one whose old text cannot be kept [edit.refused-by-system]', async () => {
    await chmod(main(), 0o444)
    await expect(save(HOLD)).rejects.toThrow(
      `‘${main()}’ cannot be written: it is marked as read-only. Nothing was changed.`,
    )
    expect(await readFile(main(), 'utf8')).toBe(MAIN)
    await chmod(main(), 0o644)
    const undo = join(folder, 'data', 'configuration.undo.json')
    await rm(undo, { force: true })
    await mkdir(join(undo, 'in its place'), { recursive: true })
    await expect(save(HOLD)).rejects.toThrow(`Nothing of the change was saved. ‘${undo}’ cannot be written:`)
    expect(await readFile(main(), 'utf8')).toBe(MAIN)
    await rm(undo, { recursive: true })
    await save(HOLD)
    await rename(main(), join(folder, 'elsewhere.yaml'))
    await mkdir(main())
    await expect(preview({ kind: 'approvals', holdMs: 3000 })).rejects.toThrow(
      'cannot be read: it is a folder.',
    )
  })

  it('begins with what somebody has just saved by hand, and says what became of that [edit.just-saved]', async ({
    clock,
  }) => {
    await close()
    // The watch, which waits for the hand of an editor to rest, does not come to it.
    gateway = await openTestGateway('', { folder, configuration: main(), clock, vouched: false })
    desk = openTestDesk(gateway)
    session = await desk.openSession('window')
    await writeFile(main(), MAIN.replace('# a minute', '# one minute'))
    expect((await preview(HOLD)).patch).toContain('holdMs: 2000')
    await save(HOLD)
    const saved = await readFile(main(), 'utf8')
    expect(saved).toContain('# one minute')
    await writeFile(main(), saved.replace('roles: [lead]', 'roles: [lead, boss]'))
    const more: ConfigurationEdit = { kind: 'approvals', holdMs: 3000 }
    await expect(preview(more)).rejects.toThrow('that change waits in the inbox. Decide about it first.')
    expect(await pending(gateway)).toMatchObject([{ kind: 'configuration' }])
    await writeFile(main(), `${saved}nonsense: 1\n`)
    await expect(preview(more)).rejects.toThrow('has errors. Fix them in the file first.')
    await writeFile(main(), saved)
    expect((await preview(more)).patch).toContain('holdMs: 3000')
  })

  it('that cannot be written says why, and is not listed as done [edit.unwritten]', async () => {
    const list = async () => (await ask(desk, session, 'configuration.changes', {})).length
    // No name is left for the draft beside it.
    const long = join(folder, `${'x'.repeat(245)}.yaml`)
    await close()
    await writeFile(long, MAIN)
    gateway = await openTestGateway('', { folder: join(folder, 'other'), configuration: long })
    desk = openTestDesk(gateway)
    session = await desk.openSession('window')
    const { hash } = await preview(HOLD)
    const reply = await desk.dispatch(session, 'configuration.save', { edit: HOLD, hash })
    expect(reply).toMatchObject({
      ok: false,
      error: {
        code: 'REJECTED',
        message: `‘${long}’ cannot be written: its name is too long. Nothing was changed.`,
      },
    })
    expect([await readFile(long, 'utf8'), await list()]).toEqual([MAIN, 0])
  })

  it('is seen as a difference, then saved and in force, in the name of who saved it [edit.seen]', async () => {
    const seen = await preview({ kind: 'approvals', timeoutMs: 120_000, holdMs: 2000 })
    const weaker = ['An approval can be given for 2 minutes instead of 1 minute before it is refused.']
    expect(seen).toMatchObject({ file: main(), problems: [], weaker })
    expect(seen.patch).toContain('-  timeoutMs: 60000 # a minute')
    expect(seen.patch).toContain('+  timeoutMs: 120000 # a minute')
    expect(await readFile(main(), 'utf8')).toBe(MAIN)
    await save({ kind: 'approvals', timeoutMs: 120_000, holdMs: 2000 })
    expect(gateway.configuration().approvals).toMatchObject({ timeoutMs: 120_000, holdMs: 2000 })
    expect(gateway.live.status()).toMatchObject({ acceptedBy: 'human:anna', disk: { kind: 'same' } })
    const { items } = await gateway.store.audit({ eventTypes: ['config.reloaded'] }, { limit: 5 })
    expect(items[0]).toMatchObject({ actor: 'human:anna' })
  })

  it('goes to the file that declares the thing [edit.located]', async () => {
    await save({ kind: 'person', name: 'bob', roles: ['writer', 'lead'], permissions: [] })
    expect(await readFile(people(), 'utf8')).toBe(PEOPLE.replace('[writer]', '[writer, lead]'))
    await save({ kind: 'person', name: 'carl', roles: [], permissions: ['publish'] })
    expect(await readFile(main(), 'utf8')).toContain(
      '  anna: { roles: [lead] }\n  carl:\n    permissions: [publish]\n',
    )
    await save({ kind: 'removePerson', name: 'bob' })
    expect(Object.keys(gateway.configuration().people).sort()).toEqual(['anna', 'carl'])
    expect(gateway.live.status().disk).toEqual({ kind: 'same' })
  })

  it('adds a client, says what it may see, and leaves the rest of it as it is written [edit.clients]', async () => {
    const rights = { roles: [], permissions: [], tags: ['ops', 'files'] }
    const wider: ConfigurationEdit = { kind: 'client', name: 'ci', ...rights }
    expect((await preview(wider)).weaker).toEqual([
      expect.stringContaining('The client ‘ci’ gets the sight of the tag ‘files’.'),
    ])
    await save(wider)
    expect(await readFile(main(), 'utf8')).toBe(MAIN.replace('[ops]', '[ops, files]'))
    const all: ConfigurationEdit = { ...wider, tags: null }
    expect((await preview(all)).weaker[0]).toContain('gets the sight of every tag')
    await save(all)
    expect(await readFile(main(), 'utf8')).toContain('  ci: { sees: all } # the builds\n')
    await save({ kind: 'client', name: 'writer', roles: ['editor'], permissions: [], tags: ['news'] })
    expect(gateway.configuration().clients.writer).toMatchObject({
      roles: ['editor'],
      tags: ['news'],
      sees: 'own',
    })
    await save({ kind: 'removeClient', name: 'writer' })
    expect(Object.keys(gateway.configuration().clients)).toEqual(['ci'])
    for (const edit of [
      { ...all, name: 'local' },
      { ...all, name: ' ' },
      { kind: 'removeClient', name: 'writer' },
    ] as ConfigurationEdit[])
      expect((await desk.dispatch(session, 'configuration.preview', { edit })).ok).toBe(false)
    expect((await preview({ ...all, name: 'no name' })).problems).not.toEqual([])
  })

  it('says first what would be allowed that is not now, and what would be wrong [edit.seen]', async () => {
    const seen = await preview({ kind: 'person', name: 'bob', roles: ['writer', 'lead'], permissions: [] })
    expect(seen.weaker).toEqual(['The person ‘bob’ gets the role ‘lead’.'])
    const odd = await preview({ kind: 'person', name: 'bob', roles: ['le\u202ead'], permissions: [] })
    expect(odd.weaker).toEqual([
      'The person ‘bob’ gets the role “le[U+202E]ad”.',
      'May loosen: person ‘bob’ › ‘roles’ was ["writer"] and is ["le\\u202ead"].',
    ])
    const wrong = await preview({ kind: 'approvals', timeoutMs: -1 })
    expect(wrong.problems[0]).toMatchObject({ line: 5, message: expect.stringContaining('timeoutMs') })
    const edit: ConfigurationEdit = { kind: 'approvals', timeoutMs: -1 }
    const reply = await desk.dispatch(session, 'configuration.save', { edit, hash: wrong.hash })
    expect(reply).toMatchObject({ ok: false, error: { code: 'REJECTED' } })
    expect(await readFile(main(), 'utf8')).toBe(MAIN)
  })

  it('is not saved over a file that has moved [edit.seen]', async () => {
    const { hash } = await preview(HOLD)
    await writeFile(main(), `${MAIN}# hello\n`)
    await gateway.live.consider()
    const reply = await desk.dispatch(session, 'configuration.save', { edit: HOLD, hash })
    expect(reply).toMatchObject({ ok: false, error: { code: 'SEEN_CHANGED' } })
    await writeFile(main(), MAIN.replace('actor: human', 'actor: agent'))
    const waiting = await desk.dispatch(session, 'configuration.preview', { edit: HOLD })
    expect(waiting).toMatchObject({ ok: false, error: { code: 'REJECTED' } })
  })

  it('can be put back, also after a restart, unless the file was changed since [edit.undo]', async () => {
    const first = await save(HOLD)
    await close()
    await open()
    expect(await ask(desk, session, 'configuration.undo', first)).toEqual({ file: main(), secretsLeft: [] })
    expect(await readFile(main(), 'utf8')).toBe(MAIN)
    expect(await desk.dispatch(session, 'configuration.undo', first)).toMatchObject({
      error: { code: 'NOT_FOUND' },
    })
    const second = await save(HOLD)
    await save({ kind: 'approvals', holdMs: 3000 })
    expect(await desk.dispatch(session, 'configuration.undo', second)).toMatchObject({
      error: { code: 'SEEN_CHANGED' },
    })
    expect(gateway.configuration().approvals.holdMs).toBe(3000)
  })

  it('that was put back, or is over by another one, says by whom, also when two do it at once [edit.undo-first]', async () => {
    const { undo } = await save(HOLD)
    const other = await desk.openSession('browser')
    await ask(desk, other, 'people.switch', { name: 'bob', pin: null })
    const both = await Promise.all(
      [session, other].map((each) => desk.dispatch(each, 'configuration.undo', { undo })),
    )
    // Either may be the first.
    const isAnna = both[0]?.ok === true
    const message = `${isAnna ? 'anna' : 'bob'} put this change back already.`
    const late = { ok: false, error: { message } }
    expect(both).toMatchObject(isAnna ? [{ ok: true }, late] : [late, { ok: true }])
    await close()
    await open()
    expect(await desk.dispatch(session, 'configuration.undo', { undo })).toMatchObject({
      error: { code: 'NOT_FOUND', message: isAnna ? 'You put this change back already.' : message },
    })
    const first = await save(HOLD)
    await save({ kind: 'approvals', holdMs: 3000 })
    expect(await desk.dispatch(session, 'configuration.undo', first)).toMatchObject({
      error: { message: 'You changed the settings file since. Nothing was put back.' },
    })
    await writeFile(main(), MAIN)
    expect(await desk.dispatch(session, 'configuration.undo', first)).toMatchObject({
      error: { message: 'The settings file was changed since. Nothing was put back.' },
    })
  })

  it('is listed with who, when and what, and only the newest can be undone while the file is as it was left [edit.changes]', async () => {
    const list = () => ask(desk, session, 'configuration.changes', {})
    expect(await list()).toEqual([])
    await save(HOLD)
    await save({ kind: 'approvals', holdMs: 3000 })
    await save({ kind: 'person', name: 'bob', roles: ['writer', 'lead'], permissions: [] })
    await close()
    await open()
    const [bob, third, second] = await list()
    expect(bob).toMatchObject({ file: people(), by: 'human:anna', canUndo: true, isImport: false })
    expect(bob?.patch).toContain('+  bob: { roles: [writer, lead] }')
    expect(Date.parse(bob?.at ?? '')).toBeGreaterThan(0)
    expect(third).toMatchObject({ file: main(), canUndo: true })
    expect(second).toMatchObject({ file: main(), canUndo: false })
    await ask(desk, session, 'configuration.undo', { undo: third?.undo ?? '' })
    expect(await list()).toMatchObject([{ undo: bob?.undo }, { undo: second?.undo, canUndo: true }])
    await writeFile(main(), `${await readFile(main(), 'utf8')}# by hand\n`)
    expect((await list()).map(({ canUndo }) => canUndo)).toEqual([true, false])
  })

  it('is refused where a name is no name, or nobody has it [edit.refuses]', async () => {
    for (const edit of [
      { kind: 'removePerson', name: 'zoe' },
      { kind: 'person', name: '', roles: [], permissions: [] },
      { kind: 'nonsense' } as unknown as ConfigurationEdit,
    ] as ConfigurationEdit[]) {
      expect((await desk.dispatch(session, 'configuration.preview', { edit })).ok).toBe(false)
    }
  })
})
