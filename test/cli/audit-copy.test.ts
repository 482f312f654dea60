import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { eventually } from '../mcp/support.ts'
import { launch, makeWorkspace } from './processes.ts'

const WORKFLOWS = `
workflows:
  note:
    title: Note
    initialState: open
    states:
      open: { transitions: { finish: { target: done } } }
      done: {}
`

const events = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { sequence?: number; eventType?: string; ready?: boolean })

it('follows the ready line on stdout, spelt as declared [audit.copy, audit.copy-names]', async () => {
  const workspace = await makeWorkspace(
    'copy',
    `version: "1.0.0"\naudit: { sink: stdout, names: snake_case }${WORKFLOWS}`,
  )
  const served = launch(['serve', ...workspace.flags, '--json'])
  const [ready, first] = await eventually(() => {
    const lines = events(served.said.stdout.slice(0, served.said.stdout.lastIndexOf('\n') + 1))
    return lines.length >= 2 && lines
  }, 'the first entry')
  expect(ready?.ready).toBe(true)
  expect(first).toMatchObject({ sequence: 1, event_type: 'server.initialized' })
  served.child.kill('SIGTERM')
  await served.ended
  await workspace.end()
})

it('is a file in the data folder, which a restart goes on with [audit.copy]', async () => {
  const workspace = await makeWorkspace('copy', `version: "1.0.0"\naudit: { sink: file }${WORKFLOWS}`)
  for (let start = 1; start <= 2; start += 1) {
    const served = launch(['serve', ...workspace.flags, '--json'])
    await eventually(() => /\n/.test(served.said.stdout), 'the ready line')
    served.child.kill('SIGTERM')
    await served.ended
    const copied = events(await readFile(join(workspace.data, 'audit.jsonl'), 'utf8'))
    expect(copied.map(({ sequence }) => sequence)).toEqual(copied.map((_, index) => index + 1))
    expect(copied.filter(({ eventType }) => eventType === 'server.initialized')).toHaveLength(start)
  }
  await workspace.end()
})
