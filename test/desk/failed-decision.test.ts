import { expect, it, onTestFinished } from 'vitest'
import { openTestGateway, start } from '../support/gateway.ts'
import { ask, openTestDesk } from './fixture.ts'

const BACKUP = `
workflows:
  backup:
    title: Backup
    initialState: ready
    states:
      ready:
        title: Ready
        transitions:
          run: { title: Run the backup, target: done, actor: human, executor: { kind: cli, command: "false" } }
          skip: { title: Skip it, target: done, actor: human }
      done: { terminal: true }
`

async function openBackups(count: number) {
  const gateway = await openTestGateway(BACKUP)
  const desk = openTestDesk(gateway)
  onTestFinished(async () => {
    await desk.close()
    await gateway.close()
  })
  const session = await desk.openSession('window')
  for (let run = 0; run < count; run += 1) await start(gateway, 'backup')
  const list = async () => (await ask(desk, session, 'inbox.list', {})).items
  return { desk, session, list, ids: (await list()).map(({ id }) => id) }
}

it('what a person chose and then failed was decided: the press is told so, and the question is asked again [decide.then-failed]', async () => {
  const { desk, session, list, ids } = await openBackups(1)
  const choice = { id: ids[0] ?? '', outcome: 'run', arguments: {} }
  const { hash } = await ask(desk, session, 'inbox.preview', choice)
  const reply = await ask(desk, session, 'inbox.decide', { ...choice, comment: '', hash })
  expect(reply).toMatchObject({
    item: { id: ids[0], status: 'approved' },
    message:
      'You chose ‘Run the backup’. Then a step failed, and Backup is at ‘Ready’: false exited with code 1.',
    failed: true,
  })
  const again = await list()
  expect(again).toHaveLength(1)
  expect(again[0]?.id).not.toBe(ids[0])
})

it('so is each of many [decide.then-failed]', async () => {
  const { desk, session, ids } = await openBackups(2)
  const { items } = await ask(desk, session, 'inbox.previewMany', { ids, outcome: 'run' })
  const { results, approved } = await ask(desk, session, 'inbox.decideMany', {
    outcome: 'run',
    comment: '',
    items: items.map(({ item, preview }) => ({ id: item.id, hash: preview?.hash ?? '' })),
  })
  expect(approved).toBe(2)
  expect(results.map(({ ok, failed }) => [ok, failed])).toEqual([
    [true, true],
    [true, true],
  ])
})
