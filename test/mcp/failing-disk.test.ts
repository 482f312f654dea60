import fs, { renameSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterEach, describe, expect, vi } from 'vitest'
import { test as it } from '../support/fixtures.ts'
import { connectHttp, type OpenGateway, openWithDoors, REVIEW } from './support.ts'

const ON_DISK = `${REVIEW}store: { kind: sqlite }\n`

function failDisk() {
  const broken = () => new Error('EIO: i/o error, fdatasync')
  vi.spyOn(fs, 'fdatasyncSync').mockImplementation(() => {
    throw broken()
  })
  vi.spyOn(fs, 'fdatasync').mockImplementation((_log, ended) => ended(broken() as NodeJS.ErrnoException))
  syncBuiltinESMExports()
}

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

async function connect(open: OpenGateway) {
  return await connectHttp(open.doors.mcpUrl, open.token, '2026')
}

describe('an agent whose gateway cannot keep what it writes', () => {
  it('hears from each of the seven tools that nothing is sure until the restart [store.failing-disk]', async () => {
    const open = await openWithDoors(ON_DISK)
    const client = await connect(open)
    const started = await client.call('workflow.start', { definitionId: 'review' })
    const { workflowId } = started.structuredContent
    failDisk()
    const submit = { workflowId, expectedVersion: 1, transition: 'hand_in' }
    await client.call('workflow.submit', submit)
    for (const [tool, args] of [
      ['gateway.home', {}],
      ['gateway.search', { query: 'review' }],
      ['gateway.describe', { id: 'review' }],
      ['workflow.start', { definitionId: 'review' }],
      ['workflow.get', { workflowId }],
      ['workflow.submit', submit],
      ['workflow.explain', { workflowId }],
    ] as const) {
      const told = await client.call(tool, args)
      expect(told).toMatchObject({ isError: true, structuredContent: { error: { code: 'INTERNAL' } } })
      expect(told.structuredContent.error?.message, tool).toContain('what was written last may be lost')
      expect(told.structuredContent.error?.message, tool).toContain('stopped and started again')
      expect(told.structuredContent).not.toHaveProperty('state')
    }
    await client.close()
    await open.close()
  })

  it('hears it while the database is away, and reads on when it is back [store.held-files]', async () => {
    const open = await openWithDoors(ON_DISK)
    const client = await connect(open)
    const { workflowId } = (await client.call('workflow.start', { definitionId: 'review' })).structuredContent
    const file = join(open.gateway.folder, 'data', 'countersign.db')
    renameSync(file, `${file}.away`)
    await client.call('workflow.start', { definitionId: 'review' })
    const told = await client.call('workflow.get', { workflowId })
    expect(told.structuredContent.error?.message).toContain('was deleted or moved')
    renameSync(`${file}.away`, file)
    await client.call('workflow.start', { definitionId: 'review' })
    expect((await client.call('workflow.get', { workflowId })).structuredContent.state).toBe('draft')
    await client.close()
    await open.close()
  })
})
