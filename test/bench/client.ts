/** The agent of the bench: the SDK's own client, the same one for the gateway and for a server called directly. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { z } from 'zod'

export type Era = '2025-11-25' | '2026-07-28'
export const ERAS: readonly Era[] = ['2025-11-25', '2026-07-28']

export interface BenchClient {
  /** The texts of the answer, which are what a model reads. @throws if the tool says that it failed */
  call(tool: string, args: Record<string, unknown>): Promise<string[]>
  /** The JSON of the gateway's answer, which is its first text. */
  ask<Answer>(tool: string, args: Record<string, unknown>): Promise<Answer>
  /** The list of tools as it came over the wire, all pages. */
  tools(): Promise<{ tools: Record<string, unknown>[] }>
  close(): Promise<void>
}

export async function connectProgram(
  program: { command: string; args: string[]; env?: Record<string, string> },
  era: Era = '2025-11-25',
): Promise<BenchClient> {
  return connect(
    new StdioClientTransport({
      command: program.command,
      args: program.args,
      env: { ...(process.env as Record<string, string>), ...program.env },
      stderr: 'ignore',
    }),
    era,
  )
}

export async function connectAddress(url: string, token: string, era: Era): Promise<BenchClient> {
  const headers = { authorization: `Bearer ${token}` }
  return connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }), era)
}

async function connect(transport: Parameters<Client['connect']>[0], era: Era): Promise<BenchClient> {
  const client = new Client(
    { name: 'bench', version: '1.0.0' },
    era === '2026-07-28' ? { versionNegotiation: { mode: { pin: era } } } : {},
  )
  await client.connect(transport)
  const call = async (name: string, args: Record<string, unknown>) => {
    const { content, isError } = await client.callTool({ name, arguments: args })
    const texts = content.flatMap((block) => (block.type === 'text' ? block.text : []))
    if (isError) throw new Error(`${name} answered: ${texts.join(' ')}`)
    return texts
  }
  return {
    call,
    ask: async (name, args) => JSON.parse((await call(name, args))[0] ?? 'null'),
    async tools() {
      const tools: Record<string, unknown>[] = []
      let cursor: string | undefined
      do {
        const page = await client.request(
          { method: 'tools/list', params: cursor === undefined ? {} : { cursor } },
          Page,
        )
        tools.push(...page.tools)
        cursor = page.nextCursor
      } while (cursor !== undefined)
      return { tools }
    },
    close: () => client.close(),
  }
}

const Page = z.looseObject({
  tools: z.array(z.record(z.string(), z.unknown())),
  nextCursor: z.string().optional(),
})
