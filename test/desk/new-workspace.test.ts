import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Desk } from '../../src/main/desk/desk.ts'
import type { DeskSession } from '../../src/main/desk/session.ts'
import { openTestGateway, type TestGateway } from '../support/gateway.ts'
import { ask, openTestDesk, REVIEW } from './fixture.ts'

describe('a workspace of one’s own, at the desk [first-run.own-workspace]', () => {
  let gateway: TestGateway
  let desk: Desk
  let session: DeskSession
  beforeEach(async () => {
    gateway = await openTestGateway(REVIEW)
    desk = openTestDesk(gateway, {
      workspaces: {
        program: ['/opt/node', '/my tools/cli.js'],
        suggest: async () => '/home/anna/countersign',
        async create(folder, during) {
          if (folder === '/full') return { problem: '/full is not empty. Choose a new folder.' }
          const configuration = `${folder}/countersign.yaml`
          await during(configuration, async () => undefined)
          return { configuration, command: ['/opt/node', 'cli.js', 'serve', '--config', configuration] }
        },
        known: async () => [],
        look: async () => ({ problem: 'Not here.' }),
        open: null,
      },
    })
    session = await desk.openSession('window')
  })
  afterEach(async () => {
    await desk.close()
    await gateway.close()
  })

  it('is suggested, made, written down as made by that person, and its command can be pasted', async () => {
    const { workspace } = await ask(desk, session, 'settings.get', {})
    expect(workspace.program).toBe("/opt/node '/my tools/cli.js'")
    const { folder } = await ask(desk, session, 'workspace.suggest', {})
    expect(await ask(desk, session, 'workspace.create', { folder: `${folder} of mine` })).toEqual({
      configuration: '/home/anna/countersign of mine/countersign.yaml',
      command: "/opt/node cli.js serve --config '/home/anna/countersign of mine/countersign.yaml'",
    })
    const { items } = await ask(desk, session, 'activity.list', {})
    expect(items[0]).toMatchObject({
      text: expect.stringContaining('created a workspace'),
    })
  })

  it('is refused in words, and then nothing is written down', async () => {
    const reply = await desk.dispatch(session, 'workspace.create', { folder: '/full' })
    expect(reply).toMatchObject({
      ok: false,
      error: { code: 'REJECTED', message: '/full is not empty. Choose a new folder.' },
    })
    const { items } = await ask(desk, session, 'activity.list', {})
    expect(JSON.stringify(items)).not.toContain('beginning of a workspace')
  })
})
