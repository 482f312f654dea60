/** Configurations as somebody may write them, and changes as somebody may make them: each from a number. */
import type { DeclaredKind } from '../../../src/main/config/executors/kind.ts'
import type { GuardKinds } from '../../../src/main/model/guard.ts'
import type { JsonObject, JsonValue } from '../../../src/main/model/json.ts'
import type { Random } from '../../support/random.ts'
import { placesIn, renamed, valueAt, withValue } from './at-path.ts'

const expr = (text: string) => ({ kind: 'expr', expr: text })
const recorded = (kind: string, more: JsonObject = {}) => ({ kind: 'evidence', requires: { kind, ...more } })
const taken = (step: string) => ({ kind: 'fired', step })
type Some = readonly [JsonObject, ...JsonObject[]]
const IS_LEAD = { kind: 'role', role: 'lead' }
const IS_SET = expr('$.context.f == true')
const IN_STATE = expr("$.workflow.state == 's1'")
const IS_ONE = expr("$.arguments.t == 'one'")
const OF_CONTEXT: Some = [
  ...([IS_SET, IN_STATE, expr('$.context.f != true'), expr("$.context.t == 'one'")] as const),
  ...[expr("$.context.out.workflow.state == 'e1'"), expr('$.context.out.f == true')],
]
/** What became of a step of a list, too. */
const OF_STEPS: Some = [...OF_CONTEXT, expr("$.context.steps.one.status == 'success'")]
/** Of each kind one at least: whether what comes of its difference is named is tried out. */
const OF_KIND: { readonly [Kind in keyof GuardKinds]: Some } = {
  role: [IS_LEAD],
  permission: [{ kind: 'permission', permission: 'send' }],
  not: [{ kind: 'not', guard: { kind: 'role', role: 'intern' } }],
  expr: [...OF_CONTEXT, IS_ONE, expr("$.arguments.t != 'A'")],
  evidence: [
    ...([recorded('approval'), recorded('human_decision', { count: 2 }), recorded('done')] as const),
    ...[recorded('human_decision', { count: 2, distinct: true }), recorded('done', { distinct: true })],
  ],
  fired: [taken('ask'), { kind: 'not', guard: taken('go') }],
  anyOf: [{ kind: 'anyOf', guards: [IS_LEAD, IS_SET] }],
  allOf: [{ kind: 'allOf', guards: [IS_LEAD, IS_SET] }],
}
const OF_CALLER: Some = [...OF_KIND.role, ...OF_KIND.permission, ...OF_KIND.not]
const GUARDS = Object.values(OF_KIND).flat()
const EXCEPTED: Some = [IS_SET, IN_STATE, IS_LEAD, IS_ONE, recorded('approval')]

/** What may be given: some of them let less pass than others. */
const SCHEMAS: Some = [
  { properties: { t: { enum: ['one'] } } },
  { properties: { t: { enum: ['one', 'A'] } } },
  { properties: { t: {} }, additionalProperties: false },
  { properties: { t: { default: 'A' } } },
  { properties: { t: false } },
  { required: ['t'] },
  { not: { required: ['t'] } },
  { oneOf: [{ properties: { t: { const: 'one' } } }, { properties: { t: { const: 'A' } } }] },
]

function schema({ pick }: Random): JsonObject {
  return { type: 'object', ...pick(SCHEMAS) }
}

function approval({ pick }: Random): JsonObject {
  const except = { when: [pick(EXCEPTED)], until: '2027-06-01' }
  return pick<JsonObject>([
    ...([{ required: true }, { required: true, quorum: 2 }, { required: 'unlessReadOnly' }] as const),
    ...[{ by: { role: 'lead' } }, { by: { permission: 'send' } }, { queue: 'q' }, { risk: 'high' }],
    ...[{ except }, { by: { role: 'lead' }, except }],
  ])
}

interface Writing {
  dice: Random
  /** A value that is given to a call, as it may be written. */
  value(): string
}
/** Where it may stand: in a branch and everywhere, in steps of both workflows, or of the outer one alone. */
type Place = 'leaf' | 'inner' | 'outer'
/** Each kind that can be declared, how often, and where: a new one does not compile without an entry. */
const EXECUTORS: {
  readonly [Kind in DeclaredKind | 'capability']: {
    often: number
    place: Place
    write(writing: Writing): JsonObject
  }
} = {
  cli: {
    ...{ often: 2, place: 'leaf' },
    write: ({ dice: { pick }, value }) => ({
      connection: pick(['one', 'one', 'two']),
      args: [pick([value(), 'x-$.context.out.t', '$.input.t'])],
    }),
  },
  mcp: {
    ...{ often: 2, place: 'leaf' },
    write: ({ dice: { pick }, value }) => ({
      connection: 'srv',
      tool: pick(['wipe', 'wipe', 'look']),
      map: { t: value() },
    }),
  },
  rest: {
    ...{ often: 1, place: 'leaf' },
    write: ({ dice: { pick, chance }, value }) => ({
      connection: 'api',
      path: pick(['/a', '/b', '/{t}', '/a/$.context.t']),
      ...(chance(0.3) && { headers: { 'X-Mode': value() } }),
      ...pick<JsonObject>([
        { method: 'GET', query: { t: value() } },
        { method: 'GET', headers: { 'X-HTTP-Method-Override': 'DELETE' } },
        { method: 'DELETE' },
        { method: 'POST', body: { t: value() } },
      ]),
    }),
  },
  capability: { ...{ often: 1, place: 'leaf' }, write: () => ({ capability: 'k1' }) },
  human: {
    ...{ often: 1, place: 'inner' },
    write: ({ dice: { chance } }) => (chance(0.5) ? { queue: 'q' } : {}),
  },
  parallel: {
    ...{ often: 1, place: 'inner' },
    write({ dice }) {
      const { pick, chance } = dice
      const r = executor(dice, LEAVES)
      const branches = {
        l: executor(dice, LEAVES),
        r: chance(0.4) ? { executor: r, when: pick(OF_CONTEXT) } : r,
      }
      return { join: pick(['all', 'any']), branches }
    },
  },
  noop: { ...{ often: 1, place: 'inner' }, write: () => ({}) },
  workflow: {
    ...{ often: 2, place: 'outer' },
    write: ({ value }) => ({ definitionId: 'inner', input: { t: value() } }),
  },
}

type Kinds = readonly (keyof typeof EXECUTORS)[]

function kindsIn(...places: Place[]): Kinds {
  const kinds = Object.keys(EXECUTORS) as (keyof typeof EXECUTORS)[]
  return kinds.flatMap((kind) => {
    const { often, place } = EXECUTORS[kind]
    return places.includes(place) ? Array.from({ length: often }, () => kind) : []
  })
}

export const LEAVES = kindsIn('leaf')
const INNER = kindsIn('leaf', 'inner')
const OUTER = kindsIn('leaf', 'inner', 'outer')

function executor(dice: Random, kinds: Kinds): JsonObject {
  const { pick } = dice
  const value = () => pick(['$.arguments.t', '$.context.t', 'lit'])
  const kind = pick(kinds)
  return { kind, ...EXECUTORS[kind].write({ dice, value }) }
}

function output({ pick }: Random): JsonObject {
  const told = { t: '$.output.t', f: '$.output.f' }
  const given = { t: '$.arguments.t' }
  return pick<JsonObject>([{}, {}, { f: true }, { f: false }, given, { t: 'one' }, { out: '$.output' }, told])
}

function transition(dice: Random, states: readonly string[], kinds: Kinds): JsonObject {
  const { pick, some, chance } = dice
  const actor = pick(['agent', 'agent', 'agent', 'human', 'human', 'deterministic', 'system'])
  const runs = chance(0.55) ? executor(dice, actor === 'human' ? LEAVES : kinds) : null
  const acts = runs !== null && !['human', 'noop'].includes(String(runs.kind))
  const isOwn = actor === 'deterministic' || actor === 'system'
  return {
    ...{ target: some(states) ?? '', actor, output: output(dice) },
    ...(chance(0.3) && { guards: [some(isOwn ? OF_CONTEXT : GUARDS) ?? IS_LEAD] }),
    ...(runs !== null && { executor: runs }),
    ...(acts && chance(0.25) && { approval: approval(dice) }),
    ...(acts && chance(0.12) && { reliability: { fallback: { executors: [executor(dice, LEAVES)] } } }),
    ...(chance(0.12) && { branches: [{ when: pick(OF_CONTEXT), target: some(states) ?? '' }] }),
    ...(chance(0.12) && { evidence: [{ kind: 'done' }] }),
    ...(actor === 'human' && chance(0.2) && { risk: 'high' }),
    ...(!isOwn && chance(0.2) && { inputSchema: schema(dice) }),
  }
}

/** One of a list (`steps:`). */
export function randomStep(dice: Random, name: string, kinds: Kinds): JsonObject {
  const { pick, chance } = dice
  const when = chance(0.2) ? { when: pick(OF_STEPS) } : {}
  if (chance(0.3)) return { name, ...when, approve: chance(0.3) ? { by: { role: 'lead' } } : {} }
  return {
    ...{ name, ...when, executor: executor(dice, kinds), output: output(dice) },
    ...(chance(0.3) && { onFailure: pick(['continue', 'retry']) }),
  }
}

export function listOfSteps(dice: Random, kinds: Kinds): JsonObject {
  const steps = ['one', 'two', 'three'].map((name) => randomStep(dice, name, kinds))
  return { steps, ...(dice.chance(0.2) && { inputSchema: schema(dice) }) }
}

function workflow(dice: Random, kinds: Kinds): JsonObject {
  const { pick, chance } = dice
  if (chance(0.15)) return listOfSteps(dice, kinds === OUTER ? [...LEAVES, 'workflow'] : LEAVES)
  const ways = kinds === OUTER && chance(0.5) ? ['s0', 's1', 's2'] : ['s0', 's1']
  const all = [...ways, 'e1', ...(chance(0.5) ? ['e2'] : [])]
  const entered = () =>
    chance(0.1) ? { onEnter: { executor: executor(dice, LEAVES), output: output(dice) } } : {}
  const states = all.map((name, place): [string, JsonObject] => {
    if (!ways.includes(name)) return [name, entered()]
    const isChain = chance(0.3)
    const steps = ['go', 'ask', 'run'].slice(0, pick([1, 2, 3])).map((step, index): [string, JsonObject] => {
      const { inputSchema, ...rest } = transition(dice, all, kinds)
      const onward = index === 0 ? { target: all[place + 1] ?? '' } : {}
      if (isChain) return [step, { ...rest, ...onward, actor: 'deterministic', guards: [pick(OF_CONTEXT)] }]
      return [step, { ...rest, ...(inputSchema && { inputSchema }), ...onward }]
    })
    return [name, { ...entered(), transitions: Object.fromEntries(steps) }]
  })
  const late = {
    timeoutMs: 60_000,
    onTimeout: {
      target: 'e1',
      allowUnapproved: true,
      ...(chance(0.5) && { executor: executor(dice, LEAVES) }),
    },
  }
  return {
    ...{ initialState: 's0', states: Object.fromEntries(states) },
    ...(chance(0.4) && {
      initialContext: pick<JsonObject>([{ f: true }, { t: 'one' }, { f: false, t: 'x' }]),
    }),
    ...(chance(0.2) && late),
    ...(chance(0.2) && { guards: [pick(OF_CALLER)] }),
    ...(chance(0.3) && { tags: pick([['open'], ['secret'], ['open', 'secret']]) }),
    ...(chance(0.2) && { inputSchema: schema(dice) }),
  }
}

function capability(dice: Random): JsonObject {
  const { pick, chance } = dice
  const call = JSON.stringify(executor(dice, ['cli', 'cli', 'mcp', 'rest'])).replaceAll(
    '$.context.t',
    '$.arguments.t',
  )
  return {
    ...{ title: 'K', executor: JSON.parse(call.replaceAll(/x-\$\.context\.out\.t|\$\.input\.t/g, 'y')) },
    ...(chance(0.3) && { guards: [pick([IS_ONE, ...OF_CALLER])] }),
    ...(chance(0.4) && { approval: approval(dice) }),
    ...(chance(0.1) && { readOnly: true }),
    ...(chance(0.2) && { inputSchema: schema(dice) }),
    ...(chance(0.3) && { tags: pick([['open'], ['secret']]) }),
  }
}

const rights = ({ pick }: Random): JsonObject => ({
  roles: pick<string[]>([[], ['lead'], ['lead', 'intern'], ['intern']]),
  permissions: pick<string[]>([[], [], ['send']]),
})
const client = (dice: Random): JsonObject => ({
  ...rights(dice),
  ...(dice.chance(0.3) && { tags: dice.pick([['open'], ['secret'], ['open', 'secret']]) }),
})

export function randomDocument(dice: Random): JsonObject {
  const { pick, chance } = dice
  const gate = () => (chance(0.2) ? { approval: approval(dice) } : {})
  const imported = {
    ...{ connection: 'srv', prefix: 'srv', ...gate() },
    ...(chance(0.5) && { include: pick([['wipe'], ['look'], ['wipe', 'look']]) }),
    ...(chance(0.2) && { exclude: ['wipe'] }),
    ...(chance(0.3) && { toolApproval: { wipe: approval(dice) } }),
    ...(chance(0.2) && { toolReadOnly: { look: true } }),
    ...(chance(0.3) && { tags: ['open'] }),
  }
  const expose = ['k1', 'k2'].filter(() => chance(0.6)).map((name) => ({ capability: name }))
  return {
    version: '1.0.0',
    ...(chance(0.5) && {
      approvals: { queues: { q: pick<JsonObject>([{ role: 'lead' }, { permission: 'send' }, {}]) } },
    }),
    people: { ann: { roles: ['lead'] }, bob: rights(dice) },
    clients: { x: client(dice) },
    connections: {
      one: { kind: 'cli', command: '/bin/one', ...gate() },
      two: { kind: 'cli', command: '/bin/two', ...gate(), ...(chance(0.1) && { enabled: false }) },
      srv: { kind: 'mcp', command: 'srv', ...gate() },
      api: { kind: 'rest', baseUrl: 'https://api.example.org', ...gate() },
    },
    capabilities: { k1: capability(dice), k2: capability(dice) },
    proxy: { expose, import: chance(0.5) ? [imported] : [] },
    workflows: { outer: workflow(dice, OUTER), inner: workflow(dice, INNER) },
  }
}

/** One change: a value, a step more or less, a gate that moves, a thing that is called otherwise, or stands apart. */
export function randomEdit(dice: Random, document: JsonObject): JsonObject {
  const { pick, some, chance } = dice
  const places = placesIn(document)
  const steps = places.filter((path) => path.at(-2) === 'transitions')
  const step = some(steps) ?? []
  const states = Object.keys(valueAt(document, step.slice(0, 3)) ?? {})
  const set = (field: string, value: JsonValue | undefined) => withValue(document, [...step, field], value)
  const named = (section: string) => [section, some(Object.keys(valueAt(document, [section]) ?? {})) ?? '']
  switch (
    pick([
      ...([
        'other',
        'other',
        'gone',
        'step gone',
        'step more',
        'actor',
        'target',
        'guards',
        'approval',
      ] as const),
      ...([
        'gate moves',
        'schema',
        'workflow',
        'state',
        'step',
        'capability',
        'connection',
        'apart',
        'rights',
      ] as const),
    ])
  ) {
    case 'other': {
      const other = randomDocument(dice)
      const known = placesIn(other).filter((path) => path.length > 1 && valueAt(document, path.slice(0, -1)))
      const path = some(known) ?? []
      return withValue(document, path, valueAt(other, path))
    }
    case 'gone':
      return withValue(document, some(places.filter(({ length }) => length > 2)) ?? [], undefined)
    case 'step gone':
      return withValue(document, step, undefined)
    case 'step more':
      return withValue(document, [...step.slice(0, -1), 'more'], transition(dice, states, INNER))
    case 'actor':
      return set('actor', pick(['agent', 'human', 'human', 'deterministic']))
    case 'target':
      return set('target', some(states))
    case 'guards':
      return set('guards', chance(0.5) ? undefined : [some(GUARDS) ?? IS_LEAD])
    case 'approval':
      return set('approval', chance(0.5) ? undefined : approval(dice))
    case 'schema': {
      const holders = [step, ...['outer', 'inner'].map((id) => ['workflows', id]), ['capabilities', 'k1']]
      return withValue(document, [...(some(holders) ?? []), 'inputSchema'], schema(dice))
    }
    case 'gate moves': {
      const own = valueAt(document, [...step, 'approval'])
      const there = [
        'connections',
        String(valueAt(document, [...step, 'executor', 'connection'])),
        'approval',
      ]
      const moved = withValue(
        document,
        [...step, 'approval'],
        own === undefined ? valueAt(document, there) : undefined,
      )
      return withValue(moved, there, own)
    }
    case 'workflow':
      return renamed(document, named('workflows'), ['definitionId'])
    case 'state': {
      const within = step.slice(0, 2)
      return renamed(document, [...within, 'states', some(states) ?? ''], ['target', 'initialState'], within)
    }
    case 'step':
      return renamed(document, step, [])
    case 'capability':
      return renamed(document, named('capabilities'), ['capability'])
    case 'connection':
      return renamed(document, named('connections'), ['connection'])
    case 'apart': {
      const { executor: runs, target = '', ...rest } = (valueAt(document, step) ?? {}) as JsonObject
      const next = {
        target,
        actor: pick(['agent', 'human', 'deterministic']),
        ...(runs && { executor: runs }),
      }
      const parted = withValue(document, [...step.slice(0, 3), 'apart'], { transitions: { next } })
      return withValue(parted, step, { ...rest, target: 'apart' })
    }
    case 'rights':
      return pick([
        withValue(document, ['people', 'bob'], rights(dice)),
        withValue(document, ['clients', 'x'], client(dice)),
        withValue(document, ['approvals'], { queues: { q: pick<JsonObject>([{ role: 'lead' }, {}]) } }),
      ])
  }
}
