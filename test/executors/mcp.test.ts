import { describe, expect, it } from 'vitest'
import { createRedactor } from '../../src/main/connections/redact.ts'
import { toOutput } from '../../src/main/executors/mcp.ts'
import type { JsonObject } from '../../src/main/model/json.ts'
import type { ExecutionContext } from '../../src/main/runtime/executor-port.ts'
import { fixture, openPool, serverPath, stdio, until, untilHealthy } from '../connections/pool-fixture.ts'
import { contextWith, executorsWith, temporaryFolder } from './executor-fixture.ts'

function caller(connections: Parameters<typeof openPool>[0], redact = (text: string) => text) {
  const pool = openPool(connections, { redact })
  const { mcp } = executorsWith({ pool })
  const run = (connection: string, tool: string, args: JsonObject, context: Partial<ExecutionContext> = {}) =>
    mcp.run({ kind: 'mcp', connection, tool, arguments: args }, contextWith(context))
  return { pool, run }
}

const text = (value: string) => ({ type: 'text', text: value })

describe('calling tools of MCP servers', () => {
  it('writes a file through the real file system server, with evidence [mcp.call]', async () => {
    const folder = await temporaryFolder()
    const { run } = caller({ files: stdio([serverPath('server-filesystem'), folder]) })
    const path = `${folder}/a.txt`
    const message = `Successfully wrote to ${path}`
    expect(await run('files', 'write_file', { path, content: 'hello' })).toEqual({
      ok: true,
      output: { content: message },
      evidence: [
        {
          kind: 'tool_result',
          summary: 'files.write_file answered',
          data: { connection: 'files', tool: 'write_file' },
        },
      ],
      content: [text(message)],
    })
    const denied = await run('files', 'read_text_file', { path: '/etc/passwd' })
    expect(denied).toMatchObject({ ok: false, errorClass: 'permanent', uncertain: false })
    expect(denied).toHaveProperty('message', expect.stringContaining('Access denied'))
    expect(denied).toHaveProperty('content', [
      { type: 'text', text: expect.stringContaining('Access denied') },
    ])
  })

  it('keeps images as references in the output and as they are in the content [R4.11]', async () => {
    const { run } = caller({ everything: stdio([serverPath('server-everything'), 'stdio']) })
    const outcome = await run('everything', 'get-tiny-image', {})
    if (!outcome.ok) throw new Error(outcome.message)
    const image = outcome.content.find((block) => block.type === 'image')
    expect(String(image?.data).length).toBeGreaterThan(1000)
    expect(outcome.output).toEqual({
      text: expect.stringContaining('image'),
      attachments: [{ type: 'image', mimeType: 'image/png', bytes: expect.any(Number) }],
    })
    const resource = await run('everything', 'get-resource-reference', {
      resourceType: 'Text',
      resourceId: 1,
    })
    expect(resource).toMatchObject({
      output: { attachments: [{ type: 'resource', uri: expect.any(String), bytes: expect.any(Number) }] },
    })
  })

  it('prefers structured content, then JSON text, then text [mcp.output]', () => {
    expect(toOutput({ structuredContent: { a: 1 }, content: [text('{"a":2}')] })).toEqual({ a: 1 })
    expect(toOutput({ structuredContent: [], content: [] })).toEqual([])
    expect(toOutput({ content: [text('{"a":2}')] })).toEqual({ a: 2 })
    expect(toOutput({ content: [text('just words')] })).toEqual({ text: 'just words' })
    expect(toOutput({ content: [text('{"a":2}'), text('{"b":3}')] })).toEqual({ text: '{"a":2}\n{"b":3}' })
    expect(toOutput({ content: [] })).toEqual({ text: '' })
    const link = { type: 'resource_link', uri: 'file:///a', name: 'a' }
    expect(toOutput({ content: [text('see'), link] })).toEqual({ text: 'see', attachments: [link] })
    const blob = { type: 'resource', resource: { uri: 'x:1', mimeType: 'a/b', blob: 'AAAA' } }
    expect(toOutput({ content: [blob] })).toEqual({
      text: '',
      attachments: [{ type: 'resource', uri: 'x:1', mimeType: 'a/b', bytes: 3 }],
    })
  })

  it('fails with the server’s words when it reports an error [mcp.is-error]', async () => {
    const { run } = caller({ one: fixture() })
    const content = [text('quota used up'), text('try tomorrow')]
    expect(await run('one', 'echo', { isError: true, content })).toEqual({
      ok: false,
      errorClass: 'permanent',
      message: 'quota used up\ntry tomorrow',
      content,
      uncertain: false,
    })
    expect(await run('one', 'echo', { isError: true, content: [] })).toMatchObject({
      message: 'one.echo reported a failure and gave no reason.',
    })
    // As servers made with the SDK say it once their tool has run.
    const unfit = 'MCP error -32602: Output validation error: Tool pay has an output schema but no content'
    expect(await run('one', 'echo', { isError: true, content: [text(unfit)] })).toMatchObject({
      message: unfit,
      uncertain: true,
    })
    const structured = { code: 'QUOTA', left: 0 }
    expect(await run('one', 'echo', { isError: true, content: [], structured })).toMatchObject({
      message: '{"code":"QUOTA","left":0}',
      details: structured,
    })
  })

  it('passes progress and cancellation on [connections.cancellation]', async () => {
    const { pool, run } = caller({ one: fixture() })
    const updates: unknown[] = []
    await run('one', 'progress', {}, { progress: (update) => updates.push(update) })
    expect(updates).toHaveLength(2)
    const stop = new AbortController()
    const call = run('one', 'wait', {}, { signal: stop.signal })
    await until(() => pool.state('one')!.logTail.some((line) => line.startsWith('waiting')))
    stop.abort()
    expect(await call).toMatchObject({ ok: false, uncertain: true })
    expect(await run('one', 'cancelled', {})).toMatchObject({ output: [expect.any(Number)] })
  })

  it('carries a lost connection as an unknown effect [connections.lost-call]', async () => {
    const { pool, run } = caller({ one: fixture() })
    await untilHealthy(pool, 'one')
    expect(await run('one', 'die', {})).toMatchObject({
      ok: false,
      errorClass: 'connection_error',
      uncertain: true,
    })
  })

  it('removes known secrets from output, content and errors [R2.3]', async () => {
    const { add, redact } = createRedactor()
    add('hunter2-hunter2')
    const { run } = caller({ one: fixture() }, redact)
    const content = [text('hunter2-hunter2')]
    const answered = await run('one', 'echo', { content, structured: { key: ['hunter2-hunter2'] } })
    const failed = await run('one', 'echo', { content, isError: true })
    expect(answered).toMatchObject({ output: { key: ['«redacted»'] }, content: [text('«redacted»')] })
    expect(JSON.stringify([answered, failed])).not.toContain('hunter2')
  })

  it('leaves no part of a secret where a long answer is cut [R2.3] [result.bounded]', async () => {
    const { add, redact } = createRedactor()
    const secret = 'hunter2-of-the-house-that-nobody-knows-but-the-tests'
    add(secret)
    const { run } = caller({ one: fixture() }, redact)
    // Wherever in it the limit falls.
    const beyond = 8 * 1024 * 1024 - 26
    const answered = await run('one', 'echo', {
      content: [text(`${'-'.repeat(beyond)}${secret}${'-'.repeat(1000)}`)],
    })
    const told = JSON.stringify(answered)
    expect(told).toContain('8 MiB at most are passed on')
    expect(told).not.toContain('hunter2')
  })
})
