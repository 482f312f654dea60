import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readCommandLine } from '../../../src/main/cli/command-line.ts'
import { ask, endOf, openTestDesk } from '../../desk/fixture.ts'
import { makeFolder } from '../../support/folders.ts'
import { openTestGateway } from '../../support/gateway.ts'
import { run } from '../processes.ts'

const YAML = 'people: { kim: {} }\nstore: { kind: sqlite }\n'

describe('countersign pin remove [people.forgotten]', () => {
  it('lets somebody in again who has forgotten theirs, while no gateway runs, and is audited [cli.held]', async () => {
    const folder = makeFolder('pin')
    onTestFinished(() => folder.remove())
    const data = ['--data', join(folder.path, 'data')]
    const gateway = await openTestGateway(YAML, { folder: folder.path })
    const desk = openTestDesk(gateway, { person: 'kim' })
    const session = await desk.openSession('window')
    await ask(desk, session, 'people.setPin', { current: null, next: '4711' })
    const early = await run(['pin', 'remove', 'kim', ...data])
    expect(early.code).toBe(1)
    expect(early.stderr).toContain(`is in use by process ${process.pid}`)
    expect(early.stderr).toContain(
      'Stop it first: press Ctrl+C in its terminal, or quit the app. If a client has started it by itself, quit that client',
    )
    await desk.close()
    await gateway.close()

    expect(await run(['pin', 'remove', 'bo', ...data])).toMatchObject({
      code: 1,
      stderr: `bo has no PIN in the data folder ${join(folder.path, 'data')}.\n`,
    })
    expect(await run(['pin', 'remove', 'kim', ...data])).toMatchObject({
      code: 0,
      stdout: 'kim has no PIN any more. Every desk shows that in its activity.\n',
    })
    const again = await openTestGateway(YAML, { folder: folder.path })
    onTestFinished(() => again.close())
    const reopened = openTestDesk(again, { person: 'kim' })
    onTestFinished(() => reopened.close())
    const open = await reopened.openSession('window')
    expect(open.person()).toBe('kim')
    const { items } = await ask(reopened, open, 'activity.list', { eventType: 'person.pin_removed' })
    expect(items).toMatchObject([{ actor: expect.stringMatching(/^system:/) }])
    const verified = await ask(reopened, open, 'activity.verify', {})
    expect((await endOf(reopened, open, verified)).broken).toBeNull()
  }, 60_000)

  it.each([
    [['pin'], 'Whose PIN?'],
    [['pin', 'set', 'kim'], 'There is no "pin set". There is: remove.'],
    [['pin', 'remove'], 'Whose PIN?'],
    [['pin', 'remove', 'kim', '--config', 'x'], '--config needs --data here.'],
  ])('%j: %s', (args, sentence) => {
    const line = readCommandLine(args)
    expect(line.ok ? '' : line.message).toContain(sentence)
  })
})
