import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client as NewerClient } from '@modelcontextprotocol/client'
import { StdioClientTransport as NewerStdio } from '@modelcontextprotocol/client/stdio'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OlderStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterEach, describe, expect, it } from 'vitest'
import { isAlive } from '../../../src/main/system/processes.ts'
import { eventually } from '../../mcp/support.ts'
import { CLI, conversation, HANDSHAKE, launch, makeWorkspace, run } from '../processes.ts'

let workspace: Awaited<ReturnType<typeof makeWorkspace>>
afterEach(() => workspace.end())

const answers = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: number; result: Record<string, unknown> })

describe('countersign mcp', () => {
  it('starts a gateway if none runs, which outlives it; the next one finds it [pipe.starts, pipe.clean]', async () => {
    workspace = await makeWorkspace('starts')
    const list = { id: 2, method: 'tools/list' }
    const first = await run(['mcp', ...workspace.flags], conversation(...HANDSHAKE, list))
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(answers(first.stdout).map((answer) => answer.id)).toEqual([1, 2])
    const gateway = workspace.endpoint()
    expect(gateway).toMatchObject({ startedBy: 'pipe' })
    expect(isAlive(gateway?.pid ?? 0)).toBe(true)

    const second = await run(
      ['mcp', ...workspace.flags, '--names', 'underscores'],
      conversation(...HANDSHAKE, list),
    )
    const tools = answers(second.stdout)[1]?.result.tools as { name: string }[]
    expect(tools.map((tool) => tool.name)).toContain('gateway_home')
    expect(workspace.endpoint()?.pid).toBe(gateway?.pid)
  })

  it('serves clients of both eras [R8.1]', async () => {
    workspace = await makeWorkspace('eras')
    const server = {
      command: process.execPath,
      args: [CLI, 'mcp', ...workspace.flags],
      stderr: 'pipe' as const,
    }
    const older = new OlderClient({ name: 'older', version: '1' })
    await older.connect(new OlderStdio(server))
    const newer = new NewerClient(
      { name: 'newer', version: '1' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    )
    await newer.connect(new NewerStdio(server))
    for (const client of [older, newer]) {
      expect((await client.listTools()).tools).toHaveLength(7)
      const result = await client.callTool({ name: 'workflow.start', arguments: { definitionId: 'review' } })
      expect(result.structuredContent).toMatchObject({ state: 'draft', result: { status: 'started' } })
    }
    await older.close()
    await newer.close()
  })

  it('of several that start at once, all reach the one gateway that won [R3.1]', async () => {
    workspace = await makeWorkspace('race')
    const start = {
      id: 2,
      method: 'tools/call',
      params: { name: 'workflow.start', arguments: { definitionId: 'review' } },
    }
    const input = conversation(...HANDSHAKE, start)
    const all = await Promise.all([1, 2, 3].map(() => run(['mcp', ...workspace.flags], input)))
    for (const pipe of all) {
      expect(pipe).toMatchObject({ code: 0, stderr: '' })
      expect(answers(pipe.stdout)).toHaveLength(2)
    }
  })

  it('survives the death of its gateway, and starts the next one [R3.3]', async () => {
    workspace = await makeWorkspace('dies')
    const pipe = launch(['mcp', ...workspace.flags])
    const say = (...messages: object[]) => pipe.child.stdin.write(conversation(...messages))
    const answer = (id: number) =>
      eventually(
        () =>
          pipe.said.stdout.includes(`"id":${id}}`) && answers(pipe.said.stdout).find((one) => one.id === id),
      )
    say(...HANDSHAKE, {
      id: 2,
      method: 'tools/call',
      params: { name: 'workflow.start', arguments: { definitionId: 'review' } },
    })
    const { workflowId } = (await answer(2)).result.structuredContent as { workflowId: string }
    const waiting = { workflowId, waitMs: 50_000, sinceVersion: 1 }
    say({ id: 3, method: 'tools/call', params: { name: 'workflow.get', arguments: waiting } })
    // What was said before it has arrived, too.
    say({ id: 5, method: 'tools/list' })
    await answer(5)
    const dead = workspace.endpoint()?.pid ?? 0
    process.kill(dead, 'SIGKILL')
    const lost = await eventually(
      () => answersSoFar(pipe.said.stdout).find((one) => one.id === 3),
      'the lost answer',
    )
    expect(lost.result).toMatchObject({ isError: true, structuredContent: { workflowId } })
    say({ id: 4, method: 'tools/call', params: { name: 'workflow.get', arguments: { workflowId } } })
    const found = await eventually(
      () => answersSoFar(pipe.said.stdout).find((one) => one.id === 4),
      'the new gateway',
    )
    expect(found.result.structuredContent).toMatchObject({ state: 'draft', version: 1 })
    expect(workspace.endpoint()?.pid).not.toBe(dead)
    pipe.child.stdin.end()
    expect((await pipe.ended).code).toBe(0)
  })

  it('makes an older gateway that a pipe started give way, and tells the person [R3.3]', async () => {
    workspace = await makeWorkspace('older')
    const first = await run(['mcp', ...workspace.flags], conversation(...HANDSHAKE))
    expect(first.code).toBe(0)
    const { writeFile } = await import('node:fs/promises')
    const old = workspace.endpoint()
    await writeFile(join(workspace.data, 'gateway.json'), JSON.stringify({ ...old, version: '0.0.1' }))
    const second = await run(['mcp', ...workspace.flags], conversation(...HANDSHAKE))
    expect(second.stderr).toContain('0.0.1')
    expect(answers(second.stdout)).toHaveLength(1)
    expect(workspace.endpoint()?.pid).not.toBe(old?.pid)
    await eventually(() => !isAlive(old?.pid ?? 0), 'the end of the older gateway')
  })

  it('says on standard error why there is no gateway, and nothing on standard output [pipe.starts]', async () => {
    workspace = await makeWorkspace('broken', 'version: "1.0.0"\nworkflow: {}\n')
    const pipe = await run(['mcp', ...workspace.flags], '')
    expect(pipe.stdout).toBe('')
    const asked = await run(['mcp', ...workspace.flags], conversation(...HANDSHAKE))
    expect(asked.code).toBe(1)
    expect(asked.stderr).toMatch(/countersign\.yaml:2:1 error /)
    expect(answers(asked.stdout)).toMatchObject([{ id: 1, error: { code: -32603 } }])
  })

  it('is refused with a wrong COUNTERSIGN_TOKEN [R1.2]', async () => {
    workspace = await makeWorkspace('token')
    const served = launch(['serve', ...workspace.flags, '--json'])
    await eventually(() => served.said.stdout.includes('\n'), 'the ready line')
    const pipe = await run(['mcp', ...workspace.flags], conversation(...HANDSHAKE), {
      COUNTERSIGN_TOKEN: 'cs_wrong',
    })
    expect(pipe.code).toBe(1)
    expect(pipe.stderr).toContain('token')
    const local = (await readFile(join(workspace.data, 'token'), 'utf8')).trim()
    const good = await run(['mcp', ...workspace.flags], conversation(...HANDSHAKE), {
      COUNTERSIGN_TOKEN: local,
    })
    expect(answers(good.stdout)).toHaveLength(1)
    served.child.kill('SIGTERM')
    await served.ended
  })
})

function answersSoFar(stdout: string) {
  return stdout.includes('\n') ? answers(stdout.slice(0, stdout.lastIndexOf('\n'))) : []
}
