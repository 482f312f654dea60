import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { test } from '../../support/fixtures.ts'
import { agent, pending, person, press, start } from '../../support/gateway.ts'
import { ask } from '../fixture.ts'
import { everything, files, openToolDesk, type ToolDesk } from './real-servers.ts'

const CALLS = `
approvals: { holdMs: 0 }
workflows:
  tidy:
    initialState: a
    states:
      a:
        transitions:
          stop: { target: b }
          look: { target: a, executor: { kind: mcp, connection: files, tool: list_allowed_directories } }
          rename: { target: a, executor: { kind: mcp, connection: files, tool: move_file }, inputSchema: { type: object } }
      b: {}
`

const call = ({ gateway }: ToolDesk, capability: string, args = {}) =>
  start(gateway, 'proxy_default', { capability, arguments: args })

describe('tools of real servers, changed at the desk', () => {
  test('all ask at first; those that only read are freed together, on every route, and are asked about again after one undo [tools.edit] [tools.gate] [R5.1]', async ({
    folder,
    openGateway,
  }) => {
    const made = await openToolDesk(folder, (yaml) => openGateway(yaml), CALLS)
    const { gateway, desk, session } = made
    const before = await made.text()
    expect((await call(made, 'files.list_allowed_directories')).result.status).toBe('waiting_for_action')
    const reading = (await made.rows()).filter(
      ({ server, said, asks }) => server === 'files' && said === true && asks.when === 'always',
    )
    expect(reading.length).toBeGreaterThan(5)
    const { undo, weaker } = await made.change(
      reading.map(({ server, name }) => ({ server, name })),
      { do: 'ask', when: 'writes' },
    )
    expect(weaker.join(' ')).toContain('“list_allowed_directories”')
    expect(weaker.join(' ')).toContain('its approval is left out for read-only tools')
    expect(await made.row('files', 'list_allowed_directories')).toMatchObject({
      asks: { when: 'writes', people: 1, by: 'lead' },
    })
    expect((await call(made, 'files.list_allowed_directories')).context).toMatchObject({
      lastResult: { content: expect.stringContaining('shared') },
    })
    // The same tool by a workflow.
    const run = await start(gateway, 'tidy')
    const look = await gateway.runtime.submit(agent(), {
      workflowId: run.workflowId ?? '',
      expectedVersion: run.version ?? 0,
      transition: 'look',
      arguments: {},
    })
    expect(look.response.result.status).toBe('executed')
    const target = join(folder, 'shared', 'new.txt')
    expect((await call(made, 'files.write_file', { path: target, content: 'x' })).result.status).toBe(
      'waiting_for_action',
    )
    await ask(desk, session, 'configuration.undo', { undo })
    expect(await made.text()).toBe(before)
    expect((await call(made, 'files.list_allowed_directories')).result.status).toBe('waiting_for_action')
  })

  test('is asked of two people, of one server and another in one save, and keeps every comment [tools.edit] [edit.bytes]', async ({
    folder,
    openGateway,
  }) => {
    const made = await openToolDesk(folder, (yaml) => openGateway(yaml), CALLS)
    const before = await made.text()
    await made.change([...files('write_file', 'move_file'), ...everything('echo')], {
      do: 'ask',
      when: 'always',
      people: { quorum: 2, role: 'lead' },
    })
    const after = await made.text()
    for (const line of before.split('\n').filter((each) => each.includes('#'))) {
      const comment = line.slice(line.indexOf('#'))
      expect(after).toContain(comment)
    }
    expect(after).toContain(
      '        move_file: { required: true, quorum: 2, by: { role: lead } } # two of us\n',
    )
    for (const [server, name] of [
      ['files', 'write_file'],
      ['everything', 'echo'],
    ] as const)
      expect(await made.row(server, name)).toMatchObject({ asks: { when: 'always', people: 2, by: 'lead' } })
    const held = await call(made, 'everything.echo', { message: 'hello' })
    expect(held.result.status).toBe('waiting_for_action')
    const [item] = await pending(made.gateway)
    const lead = (name: string) => ({ who: person(name, { roles: ['lead'] }) })
    await press(made.gateway, item?.id ?? '', 'approve', lead('anna'))
    expect(await pending(made.gateway)).toHaveLength(1)
    await press(made.gateway, item?.id ?? '', 'approve', lead('ben'))
    expect(await pending(made.gateway)).toHaveLength(0)
    expect(await made.row('everything', 'echo')).toMatchObject({ used: { count: 1, failed: 0 } })
  })

  test('go off and on again for agents; workflows still call them, behind the approval that names them [tools.edit] [tools.gate]', async ({
    folder,
    openGateway,
  }) => {
    const made = await openToolDesk(folder, (yaml) => openGateway(yaml), CALLS)
    const before = await made.text()
    await made.change([...files('move_file'), ...everything('echo', 'get-sum')], { do: 'offer', on: false })
    expect(await made.text()).toContain('        - get-env # secrets\n        - echo\n        - get-sum\n')
    expect(await made.row('files', 'move_file')).toMatchObject({ state: 'off', item: null })
    expect((await call(made, 'files.move_file')).error?.code).toBe('CAPABILITY_NOT_FOUND')
    const run = await start(made.gateway, 'tidy')
    const moved = await made.gateway.runtime.submit(agent(), {
      workflowId: run.workflowId ?? '',
      expectedVersion: run.version ?? 0,
      transition: 'rename',
      arguments: { source: 'a', destination: 'b' },
    })
    expect(moved.response.result.status).toBe('waiting_for_action')
    expect(contentOfQuorum(await pending(made.gateway))).toContain(2)
    await made.change([...files('move_file'), ...everything('get-sum', 'echo')], { do: 'offer', on: true })
    expect(await made.text()).toBe(before)
    expect((await made.row('everything', 'echo')).item).toBe('everything.echo')
  })

  test('count as a person has confirmed, whatever their server says [tools.reads]', async ({
    folder,
    openGateway,
  }) => {
    const made = await openToolDesk(folder, (yaml) => openGateway(yaml), CALLS)
    const tool = files('list_allowed_directories')
    await made.change(tool, { do: 'ask', when: 'writes' })
    expect((await call(made, 'files.list_allowed_directories')).result.status).toBe('executed')
    const { weaker } = await made.change(tool, { do: 'confirm', reads: false })
    expect(weaker).toEqual([])
    expect(await made.row('files', 'list_allowed_directories')).toMatchObject({
      reads: false,
      said: true,
      confirmed: false,
    })
    expect((await call(made, 'files.list_allowed_directories')).result.status).toBe('waiting_for_action')
    const run = await start(made.gateway, 'tidy')
    const look = await made.gateway.runtime.submit(agent(), {
      workflowId: run.workflowId ?? '',
      expectedVersion: run.version ?? 0,
      transition: 'look',
      arguments: {},
    })
    expect(look.response.result.status).toBe('waiting_for_action')
    await made.change(files('write_file'), { do: 'ask', when: 'writes' })
    const said = await made.change(files('write_file'), { do: 'confirm', reads: true })
    expect(said.weaker.join(' ')).toContain('“write_file” of ‘files’ without asking')
    const path = join(folder, 'shared', 'free.txt')
    expect((await call(made, 'files.write_file', { path, content: 'free' })).result.status).toBe('executed')
    expect(await readFile(path, 'utf8')).toBe('free')
    await made.change(files('write_file'), { do: 'confirm', reads: null })
    expect((await call(made, 'files.write_file', { path, content: 'x' })).result.status).toBe(
      'waiting_for_action',
    )
  })

  test('get tags and aliases together; a tag of the whole import stays, and says where it stands [tools.edit]', async ({
    folder,
    openGateway,
  }) => {
    const made = await openToolDesk(folder, (yaml) => openGateway(yaml), CALLS)
    const both = [...files('read_text_file'), ...everything('echo')]
    await made.change(both, { do: 'words', field: 'tags', add: ['daily', 'demo'], remove: [] })
    await made.change(both, { do: 'words', field: 'aliases', add: ['say it'], remove: [] })
    expect(await made.row('everything', 'echo')).toMatchObject({
      tags: ['demo', 'daily'],
      aliases: ['say it'],
    })
    expect(await made.row('files', 'read_text_file')).toMatchObject({
      tags: ['daily', 'demo'],
      aliases: ['say it'],
    })
    const foreseen = await ask(made.desk, made.session, 'tools.foresee', {
      tools: both,
      change: { do: 'words', field: 'tags', add: [], remove: ['demo'] },
    })
    expect(foreseen.changed).toEqual(files('read_text_file'))
    expect(foreseen.fixed).toEqual([
      {
        tool: everything('echo')[0],
        because: expect.stringContaining('Every tool of this server has the tag ‘demo’'),
      },
    ])
  })
})

function contentOfQuorum(items: Awaited<ReturnType<typeof pending>>): number[] {
  return [...JSON.stringify(items).matchAll(/"quorum":(\d+)/g)].map(([, quorum]) => Number(quorum))
}
