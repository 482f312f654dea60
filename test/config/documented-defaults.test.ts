/** What holds where nothing is written: as the schema and docs/configuration.md say it, and as a file without it has it. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { GATEWAY_SCHEMA } from '../../src/main/config/schema/schema.ts'
import { TOOLS } from '../../src/main/mcp/tools/tools.ts'
import type { Configuration, Connection } from '../../src/main/model/configuration.ts'
import type { ExecutorDeclaration, ExecutorOf } from '../../src/main/model/executor.ts'
import { inOneLine, loadText } from './write-configuration.ts'

const PAGE = readFileSync('docs/configuration.md', 'utf8')

/** As little as can be said of each part that has a default. */
const LEAST = `
version: "1.0.0"
people: { ada: {}, bo: {} }
clients: { bot: {} }
connections:
  web: { kind: rest, baseUrl: https://example.com, breaker: {} }
  locked: { kind: cli, command: program, sandbox: { mode: readOnly } }
capabilities:
  request: { executor: { kind: rest, connection: web }, reliability: { retry: {} } }
  program: { executor: { kind: cli, connection: locked }, approval: {} }
  both: { executor: { kind: parallel, branches: { one: { kind: noop } } } }
proxy: { expose: [{ capability: request }, { capability: program }, { capability: both }] }
workflows:
  states: { initialState: a, states: { a: { transitions: { go: { target: b } } }, b: {} } }
  steps: { steps: [{ name: both, parallel: [{ name: one, executor: { kind: noop } }] }] }
`

/** By the key as the schema has it: what a file without it comes to. */
const DEFAULTS: Record<string, (found: Configuration) => unknown> = {
  'proxy.expose.readOnly': (found) => capability(found, 'request')?.readOnly,
  'discovery.homeLimit': ({ discovery }) => discovery.homeLimit,
  'audit.sink': ({ audit }) => audit.sink,
  'audit.names': ({ audit }) => audit.names ?? 'camelCase',
  'store.kind': ({ store }) => store.kind,
  'approvals.timeoutMs': ({ approvals }) => approvals.timeoutMs,
  'approvals.holdMs': ({ approvals }) => approvals.holdMs,
  'approvals.undoMs': ({ approvals }) => approvals.undoMs,
  'approvals.proof': ({ approvals }) => approvals.proof,
  'approvals.pending.perClient': ({ approvals }) => approvals.pending.perClient,
  'approvals.pending.withoutToken': ({ approvals }) => approvals.pending.withoutToken,
  'approvals.pending.itemBytes': ({ approvals }) => approvals.pending.itemBytes,
  'clients.sees': ({ clients }) => clients.bot?.sees,
  'connection.enabled': ({ connections }) => !connections.web?.disabled,
  'connection.breaker.failures': ({ connections }) => connections.web?.limits?.breaker?.failures,
  'connection.breaker.resetMs': ({ connections }) => connections.web?.limits?.breaker?.resetMs,
  'connection.sandbox.ifAvailable': ({ connections }) => sandboxOf(connections.locked)?.ifAvailable,
  'capability.readOnly': (found) => capability(found, 'request')?.readOnly,
  'workflow.version': ({ workflows }) => workflows.states?.version,
  'workflow.maxChainDepth': ({ workflows }) => workflows.states?.maxChainDepth,
  'workflow.linkFilter': ({ workflows }) => workflows.states?.linkFilter,
  'transition.actor': ({ workflows }) => workflows.states?.states.a?.transitions.go?.actor,
  'executor.treatNonZeroAsFailure': (found) => executor(found, 'program', 'cli')?.treatNonZeroAsFailure,
  'executor.allowDash': (found) => executor(found, 'program', 'cli')?.allowDash ?? false,
  'executor.idempotent': (found) => executor(found, 'program', 'cli')?.idempotent,
  'executor.method': (found) => executor(found, 'request', 'rest')?.method,
  'executor.limit': (found) => executor(found, 'both', 'parallel')?.limit,
  'executor.join': (found) => executor(found, 'both', 'parallel')?.join,
  'executor.branches.onFailure': (found) => executor(found, 'both', 'parallel')?.branches.one?.onFailure,
  'approval.required': (found) => capability(found, 'program')?.gates?.[0]?.required,
  'approval.quorum': (found) => capability(found, 'program')?.gates?.[0]?.quorum,
  'reliability.retry.maxAttempts': (found) => retryOf(found)?.maxAttempts,
  'reliability.retry.backoff': (found) => retryOf(found)?.backoff,
  'reliability.retry.initialDelayMs': (found) => retryOf(found)?.initialDelayMs,
  'reliability.retry.maxDelayMs': (found) => retryOf(found)?.maxDelayMs,
  'reliability.retry.jitter': (found) => retryOf(found)?.jitter,
  'step.limit': ({ workflows }) => {
    const found = Object.values(workflows.steps?.states.both?.transitions ?? {})[0]?.executor
    return found?.kind === 'parallel' ? found.limit : undefined
  },
}

describe('the defaults [docs.defaults]', () => {
  it.each(Object.entries(DEFAULTS))('of %s is on the page', async (key, read) => {
    const value = String(read(await loadLeast()))
    const name = new RegExp(`\\b${key.split('.').at(-1)}\\b`)
    expect(pieces.filter((piece) => name.test(piece) && piece.includes(value))).not.toEqual([])
  })

  it('of the schema are what a file without them comes to', async () => {
    const configuration = await loadLeast()
    const stated = statedDefaults(GATEWAY_SCHEMA, [])
    expect(stated.length).toBeGreaterThan(25)
    const real = stated.map(([key]) => [key, String(DEFAULTS[key]?.(configuration))])
    expect(stated).toEqual(real)
  })
})

describe('the tables of docs/configuration.md [docs.defaults]', () => {
  it('list only keys that there are', () => {
    const known = new Set(keysIn(GATEWAY_SCHEMA))
    const listed = [...PAGE.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell = '']) => namesIn(cell))
    expect(listed.length).toBeGreaterThan(60)
    expect(listed.filter((name) => !known.has(name))).toEqual([])
  })
})

describe('docs/tools.md [docs.tools]', () => {
  const page = readFileSync('docs/tools.md', 'utf8')

  it.each(TOOLS.map((tool) => [tool.name, tool.inputSchema] as const))(
    'names the arguments of %s, all and no other, and first what must be there',
    (tool, { properties = {}, required = [] }) => {
      const row = page.split('\n').find((line) => line.startsWith(`| \`${tool}\` |`)) ?? ''
      const cell = row.split('|')[3] ?? ''
      const [first = ''] = cell.split(';')
      expect(namesIn(cell).sort()).toEqual(Object.keys(properties as object).sort())
      expect(namesIn(first)).toEqual(expect.arrayContaining(required as string[]))
    },
  )
})

/** Paragraphs, rows and items of lists: what is read together. */
const pieces = PAGE.split(/\n\n|\n(?=[|-] )/)

async function loadLeast(): Promise<Configuration> {
  const { configuration, problems } = await loadText(LEAST)
  expect(problems.map(inOneLine)).toEqual([])
  if (configuration === null) throw new Error('It does not load.')
  return configuration
}

function capability({ capabilities }: Configuration, id: string) {
  return capabilities.find((each) => each.id === id)
}

function executor<Kind extends ExecutorDeclaration['kind']>(
  configuration: Configuration,
  id: string,
  kind: Kind,
): ExecutorOf<Kind> | undefined {
  const declared = capability(configuration, id)?.executor
  return declared?.kind === kind ? (declared as ExecutorOf<Kind>) : undefined
}

function retryOf(configuration: Configuration) {
  return capability(configuration, 'request')?.reliability?.retry
}

function sandboxOf(connection: Connection | undefined) {
  return connection?.kind === 'cli' ? connection.sandbox : undefined
}

/** `key default`, where the description of a key names a value. A key that several kinds have is there once. */
function statedDefaults(schema: unknown, path: string[]): [string, string][] {
  if (typeof schema !== 'object' || schema === null) return []
  const inside = Object.entries(schema).flatMap(([key, value]): [string, string][] => {
    if (key !== 'properties' && key !== '$defs') return statedDefaults(value, path)
    return Object.entries(value as Record<string, { description?: string }>).flatMap(([name, each]) => {
      const at = [...path, name]
      const said = shortValue(each.description ?? '')
      // The settings of a search profile are held against their own table.
      if (name === 'profile') return []
      return [
        ...(said === null ? [] : [[at.join('.'), said] as [string, string]]),
        ...statedDefaults(each, at),
      ]
    })
  })
  return [...new Map(inside)]
}

function shortValue(description: string): string | null {
  const [, said, shown] = /Default: "?([\w]+)"?(?:[.;]| \()|`(\w+)` \(default\)/.exec(description) ?? []
  const value = said ?? shown ?? null
  return value === 'nothing' || value === 'all' ? null : value
}

/** With the kinds that connections and executors are told apart by. */
function keysIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) => [
    ...(key === 'properties' ? Object.keys(value as object) : []),
    ...(key === 'const' ? [String(value)] : []),
    ...keysIn(value),
  ])
}

/** What stands in code, each part of a path by itself. */
function namesIn(text: string): string[] {
  return [...text.matchAll(/`([\w.]+)`/g)].flatMap(([, name = '']) => name.split('.'))
}
