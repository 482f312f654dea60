/** The five flows, with real parts: each prepares what it needs and answers with the one call that is looked at. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadConfiguration } from '../../src/main/config/load.ts'
import { ask, openTestDesk, REVIEW } from '../desk/fixture.ts'
import { agent, follow, openTestGateway, start } from '../support/gateway.ts'

/** Prepares; the answer is what is looked at. */
type Flow = () => Promise<() => Promise<unknown>>

export async function openFlows(): Promise<{ flows: Record<string, Flow>; close(): Promise<void> }> {
  const gateway = await openTestGateway(`${REVIEW}store: { kind: sqlite }\n`)
  const desk = openTestDesk(gateway)
  const session = await desk.openSession('window')
  const file = join(gateway.folder, 'countersign.yaml')
  const text = await readFile(file, 'utf8')
  let changes = 0

  const flows: Record<string, Flow> = {
    submit: async () => {
      const run = await start(gateway, 'content_review')
      return () => follow(gateway, run, 'submit_draft', { content: 'A text' })
    },
    approve: async () => {
      const run = await start(gateway, 'content_review')
      await follow(gateway, run, 'submit_draft', { content: 'A text' })
      const { items } = await ask(desk, session, 'inbox.list', {})
      const id = items.find(({ workflowId }) => workflowId === run.workflowId)?.id ?? ''
      const looked = { id, outcome: 'approve', arguments: {} }
      const { hash } = await ask(desk, session, 'inbox.preview', looked)
      return () => ask(desk, session, 'inbox.decide', { ...looked, comment: '', hash })
    },
    search: async () => () => gateway.discovery.search(agent(), { query: 'write and publish a text' }),
    definition: async () => () => loadConfiguration(file, process.env),
    change: async () => {
      changes += 1
      await writeFile(file, text.replace('Content review', `Content review ${changes}`))
      // Files are read on a thread of their own, which passes what `definition` passes.
      return () => gateway.live.consider()
    },
  }
  const close = async () => {
    await desk.close()
    await gateway.close()
  }
  return { flows, close }
}
