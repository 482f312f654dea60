import { afterEach, describe, expect, it } from 'vitest'
import { createToolCall } from '../../src/main/mcp/tools/tool-call.ts'
import { ERROR_CODES } from '../../src/main/model/error.ts'
import { agent, openTestGateway, type TestGateway } from '../support/gateway.ts'
import { leaksInside } from './mutate.ts'
import { STRANGE_REPLIES, STRANGE_SERVER } from './strange-server.ts'

const YAML = `
connections:
  strange: { kind: mcp, command: ${JSON.stringify(process.execPath)}, args: ["\${COUNTERSIGN_WORKSPACE}/strange.cjs"] }
  sound: { kind: cli }
proxy:
  import: [{ connection: strange, prefix: strange }]
  expose: [{ name: sound.echo, executor: { kind: noop }, inputSchema: { type: object, properties: { a: { type: integer } } } }]
`

let gateway: TestGateway | null = null
afterEach(async () => {
  await gateway?.close()
  gateway = null
})

describe('a server that speaks nonsense', () => {
  it('costs its own calls an error and nobody else anything [fuzz.replies]', async () => {
    const opened = await openTestGateway(YAML, { files: { 'strange.cjs': STRANGE_SERVER } })
    gateway = opened
    await opened.connections.settled(10_000)
    const call = createToolCall(opened, new AbortController().signal, { info() {}, warn() {}, error() {} })
    const run = (capability: string, args: object) =>
      call(
        agent(),
        {
          name: 'workflow.start',
          arguments: { definitionId: 'proxy_default', input: { capability, arguments: { ...args } } },
        },
        { session: null },
      )
    let succeeded = 0
    for (let seed = 0; seed < STRANGE_REPLIES; seed += 1) {
      while (opened.connections.state('strange')?.health !== 'healthy')
        await opened.connections.restart('strange')
      const { content, structuredContent, isError } = await run('strange.say', { seed })
      const text = String((content[0] as { text: string }).text)
      expect(JSON.parse(text)).toEqual(structuredContent)
      const { error } = structuredContent as { error?: { code: string } }
      if (isError) expect(ERROR_CODES).toContain(error?.code)
      else succeeded += 1
      expect(error?.code).not.toBe('INTERNAL')
      const other = await run('sound.echo', { a: seed })
      expect(other.isError).not.toBe(true)
    }
    expect(succeeded).toBeGreaterThan(4)
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    expect(opened.logged.some((line) => leaksInside(line))).toBe(false)
  }, 120_000)
})
