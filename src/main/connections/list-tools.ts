/** Asks a server for its tools, all pages. One tool that is described wrongly does not cost the others. */
import type { Client } from '@modelcontextprotocol/client'
import { z } from 'zod'
import type { ImportedTool } from './connection.ts'

const PAGE_MS = 60_000
const MOST_PAGES = 1000

const JsonSchemaObject = z.record(z.string(), z.json())

const Page = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().optional() })

const Hint = z.boolean().optional().catch(undefined)
const Tool = z.object({
  name: z.string().min(1),
  title: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  inputSchema: JsonSchemaObject.optional().catch(undefined),
  outputSchema: JsonSchemaObject.optional().catch(undefined),
  annotations: z
    .object({
      title: z.string().optional().catch(undefined),
      readOnlyHint: Hint,
      destructiveHint: Hint,
      idempotentHint: Hint,
      openWorldHint: Hint,
    })
    .optional()
    .catch(undefined),
})

/** @throws what the client throws; an Error if the pages do not end. */
export async function listTools(client: Client): Promise<ImportedTool[]> {
  const tools = new Map<string, ImportedTool>()
  let cursor: string | undefined
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer: z.infer<typeof Page> = await client.request(
      { method: 'tools/list', params: cursor === undefined ? {} : { cursor } },
      Page,
      { timeout: PAGE_MS },
    )
    for (const item of answer.tools) {
      const tool = Tool.safeParse(item)
      if (tool.success) tools.set(tool.data.name, dropUndefined(tool.data))
    }
    if (answer.nextCursor === undefined || answer.nextCursor === cursor) return [...tools.values()]
    cursor = answer.nextCursor
  }
  throw new Error(`The server's list of tools has more than ${MOST_PAGES} pages.`)
}

function dropUndefined(tool: z.infer<typeof Tool>): ImportedTool {
  const { annotations, ...rest } = tool
  return {
    ...withoutUndefined(rest),
    name: tool.name,
    ...(annotations === undefined ? {} : { annotations: withoutUndefined(annotations) }),
  }
}

type Defined<T> = { [Key in keyof T]: Exclude<T[Key], undefined> }

function withoutUndefined<T extends object>(value: T): Partial<Defined<T>> {
  return Object.fromEntries(Object.entries(value).filter((entry) => entry[1] !== undefined)) as Partial<
    Defined<T>
  >
}
