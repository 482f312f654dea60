/** What `serve` does with those who ask it for something on other ways than over HTTP. */
import { readFile, writeFile } from 'node:fs/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { launch, makeWorkspace } from '../processes.ts'

async function serve(name: string) {
  const workspace = await makeWorkspace(name)
  onTestFinished(() => workspace.end())
  const { child, said, ended } = launch(['serve', ...workspace.flags, '--json'])
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  await expect.poll(() => said.stdout, { timeout: 30_000 }).toContain('"ready":true')
  return { workspace, child, said, ended }
}

describe('serve', () => {
  it('tells a client that takes it for a server on its pipes which command is meant [cli.stdio-client]', async () => {
    const { child, said } = await serve('stdio')
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'initialize', params: {} })}\n`)
    await expect.poll(() => said.stdout.trim().split('\n').at(-1)).toContain('"id":7')
    const answer = JSON.parse(said.stdout.trim().split('\n').at(-1) ?? '') as { error: { message: string } }
    expect(answer.error.message).toContain('`countersign mcp`')
    expect(said.stderr).toContain('`countersign mcp`')
  })

  it('tells that also where it does not start, as beside a gateway that runs [cli.stdio-client]', async () => {
    const { workspace } = await serve('stdio-beside')
    const { child, said, ended } = launch(['serve', ...workspace.flags])
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'initialize', params: {} })}\n`)
    await ended
    expect(said.stderr).toContain('is in use by process')
    expect(said.stderr).toContain('`countersign mcp`')
    expect(JSON.parse(said.stdout)).toMatchObject({ id: 7, error: { code: -32600 } })
  })

  it('says nothing to whoever writes anything else there [cli.stdio-client]', async () => {
    const { child, said, ended } = await serve('stdio-else')
    child.stdin.write('hello\n')
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'initialize' })}\n`)
    child.stdin.end()
    child.kill('SIGTERM')
    await ended
    expect(said.stdout.trim().split('\n')).toHaveLength(1)
  })

  it('reads its configuration again at a hang-up without a terminal, and asks a person as ever [cli.hang-up]', async () => {
    const { workspace, child, said } = await serve('hang-up')
    const text = await readFile(workspace.config, 'utf8')
    await writeFile(workspace.config, text.replace(', actor: human', ''))
    child.kill('SIGHUP')
    await expect.poll(() => said.stderr, { timeout: 10_000 }).toContain('a person must accept that')
    expect(child.exitCode).toBe(null)
  })
})
