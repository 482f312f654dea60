/** Changes after which nothing more can happen are no graver than they are. */
import { describe, expect, it } from 'vitest'
import { comparePair, type Edits } from './compare-pair.ts'

const SERVERS = `
connections:
  db: { kind: mcp, command: db-server }
people: { anna: {} }
`
const call = (tool: string) => `{ kind: mcp, connection: db, tool: ${tool} }`
const flow = (states: string, more = '') =>
  `${SERVERS}workflows:\n  w: { initialState: a, ${more}states: { ${states}, b: {} } }\n`
const GO = `a: { transitions: { go: { target: b, executor: ${call('wipe')}, approval: { required: true } } } }`
const ANNA: [string, string] = ['anna: {}', 'anna: {}, bert: {}']

describe('a person more', () => {
  it.each([
    ['one decision is enough', flow(GO)],
    ['more than one person must', flow(GO.replace('required: true', 'quorum: 2'))],
  ])(
    'is of high risk where %s: whoever knows no PIN of the others may choose them [weaker.people]',
    async (_, yaml) => {
      const { weaker, risk } = await comparePair(yaml, [ANNA])
      expect(weaker).toEqual([
        expect.stringMatching(/^Decisions of a new person ‘bert’ count: until they have a PIN, anybody/),
      ])
      expect(risk?.level).toBe('high')
    },
  )
})

describe('a last step that the engine took by itself and takes no more', () => {
  const LAST = `, c: { transitions: { tell: { target: b, actor: deterministic, executor: ${call('tell')} } } }`
  const GOES = `a: { transitions: { go: { target: c, executor: ${call('wipe')} } } }`
  const WITHOUT: Edits = [
    [LAST, ''],
    ['target: c', 'target: b'],
  ]
  it('is named as what no longer runs, of medium risk [weaker.last-step]', async () => {
    const reason = 'No longer happens by itself: “db: tell”, by ‘tell’ in state ‘c’ of ‘w’.'
    const { weaker, risk } = await comparePair(flow(`${GOES}${LAST}`), WITHOUT)
    expect(weaker).toEqual([reason])
    expect(risk).toEqual({ level: 'medium', reason })
  })

  const started = `\n  v: { initialState: a, states: { a: { transitions: { go: { target: b, executor: { kind: workflow, definitionId: w } } } }, b: {} } }\n`
  it.each<[string, string, Edits]>([
    ['another workflow waits for its end', `${flow(`${GOES}${LAST}`)}${started}`, WITHOUT],
    [
      'something runs as its time is up',
      flow(
        `${GOES}${LAST}, late: {}`,
        `timeoutMs: 60000, onTimeout: { target: late, executor: ${call('late')} }, `,
      ),
      WITHOUT,
    ],
    [
      'people could still stop it there',
      flow(
        `${GOES}${LAST.replace('{ tell:', '{ stop: { target: b, actor: human }, tell:').replace('deterministic', 'system')}`,
      ),
      [
        [
          LAST.replace('{ tell:', '{ stop: { target: b, actor: human }, tell:').replace(
            'deterministic',
            'system',
          ),
          '',
        ],
        ['target: c', 'target: b'],
      ],
    ],
    [
      'it stood between two others',
      flow(
        `${GOES}${LAST.replace('target: b', 'target: d')}, d: { transitions: { end: { target: b, actor: deterministic, executor: ${call('end')} } } }`,
      ),
      [
        [LAST.replace('target: b', 'target: d'), ''],
        ['target: c', 'target: d'],
      ],
    ],
  ])('is of high risk where %s [weaker.last-step]', async (_, yaml, edits) => {
    expect((await comparePair(yaml, edits)).risk?.level).toBe('high')
  })
})

describe('a capability that is written out where it was named', () => {
  const declared = (approval: string) =>
    `capabilities: { wipe: { executor: ${call('wipe')}, ${approval} } }\n${flow(
      'a: { transitions: { go: { target: b, executor: { kind: capability, capability: wipe } } } }',
    )}`
  const OUT: [string, string] = ['{ kind: capability, capability: wipe }', call('wipe')]
  it('loses no approval, as that stands before the call anyhow [weaker.renamed]', async () => {
    const { weaker, risk } = await comparePair(declared('approval: { quorum: 2 }'), [OUT])
    expect(weaker).toEqual([])
    expect(risk?.level).toBe('low')
  })

  it('loses it where the call is another one, or the approval goes with the capability [weaker.renamed]', async () => {
    const other = await comparePair(declared('approval: { quorum: 2 }'), [[OUT[0], call('other')]])
    expect(other.weaker).toContain('‘go’ in state ‘a’ no longer waits for an approval.')
    const gone = await comparePair(declared('approval: { quorum: 2 }'), [
      OUT,
      ['approval: { quorum: 2 }', 'readOnly: false'],
    ])
    expect(gone.weaker).toContain('‘go’ in state ‘a’ no longer waits for an approval.')
  })
})

it('a workflow that does less is compared with what it was called before [weaker.renamed]', async () => {
  const less = `push: { target: b, executor: ${call('push')} }, `
  const yaml = flow(
    `a: { transitions: { ${less}pull: { target: b, executor: ${call('pull')} }, stop: { target: b, actor: human } } }`,
  )
  const { weaker, changes } = await comparePair(yaml, [
    ['  w: {', '  v: {'],
    [less, ''],
  ])
  expect(weaker).toEqual([])
  expect(changes).toContain('The workflow ‘w’ is called ‘v’ now.')
})

describe('what is as it was', () => {
  it('is no difference where it stands in another order, of which nothing comes [live.words]', async () => {
    const exposed = (name: string) => `{ name: ${name}, title: T, executor: ${call(name)} }`
    const yaml = (names: string[]) => `${SERVERS}proxy: { expose: [${names.map(exposed).join(', ')}] }\n`
    const { wordsOnly } = await comparePair(yaml(['x', 'y']), [[yaml(['x', 'y']), yaml(['y', 'x'])]])
    expect(wordsOnly).toBe(true)
  })

  it('is not said to be changed beside what is: a workflow that does something on entering a state [live.difference]', async () => {
    const entering = `${flow(`a: { onEnter: { executor: ${call('wipe')} }, transitions: { go: { target: b } } }`)}proxy: { import: [{ connection: db, prefix: db, include: [list, read] }] }\n`
    const { changes } = await comparePair(entering, [['list, read', 'list']])
    expect(changes).toEqual(['The tools that agents can find change.'])
  })
})

describe('which links an agent is shown [weaker.renamed]', () => {
  it.each<[string, Edits]>([
    ['of the workflow', [['linkFilter: byGuards', 'linkFilter: all']]],
    ['of a state', [['a: { ', 'a: { linkFilter: all, ']]],
  ])('is not named as what may loosen: %s', async (_, edits) => {
    const { weaker, risk, wordsOnly } = await comparePair(flow(GO, 'linkFilter: byGuards, '), edits)
    expect({ weaker, wordsOnly }).toEqual({ weaker: [], wordsOnly: false })
    expect(risk?.level).toBe('low')
  })
})

describe('what stands elsewhere all the same, or is only told [weaker.renamed]', () => {
  const base = `base: { title: B, executor: ${call('wipe')}, approval: { quorum: 2 } }`
  const declared = (capabilities: string) =>
    `${SERVERS.replace('anna: {}', 'anna: {}, bert: {}')}capabilities: { ${capabilities} }\nproxy: { expose: [{ capability: c }] }\n`
  const wrapped = declared(`${base}, c: { wraps: base }`)
  const copied = base.replace('base:', 'c:')

  it('is no loss: a capability that another one took over, written out there', async () => {
    const { weaker } = await comparePair(wrapped, [[`${base}, c: { wraps: base }`, copied]])
    expect(weaker).toEqual([])
  })

  it('and is one where less is asked there', async () => {
    const { weaker } = await comparePair(wrapped, [
      [`${base}, c: { wraps: base }`, copied.replace('quorum: 2', 'quorum: 1')],
    ])
    expect(weaker.join('\n')).toContain('takes 1 instead of 2 people')
  })

  it('is no loss: what agents are told of a result', async () => {
    const told = declared(`c: { title: C, executor: ${call('wipe')}, outputSchema: { type: object } }`)
    const { weaker, risk } = await comparePair(told, [['outputSchema: { type: object }', 'outputSchema: {}']])
    expect(weaker).toEqual([])
    expect(risk?.level).toBe('low')
  })
})

describe('a step of which guards ask whether it was taken, called otherwise with them [weaker.renamed]', () => {
  const RUN = `run: { target: b, guards: [{ kind: fired, step: ask }, { kind: not, guard: { kind: fired, step: look } }], executor: ${call('wipe')} }`
  const yaml = (key = '') =>
    flow(
      `a: { transitions: { ask: { target: a, actor: human, guards: [{ kind: role, role: boss }] }, look: { target: a, executor: ${call('look').replace(' }', `${key} }`)} }, ${RUN} } }`,
    ).replace('anna: {}', 'anna: { roles: [boss] }')
  const called = (was: string, is: string): Edits => [
    [`${was}: {`, `${is}: {`],
    [`fired, step: ${was}`, `fired, step: ${is}`],
  ]

  it.each([
    ['of people, who read its name', 'ask', 'approve', 'medium'],
    ['of agents', 'look', 'peek', 'medium'],
  ])('is no other one: %s', async (_, was, is, level) => {
    const { weaker, changes, risk } = await comparePair(yaml(), called(was, is))
    expect(weaker).toEqual([])
    expect(changes).toContain(`The step ‘${was}’ of ‘w’ is called ‘${is}’ now.`)
    expect(risk?.level).toBe(level)
  })

  it.each<[string, string, Edits]>([
    [
      'it asks for less now',
      yaml(),
      [...called('ask', 'approve'), [', guards: [{ kind: role, role: boss }]', '']],
    ],
    ['only a guard is changed', yaml(), [['fired, step: ask', 'fired, step: look']]],
    [
      'agents can take one of that name elsewhere, too',
      yaml(),
      [
        ['initialState: a', 'initialState: z'],
        ['states: { a', 'states: { z: { transitions: { ask: { target: a }, on: { target: a } } }, a'],
      ],
    ],
    [
      'the other side knows its call by its name',
      yaml(', idempotencyKey: "{transition}"'),
      called('look', 'peek'),
    ],
  ])('is named where %s', async (_, text, edits) => {
    const { weaker, risk } = await comparePair(text, edits)
    expect(weaker).not.toEqual([])
    expect(risk?.level).toBe('high')
  })
})

describe('a workflow whose runs end sooner [weaker.lesser]', () => {
  const MINUTE: Edits = [['initialState', 'timeoutMs: 60000, initialState']]
  it.each<[string, string, Edits]>([
    ['at a first deadline', flow(GO), MINUTE],
    ['at a nearer one', flow(GO, 'timeoutMs: 60000, '), [['60000', '6000']]],
  ])('%s is no loss, as nothing follows', async (_, yaml, edits) => {
    const { weaker, risk } = await comparePair(yaml, edits)
    expect(weaker).toEqual([])
    expect(risk?.level).toBe('low')
  })

  const late = `timeoutMs: 60000, onTimeout: { target: c, executor: ${call('late')} }, `
  const started = `\n  v: { initialState: a, states: { a: { transitions: { go: { target: b, executor: { kind: workflow, definitionId: w } } } }, b: {} } }\n`
  it.each<[string, string, Edits]>([
    ['later', flow(GO, 'timeoutMs: 60000, '), [['60000', '600000']]],
    ['never', flow(GO, 'timeoutMs: 60000, '), [['timeoutMs: 60000, ', '']]],
    ['and something runs then', flow(`${GO}, c: {}`, late), [['60000', '6000']]],
    ['and another workflow waits for that', `${flow(GO)}${started}`, MINUTE],
  ])('is named where they end %s', async (_, yaml, edits) => {
    const { weaker } = await comparePair(yaml, edits)
    expect(weaker.join()).toContain('‘w’ › ‘timeoutMs’')
  })
})

describe('an approval that is for others than who asked for it [weaker.steps]', () => {
  const own = 'approval: { notRequester: true }'
  const yaml = (asked: string) => `
connections:
  db: { kind: mcp, command: db-server${asked === 'db' ? `, ${own}` : ''} }
  other: { kind: mcp, command: other-server${asked === 'other' ? `, ${own}` : ''} }
people: { anna: { roles: [boss] }, bert: {} }
proxy: { import: [{ connection: other }] }
workflows:
  w:
    steps:
      - { name: look, approve: { title: Look, by: { role: boss } } }
      - { name: wipe, executor: ${call('wipe')} }
`
  const SECOND: Edits = [
    ['      - { name: wipe', '      - { name: again, approve: { title: Again } }\n      - { name: wipe'],
  ]

  it('makes one decision more no loss where nothing of the workflow waits for it', async () => {
    const { weaker, risk } = await comparePair(yaml('other'), SECOND)
    expect(weaker).toEqual([])
    expect(risk?.level).toBe('medium')
  })

  it('and one where a step does: whoever decides last asks for it', async () => {
    expect((await comparePair(yaml('db'), SECOND)).weaker).not.toEqual([])
  })
})
