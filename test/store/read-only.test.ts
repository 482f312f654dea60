import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect } from 'vitest'
import { DATABASE_FORMAT } from '../../src/main/store/migrations.ts'
import { ask, openTestDesk } from '../desk/fixture.ts'
import { test as it } from '../support/fixtures.ts'
import { agent, openTestGateway, start } from '../support/gateway.ts'

const YAML = `
store: { kind: sqlite }
workflows:
  note:
    title: Note
    initialState: open
    states:
      open: { transitions: { finish: { target: done } } }
      done: {}
`

it('runs on a database of a newer version: reads answer, and every change says why not [store.newer-database]', async ({
  folder,
}) => {
  const older = await openTestGateway(YAML, { folder })
  const begun = await start(older, 'note')
  await older.close()
  const file = join(folder, 'data', 'countersign.db')
  const database = new Database(file)
  database.pragma(`user_version = ${DATABASE_FORMAT + 1}`)
  database.close()

  const gateway = await openTestGateway(YAML, { folder })
  expect(gateway.readOnly).toContain('was written by a newer Countersign')
  expect(gateway.logged.join('\n')).toContain('was written by a newer Countersign')
  const seen = await gateway.runtime.get(agent(), { workflowId: begun.workflowId ?? '' })
  expect(seen.response.state).toBe('open')
  const submit = {
    workflowId: begun.workflowId ?? '',
    expectedVersion: 1,
    transition: 'finish',
    arguments: {},
  }
  await expect(gateway.runtime.submit(agent(), submit)).rejects.toMatchObject({
    code: 'INTERNAL',
    message: gateway.readOnly,
  })
  await expect(start(gateway, 'note')).rejects.toThrow('was written by a newer Countersign')
  const desk = openTestDesk(gateway)
  const status = await ask(desk, await desk.openSession('window'), 'desk.status', {})
  expect(status).toMatchObject({ gateway: 'running', readOnly: gateway.readOnly })
  await gateway.record({ actor: 'engine', eventType: 'search.performed', payload: { total: 0 } })
  await gateway.close()
  const after = new Database(file, { readonly: true })
  expect(after.prepare('SELECT count(*) FROM instances').pluck().get()).toBe(1)
  expect(after.pragma('user_version', { simple: true })).toBe(DATABASE_FORMAT + 1)
  after.close()
})
