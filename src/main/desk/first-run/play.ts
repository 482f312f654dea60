/**
 * The scripted agent of the first run: a real MCP client that goes through the gateway's own door with the local
 * token, and so can do no more than any other agent.
 */
import type { PlayView } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts'
import type { Agent } from './play-agent.ts'
import { SCRIPTS, type Script, type ScriptName } from './play-scripts.ts'

interface Play {
  view(): PlayView
  /** One at a time: while one runs, the view is answered as it is. */
  start(script: ScriptName): PlayView
  stop(): Promise<PlayView>
}

interface PlayOptions {
  clock: Gateway['clock']
  version: string
  mcpUrl(): string
  token(): Promise<string>
  /** The view has changed. */
  changed(): void
}

/** The view holds the newest lines of a script that somebody keeps sending back. */
const MAX_LINES = 200

export function createPlay(options: PlayOptions): Play {
  let view: PlayView = { running: false, script: null, lines: [], workflowId: null, error: null }
  let stopper: AbortController | null = null
  let ended: Promise<void> = Promise.resolve()

  function change(next: Partial<PlayView>): void {
    view = { ...view, ...next }
    options.changed()
  }

  function say(who: 'agent' | 'gateway', text: string, code: string | null = null): void {
    const at = new Date(options.clock.now()).toISOString()
    change({ lines: [...view.lines, { at, who, text, code }].slice(-MAX_LINES) })
  }

  async function run(script: ScriptName, signal: AbortSignal): Promise<void> {
    try {
      const { connectAgent } = await import('./play-agent.ts')
      const agent = await connectAgent({
        url: options.mcpUrl(),
        token: await options.token(),
        version: options.version,
        signal,
      })
      try {
        await followScript(SCRIPTS[script], agent, say, (workflowId) => change({ workflowId }), signal)
      } finally {
        await agent.close()
      }
    } catch (fault) {
      if (signal.aborted) say('agent', 'I was stopped.')
      else change({ error: `The sample agent lost its connection to Countersign: ${reasonOf(fault)}.` })
    }
  }

  return {
    view: () => view,
    start(script) {
      if (view.running) return view
      stopper = new AbortController()
      change({ running: true, script, lines: [], workflowId: null, error: null })
      ended = run(script, stopper.signal).finally(() => change({ running: false }))
      return view
    },
    async stop() {
      stopper?.abort()
      await ended
      return view
    },
  }
}

/** With what lies beneath: the message of a failed fetch alone says nothing. */
function reasonOf(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault)
  const { message, cause } = fault
  return cause instanceof Error && cause.message !== '' ? `${message} (${cause.message})` : message
}

// ── The scripted agent's way through a workflow: it knows none, it follows the links of the answers. Tries once to
// approve its own work, so that people see what happens then.

type Say = (who: 'agent' | 'gateway', text: string, code?: string) => void

const WAIT_MS = 25_000
/** Ways out that an agent which wants to get on does not take. */
const AWAY = /abandon|abort|cancel|withdraw|discard/i

/** Resolves when the script is at its end. @throws if the gateway cannot be reached, or `signal` aborts. */
async function followScript(
  script: Script,
  agent: Agent,
  say: Say,
  began: (workflowId: string) => void,
  signal: AbortSignal,
): Promise<void> {
  say('agent', script.intention)
  const started = await startRun(script, agent, say)
  if (started === null) return
  let answer = started
  began(answer.workflowId)
  const submitted = new Map<string, number>()
  let hasTried = false
  let parked = false

  while (!signal.aborted) {
    if (answer.terminal) {
      say('agent', `It has come to its end: ${answer.state}. Thank you.`)
      return
    }
    if (answer.error?.code === 'APPROVAL_DENIED' && parked) parked = false
    const forPeople = answer.links.find((link) => link.actor === 'human')
    if (forPeople && !hasTried) {
      hasTried = true
      await tryToDecide(forPeople, agent, say)
    }
    const link = forPeople || parked ? null : nextMove(answer)
    if (link === null) {
      answer = await waitForPerson(answer, agent, say)
      if (answer.status === 'rejected') return
      continue
    }
    const times = submitted.get(link.rel) ?? 0
    const draft = script.drafts[times]
    if (draft === undefined) {
      say('agent', 'I have nothing better to offer, and leave it to you.')
      return
    }
    submitted.set(link.rel, times + 1)
    answer = await submit(link, draft, times, agent, say)
    parked = answer.status === 'waiting_for_action'
    if (
      answer.status === 'failed' ||
      (answer.status === 'rejected' && answer.error?.code !== 'APPROVAL_DENIED')
    ) {
      say('agent', 'I cannot go on from here.')
      return
    }
  }
}

async function startRun(script: Script, agent: Agent, say: Say): Promise<RunAnswer | null> {
  say('agent', `gateway.search “${script.query}”`)
  const found = await agent.call('gateway.search', { query: script.query, kind: 'workflow' })
  const items = (Array.isArray(found.results) ? found.results : [])
    .map((result) => (isJsonObject(result) ? result.item : null))
    .filter(isJsonObject)
  const item = items.find(({ id }) => id === script.wanted) ?? items[0]
  if (item === undefined) {
    say('gateway', 'Nothing was found.')
    return null
  }
  say('gateway', `Found: ${items.map(({ title, id }) => String(title ?? id)).join(', ')}.`)
  const described = await agent.call('gateway.describe', { id: String(item.id) })
  const input = fillForm(described.inputSchema, script.drafts[0] ?? {})
  say('agent', `workflow.start ${String(item.id)}`)
  const answer = readAnswer(await agent.call('workflow.start', { definitionId: String(item.id), input }))
  report(answer, say)
  return answer.workflowId === '' || answer.status === 'rejected' ? null : answer
}

async function tryToDecide(link: RunLink, agent: Agent, say: Say): Promise<void> {
  say('agent', `Could I decide that myself? workflow.submit ${link.rel}`)
  const answer = readAnswer(await agent.call('workflow.submit', link.args))
  const said = answer.error?.message ?? answer.message ?? ''
  say('gateway', answer.error ? `No. ${said}` : `${answer.status}: ${said}`, answer.error?.code)
  say('agent', 'No. I wait for a person.')
}

async function submit(
  link: RunLink,
  draft: JsonObject,
  times: number,
  agent: Agent,
  say: Say,
): Promise<RunAnswer> {
  say('agent', `${times === 0 ? '' : 'I try again, better. '}workflow.submit ${link.rel}`)
  const prefilled = isJsonObject(link.args.arguments) ? link.args.arguments : {}
  const args = { ...prefilled, ...fillForm(link.inputSchema, draft) }
  const answer = readAnswer(await agent.call('workflow.submit', { ...link.args, arguments: args }))
  report(answer, say)
  return answer
}

/** Says something only when there is something new. */
async function waitForPerson(before: RunAnswer, agent: Agent, say: Say): Promise<RunAnswer> {
  const { workflowId, version } = before
  const answer = readAnswer(
    await agent.call('workflow.get', { workflowId, waitMs: WAIT_MS, sinceVersion: version }),
  )
  if (answer.version !== version || answer.error?.message !== before.error?.message) report(answer, say)
  return answer
}

function nextMove(answer: RunAnswer): RunLink | null {
  const moves = answer.links.filter((link) => link.actor === 'agent' && link.method === 'workflow.submit')
  return moves.find((link) => !AWAY.test(link.rel)) ?? null
}

function report(answer: RunAnswer, say: Say): void {
  const words = answer.error?.message ?? answer.message ?? ''
  say(
    'gateway',
    `${answer.status} · state ${answer.state}, version ${answer.version}${words === '' ? '' : ` · ${words}`}`,
    answer.error?.code,
  )
}

/** Reads the answers of the workflow tools as an agent does: trusting nothing about their shape. */
interface RunLink {
  rel: string
  method: string
  actor: string
  args: JsonObject
  inputSchema: JsonValue | undefined
}

interface RunAnswer {
  workflowId: string
  state: string
  version: number
  terminal: boolean
  status: string
  message: string | null
  error: { code: string; message: string } | null
  links: RunLink[]
}

function readAnswer(json: JsonObject): RunAnswer {
  const result = isJsonObject(json.result) ? json.result : {}
  const error = isJsonObject(json.error) ? json.error : null
  const links = Array.isArray(json.links) ? json.links.filter(isJsonObject) : []
  return {
    workflowId: text(json.workflowId),
    state: text(json.state),
    version: typeof json.version === 'number' ? json.version : 0,
    terminal: json.terminal === true,
    status: text(result.status),
    message: typeof result.message === 'string' ? result.message : null,
    error: error && { code: text(error.code), message: text(error.message) },
    links: links.map((link) => ({
      rel: text(link.rel),
      method: text(link.method),
      actor: text(link.actor),
      args: isJsonObject(link.args) ? link.args : {},
      inputSchema: link.inputSchema,
    })),
  }
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

// Fills in a form as a model would: what is asked for, from what it has.

/** Only properties of the schema; a required one without a value gets the plainest that fits. */
function fillForm(schema: JsonValue | undefined, values: JsonObject): JsonObject {
  if (!isJsonObject(schema) || !isJsonObject(schema.properties)) return {}
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.fromEntries(
    Object.entries(schema.properties).flatMap(([name, property]) => {
      if (Object.hasOwn(values, name)) return [[name, values[name] ?? null]]
      return required.includes(name) ? [[name, plainest(property)]] : []
    }),
  )
}

function plainest(property: JsonValue): JsonValue {
  if (!isJsonObject(property)) return ''
  if (property.default !== undefined) return property.default
  if (Array.isArray(property.enum)) return property.enum[0] ?? null
  switch (property.type) {
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return 1
    case 'array':
      return []
    case 'object':
      return {}
    default:
      return 'Sample'
  }
}
