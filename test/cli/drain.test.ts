import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { connectHttp, eventually } from '../mcp/support.ts'
import { launch, makeWorkspace } from './processes.ts'

let workspace: Awaited<ReturnType<typeof makeWorkspace>> | null = null
afterEach(async () => {
  await workspace?.end()
})

/** Says that it has begun, and takes its time. */
const SLOW = "require('node:fs').writeFileSync('began', ''); setTimeout(() => console.log('ran'), 1500)"

it('a call that runs when the gateway is told to stop is answered with what came of it [call.drained]', async () => {
  workspace = await makeWorkspace(
    'drain',
    `version: "1.0.0"
proxy:
  expose:
    - { name: slow, executor: { kind: cli, command: ${JSON.stringify(process.execPath)}, args: ["-e", ${JSON.stringify(SLOW)}] } }
`,
  )
  const served = launch(['serve', ...workspace.flags, '--json'])
  const line = await eventually(() => /^(.+)\n/.exec(served.said.stdout)?.[1], 'the ready line')
  const { mcp } = JSON.parse(line) as { mcp: string }
  const client = await connectHttp(mcp, readFileSync(join(workspace.data, 'token'), 'utf8').trim(), '2026')
  const answer = client.call('workflow.start', {
    definitionId: 'proxy_default',
    input: { capability: 'slow', arguments: {} },
  })
  await eventually(() => existsSync(join(workspace?.config ?? '', '..', 'began')), 'that it runs')
  served.child.kill('SIGTERM')
  expect((await answer).structuredContent).toMatchObject({
    result: { status: 'executed' },
    context: { lastResult: { stdout: expect.stringContaining('ran') } },
  })
  expect((await served.ended).code).toBe(0)
})
