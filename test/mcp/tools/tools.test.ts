import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkArguments } from '../../../src/main/mcp/tools/tool-call.ts'
import { canonicalToolName, chooseNameStyle, spellToolName } from '../../../src/main/mcp/tools/tool-names.ts'
import { TOOLS } from '../../../src/main/mcp/tools/tools.ts'
import type { JsonObject } from '../../../src/main/model/json.ts'
import { connectHttp, type Era, type OpenGateway, openWithDoors } from '../support.ts'

const NAMES = [
  'gateway.home',
  'gateway.search',
  'gateway.describe',
  'workflow.start',
  'workflow.get',
  'workflow.submit',
  'workflow.explain',
]
const READING = ['gateway.home', 'gateway.search', 'gateway.describe', 'workflow.get', 'workflow.explain']

let open: OpenGateway
beforeAll(async () => {
  open = await openWithDoors()
})
afterAll(() => open.close())

/** What a client gets, as it came over the wire. */
async function listTools(era: Era, program: string): Promise<{ tools: { name: string }[] }> {
  const { mcpUrl } = open.doors
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${open.token}`,
  }
  const clientInfo = { name: program, version: '1' }
  const post = (body: object, more: Record<string, string>) =>
    fetch(mcpUrl, {
      method: 'POST',
      headers: { ...headers, ...more },
      body: JSON.stringify({ jsonrpc: '2.0', ...body }),
    })
  if (era === '2026') {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': clientInfo,
    }
    const response = await post(
      { id: 1, method: 'tools/list', params: { _meta } },
      { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' },
    )
    return ((await response.json()) as { result: { tools: { name: string }[] } }).result
  }
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
  const opened = await post({ id: 1, method: 'initialize', params }, {})
  await opened.text()
  const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' }
  const response = await post({ id: 2, method: 'tools/list' }, session)
  const line = (await response.text()).split('\n').find((row) => row.startsWith('data: {')) ?? ''
  return (JSON.parse(line.slice(6)) as { result: { tools: { name: string }[] } }).result
}

describe.each<Era>(['2025', '2026'])('tools/list of a client of %s', (era) => {
  it('names seven tools, titled, five of them read-only [tools.seven]', async () => {
    const client = await connectHttp(open.doors.mcpUrl, open.token, era)
    const tools = await client.tools()
    expect(tools.map((tool) => tool.name)).toEqual(NAMES)
    expect(tools.every((tool) => tool.title)).toBe(true)
    const reading = tools.filter((tool) => tool.annotations?.readOnlyHint === true)
    expect(reading.map((tool) => tool.name)).toEqual(READING)
    await client.close()
  })

  it.each(['test-agent', 'claude-ai'])(
    'costs %s at most 600 tokens, everything counted [tools.tokens]',
    async (program) => {
      const result = await listTools(era, program)
      expect(result.tools).toHaveLength(7)
      expect(encode(JSON.stringify(result)).length).toBeLessThanOrEqual(600)
    },
  )

  it('asks for two to five keywords where a model searches [tools.tokens]', () => {
    expect(TOOLS.find((tool) => tool.name === 'gateway.search')?.description).toContain('2–5 keywords')
  })

  it.each(['claude-ai', 'cursor-vscode', 'Cursor', 'github-copilot-developer', 'copilot-cli'])(
    'shows underscores to %s [tools.names]',
    async (program) => {
      const { tools } = await listTools(era, program)
      expect(tools.map((tool) => tool.name)).toEqual(NAMES.map((name) => name.replace('.', '_')))
    },
  )

  it.each(['claude-code', 'codex-mcp-client', 'Visual Studio Code', 'an-unknown-one'])(
    'shows dots to %s [tools.names]',
    async (program) => {
      expect((await listTools(era, program)).tools.map((tool) => tool.name)).toEqual(NAMES)
    },
  )

  it('accepts both spellings from everybody [tools.names]', async () => {
    const client = await connectHttp(open.doors.mcpUrl, open.token, era)
    for (const name of ['gateway.home', 'gateway_home']) {
      expect((await client.call(name)).structuredContent.total).toBe(3)
    }
    await client.close()
  })

  it('follows the token of the client [tools.names]', async () => {
    const token = await open.doors.tokens.createClientToken('claude', 'human:kim')
    const client = await connectHttp(open.doors.mcpUrl, token, era)
    expect((await client.tools())[0]?.name).toBe('gateway_home')
    await client.close()
  })
})

describe('names', () => {
  it('follow --names first, then the token, then the program [tools.names]', () => {
    const style = (asked: 'dots' | null, token: 'underscores' | null, program: string) =>
      chooseNameStyle({ asked, token, program })
    expect(style('dots', 'underscores', 'claude-ai')).toBe('dots')
    expect(style(null, 'underscores', 'claude-code')).toBe('underscores')
    expect(style(null, null, 'claude-ai (via mcp-remote 0.1.37)')).toBe('underscores')
    expect(chooseNameStyle({ asked: null, token: null, program: null })).toBe('dots')
  })

  it('go there and back without loss [tools.names]', () => {
    for (const name of NAMES) {
      expect(canonicalToolName(spellToolName(name, 'underscores'))).toBe(name)
      expect(canonicalToolName(name)).toBe(name)
    }
  })
})

describe('arguments', () => {
  it('are refused with each field that is wrong [tools.arguments]', () => {
    const submit = TOOLS.find((tool) => tool.name === 'workflow.submit')
    if (!submit) throw new Error('there is no workflow.submit')
    const check = (input: JsonObject) => checkArguments(submit, input)
    const problems = check({ expectedVersion: 'x', foo: 1, transition: 't', arguments: [] })
    expect(problems.map((problem) => problem.path).sort()).toEqual([
      'arguments',
      'expectedVersion',
      'foo',
      'workflowId',
    ])
    expect(check({ workflowId: 'wf_1', expectedVersion: 1, transition: 't' })).toEqual([])
  })

  it('name elements of lists by their place, and limits by their value [tools.arguments]', () => {
    const search = TOOLS.find((tool) => tool.name === 'gateway.search')
    if (!search) throw new Error('there is no gateway.search')
    const check = (input: JsonObject) => checkArguments(search, input)
    expect(check({ query: 'a', tags: ['x', 1] })[0]).toMatchObject({ path: 'tags.1', expected: 'string' })
    expect(check({ query: 'a', limit: 51 })[0]).toMatchObject({ path: 'limit', expected: 'at most 50' })
    expect(check({ query: 'a', kind: 'tool' })[0]?.expected).toBe('workflow, capability, connection')
  })
})
