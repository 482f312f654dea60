/**
 * The literal call in writing: one line of visible characters, the same for people, audit and claims. Two calls that
 * send different things never read the same. Pure.
 */
import type { Plan, PlannedBranch, ResolvedCall } from '../model/call.ts'
import { HTTP_METHODS } from '../model/definition.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { quoteText, quoteWord, showInvisible } from './quote.ts'

/** Null where nothing is called. */
export function callText(call: ResolvedCall): string | null {
  switch (call.kind) {
    case 'cli':
      return programText(call)
    case 'mcp':
      return `${quoteWord(call.connection)}: ${quoteWord(call.tool)} ${jsonText(call.arguments)}`
    case 'rest':
      return requestText(call)
    case 'workflow':
      return `start ${quoteWord(call.definitionId)} ${jsonText(call.input)}`
    case 'parallel':
      return branchesText(call)
    case 'orchestrator':
      return `${call.action} ${jsonText(call.arguments)}`
    case 'noop':
    case 'human':
      return null
  }
}

/** The call at `from` of a plan, and what would run instead if it failed. */
export function planText(plan: Plan, from = 0): string | null {
  const [first, ...rest] = plan.calls.slice(from).map(({ call }) => callText(call))
  if (rest.length === 0) return first ?? null
  // A dash stands in no word of a call without quotes.
  return [first ?? NOTHING, ...rest.map((text) => text ?? NOTHING)].join(' — or, if that fails: ')
}

/** In brackets, as no program's name is. */
const NOTHING = '(nothing runs)'

function programText(call: Extract<ResolvedCall, { kind: 'cli' }>): string {
  const env = Object.entries(call.env).map(([key, value]) => `${quoteWord(key)}=${quoteWord(value)}`)
  const line = [...env, quoteCommand(call.command), ...call.args.map(quoteWord)].join(' ')
  const directory = call.workingDirectory === null ? '' : ` (in ${quoteWord(call.workingDirectory)})`
  const stdin = call.stdin === null ? '' : ` (reads ${quoteText(call.stdin)})`
  return `${line}${directory}${stdin}`
}

/** With an `=` in it, a program's name would look like a variable that is set; `GET` like a request. */
function quoteCommand(command: string): string {
  const isMethod = HTTP_METHODS.some((method) => method === command)
  return isMethod || command.includes('=') ? quoteText(command) : quoteWord(command)
}

function requestText(call: Extract<ResolvedCall, { kind: 'rest' }>): string {
  const address = `${call.baseUrl}${call.path}`
  const shown = /^[^\s"\p{C}]+$/u.test(address) ? showInvisible(address) : quoteText(address)
  const body = call.body === undefined ? '' : ` ${jsonText(call.body)}`
  const headers = Object.entries(call.headers).map(([name, value]) => `${name}: ${quoteText(value)}`)
  return `${call.method} ${shown}${body}${headers.length === 0 ? '' : ` (${headers.join(', ')})`}`
}

function branchesText({ branches, limit, join }: Extract<ResolvedCall, { kind: 'parallel' }>): string {
  const entries = Object.entries(branches)
  const most = limit < entries.length ? `, ${limit} at once` : ''
  const texts = entries.map(([name, branch]) => `${quoteWord(name)}: ${branchText(branch)}`)
  return `${join} of${most} [${texts.join('; ')}]`
}

function branchText(branch: PlannedBranch): string {
  const text = planText(branch) ?? NOTHING
  return branch.onFailure === 'continue' ? `${text} (may fail)` : text
}

function jsonText(value: JsonValue): string {
  return showInvisible(JSON.stringify(value))
}

/** The call as data for audit and claims: without the values of environments and headers. */
export function describeCall(call: ResolvedCall): JsonObject {
  switch (call.kind) {
    case 'noop':
      return { kind: 'noop' }
    case 'cli': {
      const { connection, command, args, workingDirectory, env, stdin } = call
      return {
        kind: 'cli',
        command,
        args,
        ...(connection === null ? {} : { connection }),
        ...(workingDirectory === null ? {} : { workingDirectory }),
        ...(Object.keys(env).length === 0 ? {} : { env: Object.keys(env) }),
        ...(stdin === null ? {} : { stdin }),
      }
    }
    case 'mcp':
      return { kind: 'mcp', connection: call.connection, tool: call.tool, arguments: call.arguments }
    case 'rest': {
      const { kind, connection, method, baseUrl, path, headers, body } = call
      return {
        kind,
        connection,
        method,
        url: `${baseUrl}${path}`,
        ...(Object.keys(headers).length === 0 ? {} : { headers: Object.keys(headers) }),
        ...(body === undefined ? {} : { body }),
      }
    }
    case 'workflow':
      return { kind: 'workflow', definitionId: call.definitionId, input: call.input }
    case 'parallel':
      return { kind: 'parallel', branches: mapBranches(call.branches), join: call.join }
    case 'orchestrator':
      return { kind: 'orchestrator', action: call.action, arguments: call.arguments }
    case 'human':
      return { kind: 'human', queue: call.queue }
  }
}

function mapBranches(branches: Record<string, PlannedBranch>): JsonObject {
  const described = Object.entries(branches).map(([name, { calls }]): [string, JsonObject] => {
    const [first, ...fallbacks] = calls.map(({ call }) => describeCall(call))
    return [name, fallbacks.length === 0 ? (first ?? {}) : { ...first, fallbacks }]
  })
  return Object.fromEntries(described)
}
