import { cp, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterEach, describe, expect } from 'vitest'
import type { Desk } from '../../../src/main/desk/desk.ts'
import type { DeskSession } from '../../../src/main/desk/session.ts'
import { type Doors, openDoors } from '../../../src/main/mcp/http/doors.ts'
import type { ItemCard, PlayView } from '../../../src/preload/contract.ts'
import { test as it } from '../../support/fixtures.ts'
import { openTestGateway, type TestGateway } from '../../support/gateway.ts'
import { ask, openTestDesk } from '../fixture.ts'

const PATIENCE = { timeout: 20_000, interval: 20 }

describe('the scripted agent of the first run', () => {
  let folder: string
  let gateway: TestGateway
  let doors: Doors
  let desk: Desk
  let session: DeskSession
  it.beforeEach(async ({ folder: made }) => {
    folder = made
    await cp(resolve('resources/sample'), folder, { recursive: true })
    gateway = await openTestGateway('', { folder, configuration: join(folder, 'countersign.yaml') })
    await gateway.connections.settled(20_000)
    const silent = () => undefined
    const log = { info: silent, warn: silent, error: silent }
    doors = await openDoors(gateway, {
      port: 0,
      startedBy: 'app',
      log,
      onEnd: silent,
    })
    desk = openTestDesk(gateway, {
      mcp: {
        url: () => doors.mcpUrl,
        tokenFile: doors.tokenFile,
        token: async () => (await readFile(doors.tokenFile, 'utf8')).trim(),
        clients: doors.clients,
        tools: () => [],
      },
    })
    session = await desk.openSession('window')
  })
  afterEach(async () => {
    await desk.close()
    await doors.close()
    await gateway.close()
  })

  const view = (): Promise<PlayView> => ask(desk, session, 'play.status', {})
  const said = async () => (await view()).lines.map((line) => line.text).join('\n')

  async function nextItem(): Promise<ItemCard> {
    await expect.poll(async () => (await ask(desk, session, 'inbox.list', {})).total, PATIENCE).toBe(1)
    const { items } = await ask(desk, session, 'inbox.list', {})
    return items[0]!
  }

  async function press(outcome: string, comment = ''): Promise<void> {
    const { id } = await nextItem()
    const { hash } = await ask(desk, session, 'inbox.preview', { id, outcome, arguments: {} })
    await ask(desk, session, 'inbox.decide', { id, outcome, arguments: {}, comment, hash })
  }

  it('writes a draft, cannot approve it, improves it when asked, and hears of the approval [desk.play] [R1.1]', async () => {
    await ask(desk, session, 'play.start', { script: 'content_review' })
    expect((await nextItem()).requestedBy).toBe('agent:Sample agent')
    await expect.poll(said, PATIENCE).toContain('No. Only a person at the desk')
    expect((await view()).lines.map(({ code }) => code)).toContain('ACTOR_MISMATCH')
    expect(await said()).not.toContain('ACTOR_MISMATCH')
    expect((await ask(desk, session, 'inbox.list', { status: 'decided' })).total).toBe(0)
    await press('request_changes', 'Friendlier, please.')
    await expect.poll(said, PATIENCE).toContain('Friendlier, please.')
    await press('approve')
    await expect.poll(async () => (await view()).running, PATIENCE).toBe(false)
    const { error, workflowId } = await view()
    expect(error).toBeNull()
    expect(await said()).toContain('It has come to its end: published.')
    const run = await ask(desk, session, 'runs.get', { id: workflowId ?? '' })
    expect(run).toMatchObject({ status: 'completed', state: 'published', startedBy: 'agent:Sample agent' })
  })

  it('proposes a file, which is written after a person has agreed [desk.play]', async () => {
    await ask(desk, session, 'play.start', { script: 'file_change' })
    const item = await nextItem()
    expect(item.definitionId).toBe('file_change')
    await press('apply')
    await expect.poll(async () => (await view()).running, PATIENCE).toBe(false)
    expect(await said()).toContain('It has come to its end: applied.')
    expect(await readFile(join(folder, 'files', 'release-checklist.md'), 'utf8')).toContain(
      '# Release checklist',
    )
  })

  it('asks for a payment, which two different people approve [first-run.two-people]', async () => {
    await ask(desk, session, 'play.start', { script: 'two_people' })
    const { id, votes } = await nextItem()
    expect(votes?.needed).toBe(2)
    const { asked } = await ask(desk, session, 'inbox.item', { id })
    const choice = { id, outcome: 'approve', arguments: asked?.arguments ?? {} }
    async function approve(): Promise<string> {
      const { hash, problems } = await ask(desk, session, 'inbox.preview', choice)
      if (problems.length > 0) return problems.map(({ message }) => message).join(' ')
      return (await ask(desk, session, 'inbox.decide', { ...choice, comment: '', hash })).message
    }
    await approve()
    expect(await approve()).toMatch(/approved/i)
    expect((await nextItem()).votes?.given).toHaveLength(1)
    const receipt = join(folder, 'files', 'payment-INV-1042.txt')
    await expect(readFile(receipt, 'utf8')).rejects.toThrow('ENOENT')

    await ask(desk, session, 'people.switch', { name: 'robin', pin: null })
    expect(await approve()).toContain('you can still undo it')
    await expect(readFile(receipt, 'utf8')).rejects.toThrow('ENOENT')
    await expect.poll(async () => (await view()).running, PATIENCE).toBe(false)
    expect(await said()).toContain('It has come to its end: released.')
    expect(await readFile(receipt, 'utf8')).toBe(
      'Pay 1840 EUR to Prints & Bindery for INV-1042: The leaflets for the fair, delivered on Monday.',
    )
  })

  it('runs once at a time and stops when it is told to [desk.play]', async () => {
    await ask(desk, session, 'play.start', { script: 'content_review' })
    await nextItem()
    const again = await ask(desk, session, 'play.start', { script: 'file_change' })
    expect(again.script).toBe('content_review')
    const stopped = await ask(desk, session, 'play.stop', {})
    expect(stopped.running).toBe(false)
    expect(stopped.lines.at(-1)?.text).toBe('I was stopped.')
    expect((await ask(desk, session, 'play.start', { script: 'file_change' })).script).toBe('file_change')
  })

  it('says what is wrong if the gateway cannot be reached [desk.play]', async () => {
    const lost = openTestDesk(gateway)
    await ask(lost, session, 'play.start', { script: 'content_review' })
    await expect.poll(async () => (await ask(lost, session, 'play.status', {})).running, PATIENCE).toBe(false)
    expect((await ask(lost, session, 'play.status', {})).error).toMatch(
      /^The sample agent lost its connection to Countersign: /,
    )
    await lost.close()
  })
})
