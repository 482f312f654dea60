/**
 * The seven tools: names, words, schemas, and which call of the gateway each one is.
 * The folder serves MCP; it may import: gateway.ts (types), model.
 */
import type { Gateway } from '../../gateway.ts'
import type { ToolNameStyle } from '../../model/configuration.ts'
import type { JsonObject, JsonSchema } from '../../model/json.ts'
import { isJsonObject } from '../../model/json.ts'
import type { AgentPrincipal, HumanPrincipal } from '../../model/principal.ts'
import type { ContentBlock, ToolMethod, WorkflowAnswer } from '../../model/response.ts'
import { isErrorStatus } from '../../model/response.ts'
import { spellToolName } from './tool-names.ts'

/** How a call that lasts takes part: its cancellation and its progress. */
export type CallOptions = NonNullable<Parameters<Gateway['runtime']['get']>[2]>

/** What a tool comes to, before it is dressed as an MCP result. */
export interface ToolAnswer {
  answer: JsonObject
  isError: boolean
  /** Blocks of a downstream result that follow the JSON (R4.11). */
  content: ContentBlock[]
  /** The run that it shows. */
  run?: Omit<Parameters<Gateway['answers']['saw']>[0], 'by' | 'about'>
}

export interface Tool {
  name: ToolMethod
  title: string
  description: string
  /** Advertised to the client and enforced before `run`. */
  inputSchema: JsonSchema
  readOnly: boolean
  /** `input` has passed `inputSchema`; fields of object type that were left out are `{}`. */
  run(
    gateway: Gateway,
    who: AgentPrincipal | HumanPrincipal,
    input: JsonObject,
    options: CallOptions,
  ): Promise<ToolAnswer>
}

const text = { type: 'string' }
const integer = { type: 'integer' }
const object = { type: 'object' }

/** All seven together cost a model at most 600 tokens; a test counts them. */
export const TOOLS: readonly Tool[] = [
  {
    name: 'gateway.home',
    title: 'Home',
    description: 'Start here: workflows and capabilities, with links.',
    inputSchema: fields({}),
    readOnly: true,
    async run(gateway, who) {
      const { links, ...home } = await gateway.discovery.home(who)
      const cutOff = (await gateway.runtime.cutOff(who)).map((link) => ({ ...link }))
      return plain({ ...home, links: [...cutOff, ...(links as JsonObject[])] })
    },
  },
  {
    name: 'gateway.search',
    title: 'Search',
    description: 'Find workflows and capabilities. Use 2–5 keywords, not a sentence; "" lists all.',
    inputSchema: fields(
      {
        query: text,
        kind: { enum: ['workflow', 'capability', 'connection'] },
        tags: { type: 'array', items: text },
        limit: { type: 'integer', maximum: 50 },
        cursor: text,
      },
      ['query'],
    ),
    readOnly: true,
    run: async (gateway, who, input) => {
      const reply = await gateway.discovery.search(who, as(input))
      await gateway.record({
        actor: who.id,
        eventType: 'search.performed',
        payload: { ...restated(gateway, input), total: reply.answer.total ?? 0 },
      })
      return found(reply)
    },
  },
  {
    name: 'gateway.describe',
    title: 'Describe',
    description: 'One item in full, with input schema.',
    inputSchema: fields({ id: text }, ['id']),
    readOnly: true,
    run: async (gateway, who, input) => found(await gateway.discovery.describe(who, String(input.id))),
  },
  {
    name: 'workflow.start',
    title: 'Start',
    description:
      'Start a workflow, or run a capability: definitionId "proxy_default", input {"capability": id, "arguments": {}}.',
    inputSchema: fields({ definitionId: text, input: object }, ['definitionId']),
    readOnly: false,
    run: async (gateway, who, input, options) =>
      moved(await gateway.runtime.start(who, as(input, { input: {} }), options)),
  },
  {
    name: 'workflow.get',
    title: 'Get',
    description:
      "A run's state and next links. waitMs waits, e.g. for a person, until it moves past sinceVersion.",
    inputSchema: fields(
      { workflowId: text, waitMs: { type: 'integer', maximum: 55_000 }, sinceVersion: integer },
      ['workflowId'],
    ),
    readOnly: true,
    run: async (gateway, who, input, options) => moved(await gateway.runtime.get(who, as(input), options)),
  },
  {
    name: 'workflow.submit',
    title: 'Submit',
    description: 'Follow a link: fire a transition. If rejected, read error and links.',
    inputSchema: fields({ workflowId: text, expectedVersion: integer, transition: text, arguments: object }, [
      'workflowId',
      'expectedVersion',
      'transition',
    ]),
    readOnly: false,
    run: async (gateway, who, input, options) =>
      moved(await gateway.runtime.submit(who, as(input, { arguments: {} }), options)),
  },
  {
    name: 'workflow.explain',
    title: 'Explain',
    description: "A definition's states or one transition; with workflowId, what is allowed now and why.",
    inputSchema: fields({ definitionId: text, workflowId: text, transition: text, state: text }),
    readOnly: true,
    run: async (gateway, who, input) => found(await gateway.runtime.explain(who, as(input))),
  },
]

function fields(properties: JsonObject, required?: string[]): JsonSchema {
  return { type: 'object', properties, ...(required && { required }), additionalProperties: false }
}

/** The schema has checked the fields; this only tells the compiler so. */
function as<Request>(input: JsonObject, defaults: JsonObject = {}): Request {
  return { ...defaults, ...input } as Request
}

/** As it is asked, without secrets that are known. */
function restated({ redact }: Pick<Gateway, 'redact'>, input: JsonObject): JsonObject {
  const { query, tags } = input
  return {
    ...input,
    query: redact(String(query)),
    ...(Array.isArray(tags) && { tags: tags.map((tag) => redact(String(tag))) }),
  }
}

function plain(answer: JsonObject): ToolAnswer {
  return { answer, isError: false, content: [] }
}

function found(reply: { answer: JsonObject; isError: boolean }): ToolAnswer {
  return { ...reply, content: [] }
}

function moved({ response, content, asOf, decided, saidAt }: WorkflowAnswer): ToolAnswer {
  const { workflowId, version, result, error } = response
  const answer: unknown = response
  if (!isJsonObject(answer)) throw new TypeError('A workflow answered with something that is not an object.')
  const shown = { answer, isError: isErrorStatus(result.status), content }
  if (workflowId === undefined || version === undefined || asOf === undefined) return shown
  const about = { workflowId, version, asOf, decided: decided ?? null, saidAt: saidAt ?? null }
  return { ...shown, run: { ...about, error: error?.message ?? null } }
}

/** As it stands in the list that a client is given. */
export function advertise(tool: Tool, style: ToolNameStyle) {
  return {
    name: spellToolName(tool.name, style),
    title: tool.title,
    description: tool.description,
    inputSchema: tool.inputSchema as JsonObject & { type: 'object' },
    ...(tool.readOnly && { annotations: { readOnlyHint: true } }),
  }
}
