/** Asks a server for its tools, all pages. One tool that is described wrongly does not cost the others, and is named. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Client } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { GatewayError } from '../../model/error.ts'
import { DEEPEST, isJsonObject, isTooDeep, type JsonSchema, type JsonValue } from '../../model/json.ts'
import type { ImportedTool, SchemaRules } from '../connection.ts'

const PAGE_MS = 60_000
const MOST_PAGES = 1000
const MOST_TOOLS = 10_000

const JsonSchemaObject = z.custom<JsonSchema>(isJsonObject)
/** Of an answer; what is nested deeper than anything that walks through it can go promises nothing. */
const Promised = z.custom<JsonSchema>((value) => isJsonObject(value) && !isTooDeep(value))

const Page = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().optional() })

const Hint = z.boolean().optional().catch(undefined)
const Tool = z.object({
  name: z.string().min(1),
  title: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  inputSchema: z.unknown().optional(),
  outputSchema: Promised.optional().catch(undefined),
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

export interface ListedTools {
  tools: ImportedTool[]
  refused: { tool: string; reason: string }[]
}

/** @throws what the client throws; GatewayError if the pages do not end. */
export async function listTools(client: Client, rules: SchemaRules): Promise<ListedTools> {
  const tools = new Map<string, ImportedTool>()
  const refused = new Map<string, string>()
  const seen = new Map<string, z.infer<typeof Tool>>()
  /** Of what has no name, the numbers in the server's order. */
  const nameless: number[] = []
  let number = 0
  let cursor: string | undefined
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer: z.infer<typeof Page> = await client.request(
      { method: 'tools/list', params: cursor === undefined ? {} : { cursor } },
      Page,
      { timeout: PAGE_MS },
    )
    for (const item of answer.tools) {
      number += 1
      const parsed = Tool.safeParse(item)
      if (!parsed.success) {
        nameless.push(number)
        continue
      }
      const { name, inputSchema } = parsed.data
      if (isTooDeep((inputSchema ?? null) as JsonValue)) {
        tools.delete(name)
        refused.set(name, TOO_DEEP)
        continue
      }
      const before = seen.get(name)
      // What a page repeats is one tool.
      if (before !== undefined && isDeepStrictEqual(before, parsed.data)) continue
      if (before === undefined) seen.set(name, parsed.data)
      const reason =
        nameProblem(name) ??
        inputProblem(parsed.data.inputSchema, rules) ??
        (before === undefined ? null : TWICE)
      tools.delete(name)
      if (reason === null) tools.set(name, dropUndefined(withUsableOutput(parsed.data, rules)))
      else refused.set(name, reason)
      // The patterns of a single schema can take a tenth of a second.
      await nextTurn()
    }
    if (tools.size + refused.size + nameless.length > MOST_TOOLS) {
      throw new GatewayError('INTERNAL', `The server has more than ${MOST_TOOLS} tools.`)
    }
    if (answer.nextCursor === undefined || answer.nextCursor === cursor) {
      return {
        tools: [...tools.values()],
        refused: [
          ...[...refused].map(([tool, reason]) => ({ tool: tool.toWellFormed(), reason })),
          ...(nameless.length === 0 ? [] : [{ tool: '', reason: sayNameless(nameless) }]),
        ],
      }
    }
    cursor = answer.nextCursor
  }
  throw new GatewayError('INTERNAL', `The server's list of tools has more than ${MOST_PAGES} pages.`)
}

/** The protocol's own limit; a longer id would be found and could be neither called, judged nor linked to. */
const LONGEST_NAME = 128

function nameProblem(name: string): string | null {
  if (name.length > LONGEST_NAME)
    return `Its name has ${name.length} characters; at most ${LONGEST_NAME} are possible.`
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(name)) return 'Nothing of its name can be seen.'
  return name.isWellFormed() ? null : 'Its name has half of a character in it, which nothing can store.'
}

const TOO_DEEP = `Its input schema is nested deeper than ${DEEPEST} levels.`
const TWICE =
  'The server lists two different tools of this name, and nobody could know which of them a call would reach.'
const MOST_NUMBERS = 10

function sayNameless(numbers: readonly number[]): string {
  const [first] = numbers
  if (numbers.length === 1)
    return `The tool that the server lists as number ${first} has no name, so it is left out.`
  const named = numbers.slice(0, MOST_NUMBERS).join(', ')
  const rest = numbers.length - MOST_NUMBERS
  return `${numbers.length} tools have no name and are left out: those that the server lists as number ${named}${rest > 0 ? ` and ${rest} more` : ''}.`
}

/** Without a schema that can be trusted, arguments could not be checked before they are sent. */
function inputProblem(schema: unknown, rules: SchemaRules): string | null {
  if (schema === undefined) return null
  const parsed = JsonSchemaObject.safeParse(schema)
  const isOfObjects = parsed.success && (parsed.data.type === undefined || parsed.data.type === 'object')
  if (!isOfObjects) return 'Its input schema does not describe an object.'
  const problem = rules.problem(parsed.data)
  return problem === null ? null : `Its input schema cannot be used. ${problem}`
}

/** Answers that cannot be checked are taken as they come. */
function withUsableOutput(tool: z.infer<typeof Tool>, rules: SchemaRules): z.infer<typeof Tool> {
  const { outputSchema, ...rest } = tool
  return outputSchema === undefined || rules.problem(outputSchema) !== null ? rest : tool
}

function dropUndefined(tool: z.infer<typeof Tool>): ImportedTool {
  const { annotations, inputSchema, ...rest } = tool
  return {
    ...withoutUndefined(rest),
    name: tool.name,
    ...(inputSchema === undefined ? {} : { inputSchema: inputSchema as JsonSchema }),
    ...(annotations === undefined ? {} : { annotations: withoutUndefined(annotations) }),
  }
}

type WithoutUndefined<T> = { [Key in keyof T]: Exclude<T[Key], undefined> }

function withoutUndefined<T extends object>(value: T): Partial<WithoutUndefined<T>> {
  return Object.fromEntries(Object.entries(value).filter((entry) => entry[1] !== undefined)) as Partial<
    WithoutUndefined<T>
  >
}
