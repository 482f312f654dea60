import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
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
