import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { askGateway } from '../../../src/main/mcp/pipe/ask.ts'
import { createManualClock } from '../../support/clock.ts'
import { makeFolder } from '../../support/folders.ts'
import { connectHttp, type Era, eventually, isRunning, openWithDoors, UNTIL_FILE } from '../support.ts'

it.each<[Era, boolean]>([
  ['2025', true],
  ['2025', false],
  ['2026', true],
  ['2026', false],
])(
  'a call over HTTP, era %s, is answered when the gateway stops, whether or not its step ends in time: %s [call.at-stop]',
  async (era, ends) => {
    const folder = makeFolder('until')
    const file = join(folder.path, 'go')
    const clock = createManualClock()
    const open = await openWithDoors(UNTIL_FILE(file), { clock })
    const client = await connectHttp(open.doors.mcpUrl, open.token, era)
    const started = await client.call('workflow.start', { definitionId: 'work' })
    const { workflowId } = started.structuredContent
    let isAnswered = false
    const answered = client
      .call('workflow.submit', { workflowId, expectedVersion: 1, transition: 'go' })
      .finally(() => {
        isAnswered = true
      })
    await isRunning(open, workflowId)
    const closed = open.close()
    if (ends) await writeFile(file, '')
    else
      await eventually(() => {
        clock.advance(10_000)
        return isAnswered
      }, 'the answer')
    const { status } = (await answered).structuredContent.result
    expect(status).toBe(ends ? 'completed' : 'waiting_for_action')
    await closed
    await client.close()
    folder.remove()
  },
)

it('a gateway that hands over waits once for what runs, not again when it closes [call.at-stop] [R3.2]', async () => {
  const folder = makeFolder('until')
  const clock = createManualClock()
  const doors = { startedBy: 'pipe' as const }
  const open = await openWithDoors(UNTIL_FILE(join(folder.path, 'go')), { clock, doors })
  const client = await connectHttp(open.doors.mcpUrl, open.token, '2026')
  const { workflowId } = (await client.call('workflow.start', { definitionId: 'work' })).structuredContent
  const submitted = { workflowId, expectedVersion: 1, transition: 'go' }
  const answered = client.call('workflow.submit', submitted)
  await isRunning(open, workflowId)
  expect(await askGateway(open.gateway.dataFolder, 'handover', '0.0.0')).toEqual({ ok: true })
  await eventually(() => {
    clock.advance(10_000)
    return open.ended.includes('handover')
  }, 'the hand-over')
  // No more time goes by.
  let isClosed = false
  const closed = open.close().then(() => {
    isClosed = true
  })
  await eventually(() => {
    clock.advance(0)
    return isClosed
  }, 'the end')
  await closed
  expect((await answered).structuredContent.result.status).toBe('waiting_for_action')
  await client.close()
  folder.remove()
})
