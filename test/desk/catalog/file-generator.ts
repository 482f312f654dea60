/** Valid settings files as people write them: comments anywhere, odd layouts, anchors, JSON, other line ends. */
import fc from 'fast-check'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type JsonMap = { [key: string]: Json }

const NAMES = ['git', 'web-1', 'a.b', 'notes', 'x']

const word = fc.constantFrom(
  'plain',
  'two words',
  'a: b',
  '# no comment',
  "it's",
  '"q"',
  'ünïcode',
  '1',
  'true',
  '-x',
)
const env = fc.dictionary(fc.constantFrom('LANG', 'K_1', 'MODE'), word, { maxKeys: 3 })

const connection: fc.Arbitrary<JsonMap> = fc.oneof(
  fc
    .record(
      { command: fc.constantFrom('git', 'true'), title: word, env, workingDirectory: fc.constant('sub') },
      { requiredKeys: ['command'] },
    )
    .map((rest): JsonMap => ({ kind: 'cli', ...rest })),
  fc
    .record(
      { baseUrl: fc.constant('https://h.example/v1'), title: word, headers: fc.constant({ 'X-A': 'b' }) },
      { requiredKeys: ['baseUrl'] },
    )
    .map((rest): JsonMap => ({ kind: 'rest', ...rest })),
  fc
    .record(
      {
        command: fc.constant('true'),
        args: fc.array(word, { maxLength: 3 }),
        env,
        enabled: fc.constant(false),
        approval: fc.constant({ required: true }),
      },
      { requiredKeys: ['command', 'enabled'] },
    )
    .map((rest): JsonMap => ({ kind: 'mcp', ...rest })),
)

/** What a file says. */
const document = fc
  .record({
    connections: fc.uniqueArray(fc.tuple(fc.constantFrom(...NAMES), connection), {
      selector: ([name]) => name,
      maxLength: 4,
    }),
    imported: fc.array(fc.constantFrom(...NAMES), { maxLength: 2 }),
    exposed: fc.array(fc.constantFrom(...NAMES), { maxLength: 2 }),
    called: fc.array(fc.constantFrom(...NAMES), { maxLength: 2 }),
    people: fc.boolean(),
  })
  .map(({ connections, imported, exposed, called, people }): JsonMap => {
    const declared = Object.fromEntries(connections)
    const kindOf = (name: string) => declared[name]?.kind
    const executor = (name: string): JsonMap =>
      kindOf(name) === 'rest'
        ? { kind: 'rest', connection: name, method: 'GET', path: '/x' }
        : kindOf(name) === 'mcp'
          ? { kind: 'mcp', connection: name, tool: 'look' }
          : { kind: 'cli', connection: name, args: ['status'] }
    const there = (names: string[]) => [...new Set(names)].filter((name) => name in declared)
    const imports = there(imported).filter((name) => kindOf(name) === 'mcp')
    const exposes = there(exposed)
    const steps = there(called)
    return {
      version: '1.0.0',
      ...(people ? { people: { anna: { roles: ['lead'] } } } : {}),
      ...(connections.length > 0 ? { connections: declared } : {}),
      ...(imports.length + exposes.length === 0
        ? {}
        : {
            proxy: {
              ...(imports.length === 0
                ? {}
                : { import: imports.map((name) => ({ connection: name, prefix: name })) }),
              ...(exposes.length === 0
                ? {}
                : { expose: exposes.map((name) => ({ name: `tool.${name}`, executor: executor(name) })) }),
            },
          }),
      ...(steps.length === 0
        ? {}
        : {
            workflows: {
              tidy: {
                initialState: 's0',
                states: {
                  ...Object.fromEntries(
                    steps.map((name, index) => [
                      `s${index}`,
                      { transitions: { go: { target: `s${index + 1}`, executor: executor(name) } } },
                    ]),
                  ),
                  [`s${steps.length}`]: {},
                },
              },
            },
          }),
      store: { kind: 'memory' },
    }
  })

interface Layout {
  indent: number
  lineEnd: '\n' | '\r\n'
  mark: boolean
  noise: number
  dashes: 'in' | 'out'
  start: boolean
  openEnd: boolean
}

const layout: fc.Arbitrary<Layout | 'json' | 'json-wide'> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      indent: fc.constantFrom(2, 3, 4),
      lineEnd: fc.constantFrom('\n' as const, '\r\n' as const),
      mark: fc.boolean(),
      noise: fc.nat({ max: 2 ** 31 - 1 }),
      dashes: fc.constantFrom('in' as const, 'out' as const),
      start: fc.boolean(),
      openEnd: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.constant('json' as const) },
  { weight: 1, arbitrary: fc.constant('json-wide' as const) },
)

export const settingsFile: fc.Arbitrary<string> = fc.tuple(document, layout).map(([whole, how]) => {
  if (how === 'json') return JSON.stringify(whole)
  if (how === 'json-wide') return `${JSON.stringify(whole, null, 4)}\n`
  return write(whole, how)
})

/** Where nothing else says so, chance decides; the same for the same number. */
function write(whole: JsonMap, how: Layout): string {
  let state = how.noise
  const chance = (outOf: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 8) % outOf === 0
  }
  let comments = 0
  const comment = () => {
    comments += 1
    return `# note ${comments}: {"a": [b]}`
  }
  const lines: string[] = []
  const say = (pad: string, line: string) => {
    if (chance(5)) lines.push('')
    if (chance(4)) lines.push(`${pad}${comment()}`)
    lines.push(chance(4) ? `${pad}${line} ${comment()}` : `${pad}${line}`)
  }
  const quoted = (text: string): string => {
    const plain =
      /^[A-Za-z][\w./:-]*$/.test(text) &&
      !/^(true|false|null|yes|no|on|off)$/i.test(text) &&
      !text.endsWith(':')
    if (plain && !chance(4)) return text
    return chance(2) && !/'/.test(text) ? `'${text}'` : JSON.stringify(text)
  }
  const scalar = (value: Json) => (typeof value === 'string' ? quoted(value) : JSON.stringify(value))
  const flow = (value: Json): string => {
    if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`
    if (value === null || typeof value !== 'object') return scalar(value)
    const pairs = Object.entries(value).map(([key, each]) => `${scalar(key)}: ${flow(each)}`)
    return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`
  }
  /** Values that have an anchor, by what they are: what comes again may be written as an alias. */
  const anchors = new Map<string, string>()
  let anchored = 0
  const anchorOf = (value: Json) => {
    if (!chance(6)) return ''
    anchored += 1
    const name = `n${anchored}`
    anchors.set(JSON.stringify(value), name)
    return `&${name}`
  }
  const emit = (value: Json, pad: string, lead: string) => {
    const isSimple = value === null || typeof value !== 'object' || Object.keys(value).length === 0
    const known = anchors.get(JSON.stringify(value))
    if (known !== undefined && chance(2)) return say(pad, `${lead}*${known}`)
    if (isSimple || chance(5)) return say(pad, `${lead}${`${anchorOf(value)} `.trimStart()}${flow(value)}`)
    say(pad, `${lead.trimEnd()} ${anchorOf(value)}`.trimEnd())
    const inner = pad + ' '.repeat(how.indent)
    if (Array.isArray(value)) {
      const at = how.dashes === 'in' ? inner : pad
      for (const item of value) emitItem(item, at)
    } else for (const [key, each] of Object.entries(value)) emit(each, inner, `${scalar(key)}: `)
  }
  const emitItem = (item: Json, pad: string) => {
    if (item === null || typeof item !== 'object' || Array.isArray(item) || chance(3))
      return say(pad, `- ${flow(item)}`)
    for (const [index, [key, each]] of Object.entries(item).entries()) {
      if (index === 0) say(pad, `- ${scalar(key)}: ${flow(each)}`)
      else emit(each, `${pad}  `, `${scalar(key)}: `)
    }
  }
  for (const [key, value] of Object.entries(whole)) emit(value, '', `${key}: `)
  const text = [...(how.start ? ['---'] : []), ...lines].join(how.lineEnd)
  return `${how.mark ? '\uFEFF' : ''}${text}${how.openEnd ? '' : how.lineEnd}`
}

export type ServerAct =
  | { kind: 'add'; name: string; connection: JsonMap; isOffered: boolean; tool: boolean }
  | { kind: 'change'; name: string; connection: JsonMap }
  | { kind: 'rename'; name: string; to: string }
  | { kind: 'enable'; name: string; enabled: boolean }
  | { kind: 'remove'; name: string }

const name = fc.constantFrom(...NAMES, 'new', 'other')

export const serverActs: fc.Arbitrary<ServerAct[]> = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('add' as const),
      name,
      connection,
      isOffered: fc.boolean(),
      tool: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('change' as const), name, connection }),
    fc.record({ kind: fc.constant('rename' as const), name, to: name }),
    fc.record({ kind: fc.constant('enable' as const), name, enabled: fc.boolean() }),
    fc.record({ kind: fc.constant('remove' as const), name }),
  ),
  { minLength: 1, maxLength: 6 },
)
