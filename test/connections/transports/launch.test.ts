import { expect, it } from 'vitest'
import { launch } from '../../../src/main/connections/transports/launch.ts'

const PROGRAMS = 8

it('of programs that are started together, one starts in a turn: others have the thread between two of them [connections.one-a-turn]', async () => {
  let turn = 0
  let counting = true
  const count = () => {
    turn += 1
    if (counting) setImmediate(count)
  }
  count()
  const starts = Array.from({ length: PROGRAMS }, async () => {
    const launched = await launch({
      command: process.execPath,
      args: ['-e', ''],
      environment: {},
      workingDirectory: null,
      programFolders: [],
      stdin: 'ignore',
    })
    const startedIn = turn
    if (launched.ok) await launched.program.ended
    return startedIn
  })
  const turns = await Promise.all(starts)
  counting = false
  expect(new Set(turns).size).toBe(PROGRAMS)
})
