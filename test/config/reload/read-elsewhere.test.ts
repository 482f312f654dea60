/** Changes that let more happen by what something else reads, counts or calls, and ordinary ones beside them. */
import { describe, expect, it } from 'vitest'
import { comparePair, type Edits } from './compare-pair.ts'

const SERVERS = `
connections:
  shell: { kind: cli, command: sh-like }
  db: { kind: mcp, command: db-server }
`
const WIPE = '{ kind: cli, connection: shell, args: ["wipe"] }'
const BARE = '{ kind: cli, command: /usr/bin/sh-like, args: ["wipe"] }'
const expr = (text: string) => `{ kind: expr, expr: "${text}" }`
const flow = (states: string, more = '') => `${SERVERS}
workflows:
  w: { ${more}initialState: a, states: { ${states}, b: {} } }
`

const parent = (step: string, then = '') => `${SERVERS}
workflows:
  kid: { initialState: a, initialContext: { note: '' }, states: { a: { transitions: { skip: { target: skipped }, ok: { target: approved, actor: human } } }, skipped: {}, approved: {} } }
  w: { initialState: a, states: { a: { transitions: { go: { target: b, ${step} } } }, b: {}, c: { transitions: { wipe: { target: b, actor: deterministic, ${then}executor: ${WIPE} }, no: { target: b, actor: deterministic, guards: [${expr('$.context.never == true')}] } } } } }
`
const KID = '{ kind: workflow, definitionId: kid }'
const other = (path: string) => `branches: [{ when: ${expr(`${path} != 'skipped'`)}, target: c }]`
const NOT_NEVER = `guards: [${expr('$.context.never != true')}], `
const RENAMED: Edits = [
  ['target: skipped', 'target: omitted'],
  ['skipped: {}', 'omitted: {}'],
]
const CALLED: Edits = [
  ['  kid:', '  lad:'],
  ['definitionId: kid', 'definitionId: lad'],
]
const STEPS = (condition: string) => `${SERVERS}
workflows:
  kid: { initialState: a, states: { a: { transitions: { skip: { target: skipped }, ok: { target: approved, actor: human } } }, skipped: {}, approved: {} } }
  w: { steps: [{ name: review, executor: ${KID} }, { name: wipe, when: ${expr(condition)}, executor: ${WIPE} }] }
`

/** What it is given stands in its context; it may do something besides. */
const KEPT = (beside = '') => `${SERVERS}
workflows:
  kid: { initialState: a, states: { a: { transitions: { skip: { target: skipped }, ok: { target: approved, actor: human } } }, skipped: {}, approved: {} } }
  w: { initialState: a, states: { a: { transitions: { ${beside}go: { target: b, executor: ${KID}, output: { all: "$.output" } } } }, b: {} } }
`

describe('a run that ends in a state called otherwise is named where whoever started it reads that [weaker.unproven]', () => {
  it.each<[string, string]>([
    ['at once', parent(`executor: ${KID}, ${other('$.output.workflow.state')}`, NOT_NEVER)],
    [
      'later on',
      parent(
        `executor: ${KID}, output: { how: "$.output.workflow" }, ${other('$.context.how.state')}`,
        NOT_NEVER,
      ),
    ],
    [
      'in all that it is given',
      parent(
        `executor: ${KID}, output: { all: "$.output" }, ${other('$.context.all.workflow.state')}`,
        NOT_NEVER,
      ),
    ],
    ['in what is noted of a step', STEPS("$.context.steps.review.output.workflow.state != 'skipped'")],
    ['as the new name', STEPS("$.context.steps.review.output.workflow.state == 'omitted'")],
    ['as a part of it', STEPS("$.context.steps.review.output.workflow.state starts_with 'o'")],
    ['among others', STEPS("$.context.steps.review.output.workflow.state in ['approved', 'omitted']")],
    ['written in another way', STEPS("'omitted' == $.context.steps.review.output.workflow.state")],
  ])('%s', async (_, yaml) => {
    const { weaker, risk } = await comparePair(yaml, RENAMED)
    expect(weaker).toEqual([
      'May loosen: ‘kid’ › state ‘a’ › step ‘skip’ › ‘target’ was "skipped" and is "omitted".',
    ])
    expect(risk?.level).toBe('high')
  })

  it.each<[string, string]>([
    ['all that it is given', '"$.output"'],
    ['how it ended', '"$.output.workflow.state"'],
  ])(
    'and where its context keeps %s, which nobody names, people read it [weaker.renamed] [weaker.risk]',
    async (_, kept) => {
      const { weaker, risk } = await comparePair(KEPT().replace('"$.output"', kept), RENAMED)
      expect(weaker).toEqual([])
      expect(risk).toEqual({ level: 'medium', reason: 'It may change words that people decide by.' })
    },
  )

  it.each<[string, string]>([
    ['a place of a summary', 'summary: "Ended {all.workflow.state}"'],
    ['a value of a call', 'executor: { kind: mcp, connection: db, tool: note, map: { x: "$.context.all" } }'],
    ['the whole context', 'executor: { kind: mcp, connection: db, tool: note, map: { x: "$.context" } }'],
  ])('by %s that names where it is kept', async (_, step) => {
    const kept = KEPT(`look: { target: b, ${step} }, `)
    expect((await comparePair(kept, RENAMED)).weaker).not.toEqual([])
  })

  it('by a value of a call that looks like a question', async () => {
    const note = `note: { target: b, executor: { kind: cli, connection: shell, args: ["$.context.all.workflow.state == 'x'"] } }, `
    expect((await comparePair(KEPT(note), RENAMED)).weaker).not.toEqual([])
  })

  it.each<[string, string]>([
    ['what it names of that', '$.output.all.workflow.state'],
    ['all of that', '$.output'],
  ])('by whoever started the one that keeps it, by %s', async (_, path) => {
    const outer = `  outer: { initialState: a, states: { a: { transitions: { go: { target: b, executor: { kind: workflow, definitionId: w }, output: { x: "${path}" } }, on: { target: b, executor: { kind: mcp, connection: db, tool: note, map: { x: "$.context.x" } } } } }, b: {} } }\n`
    expect((await comparePair(KEPT() + outer, RENAMED)).weaker).not.toEqual([])
  })

  it('and where its own name changes with it', async () => {
    const { weaker } = await comparePair(
      parent(`executor: ${KID}, ${other('$.output.workflow.state')}`, NOT_NEVER),
      [...RENAMED, ['  kid:', '  lad:'], ['definitionId: kid', 'definitionId: lad']],
    )
    expect(weaker.join()).toContain('‘target’ was "skipped" and is "omitted"')
  })

  it.each<[string, string]>([
    [
      'nobody reads how it ended',
      parent(`executor: ${KID}, output: { note: "$.output.note" }, ${other('$.output.note')}`, NOT_NEVER),
    ],
    ['only whether it ended is read', STEPS("$.context.steps.review.status == 'success'")],
    ['only another end is asked for', STEPS("$.context.steps.review.output.workflow.state == 'approved'")],
  ])('and is not where %s [weaker.renamed]', async (_, yaml) => {
    expect((await comparePair(yaml, RENAMED)).weaker).toEqual([])
  })
})

const GRANDCHILD = `${SERVERS}
workflows:
  kid: { initialState: a, states: { a: { transitions: { skip: { target: skipped }, ok: { target: approved, actor: human } } }, skipped: {}, approved: {} } }
  mid: { steps: [{ name: review, executor: ${KID} }] }
  w: { initialState: a, states: { a: { transitions: { go: { target: b, executor: { kind: workflow, definitionId: mid }, ${other('$.output.steps.review.output.workflow.state')} } } }, b: {}, c: { transitions: { wipe: { target: b, executor: ${WIPE} } } } } }
`
/** It starts the other workflow and takes that from it. */
const taking = (output: string) =>
  parent(`executor: ${KID}, output: { ${output} }, ${other('$.context.x')}`, NOT_NEVER)
const ELSEWHERE = `${STEPS('$.input.x == 1')}`.replace(
  'command: sh-like',
  `command: sh-like, approval: { except: { when: [${expr("$.context.steps.review.output.workflow.state != 'skipped'")}], until: 2027-01-31 } }`,
)
const failing = (path: string, text: string) => `${SERVERS}
workflows:
  kid: { initialState: a, states: { a: { transitions: { go: { target: mid } } }, mid: { transitions: { go: { target: b, actor: deterministic, executor: ${WIPE} } } }, b: {} } }
  w: { steps: [{ name: review, executor: ${KID}, onFailure: continue }, { name: wipe, when: ${expr(`!($.context.steps.review.${path} contains '${text}')`)}, executor: ${WIPE} }] }
`

describe('what a workflow or a state of it is called is named where it changes and somebody further away reads it [weaker.unproven]', () => {
  it.each<[string, string]>([
    ['whoever started the one that started it', GRANDCHILD],
    ['an exception of a connection', ELSEWHERE],
  ])('an end, by %s', async (_, yaml) => {
    const { weaker, risk } = await comparePair(yaml, RENAMED)
    expect(weaker).toEqual([
      'May loosen: ‘kid’ › state ‘a’ › step ‘skip’ › ‘target’ was "skipped" and is "omitted".',
    ])
    expect(risk?.level).toBe('high')
  })

  it('a state in which it stopped, by the message of that', async () => {
    const edits: Edits = [
      ['target: mid', 'target: midst'],
      [' mid: {', ' midst: {'],
    ]
    expect((await comparePair(failing('error.message', 'mid'), edits)).weaker).not.toEqual([])
    expect((await comparePair(failing('error.class', 'mid'), edits)).weaker).toEqual([])
  })

  it.each<[string, string]>([
    ['a text of its output', taking('t: { concat: ["$.output"] }')],
    ['all of what is said of its run', taking('x: "$.output.workflow"')],
    ['the message of its failure', failing('error.message', 'kid')],
  ])('its own name, by %s', async (_, yaml) => {
    const { weaker, risk } = await comparePair(yaml, CALLED)
    expect(weaker).toContain('The workflow ‘lad’ is new.')
    expect(risk?.level).toBe('high')
  })

  it.each<[string, string]>([
    ['how it ended', parent(`executor: ${KID}, ${other('$.output.workflow.state')}`, NOT_NEVER)],
    ['a value of its own', taking('note: "$.output.note"')],
    ['the kind of its failure', failing('error.class', 'kid')],
  ])('and its own name is not where only %s is read [weaker.renamed]', async (_, yaml) => {
    expect((await comparePair(yaml, CALLED)).weaker).toEqual([])
  })
})

describe('what holds for one more state, or for one step more, is named [weaker.unproven]', () => {
  it('a state to which a step leads that does nothing, and for whose name a condition waits', async () => {
    const go = `go: { target: b, guards: [${expr("$.workflow.state == 'c'")}], executor: ${WIPE} }`
    const { weaker } = await comparePair(flow(`a: { transitions: { ${go} } }`), [
      [
        `a: { transitions: { ${go} } }`,
        `a: { transitions: { ${go}, on: { target: c } } }, c: { transitions: { ${go} } }`,
      ],
    ])
    expect(weaker[0]).toBe('‘on’ in state ‘a’ is new: an agent fires it, and it leads to ‘c’.')
  })

  it('of two steps that the engine could not choose between, one alone is left', async () => {
    const [n, m] = ['$.context.n == 1', '$.context.m == 1']
    const step = (target: string, actor: string, ...guards: string[]) =>
      `{ target: ${target}, actor: ${actor}, guards: [${guards.map(expr).join(', ')}] }`
    for (const [actor, beside] of [
      ['deterministic', ''],
      ['system', 'stay: { target: b }, '],
    ] as const) {
      const yaml = flow(
        `a: { transitions: { ${beside}x: ${step('c', actor, n, m)}, y: ${step('c', actor, m, n)}, z: ${step('b', actor, '$.context.n != 1', '$.context.m != 1')} } },
         c: { transitions: { wipe: { target: b, executor: ${WIPE} } } }`,
        'initialContext: { n: 1, m: 1 }, ',
      )
      const { weaker } = await comparePair(yaml, [
        [`y: ${step('c', actor, m, n)}`, `y: ${step('b', actor, '$.context.m != 1', '$.context.n != 1')}`],
      ])
      expect(weaker, actor).not.toEqual([])
    }
  })
})

describe('an approval that held for a program without its connection is missed with it [weaker.who]', () => {
  const gated = (exposed: string, step: string, run = BARE) => `${SERVERS}${exposed}
workflows:
  w: { initialState: a, states: { a: { transitions: { go: { target: b, ${step}, executor: ${run} } } }, b: {} } }
`
  const EXPOSED = `proxy: { expose: [{ name: x, title: X, executor: ${WIPE}, approval: { quorum: 2 } }] }`
  const DECLARED = `capabilities: { x: { executor: ${WIPE}, approval: { quorum: 2 } } }`
  const gone = (exposed: string): Edits => [
    ['  shell: { kind: cli, command: sh-like }\n', ''],
    [exposed, ''],
  ]
  it.each([
    ['actor: human', EXPOSED],
    ['approval: { required: true }', EXPOSED],
    ['actor: human', DECLARED],
  ])('beside %s: %s', async (step, exposed) => {
    const { weaker, risk } = await comparePair(gated(exposed, step), gone(exposed))
    expect(weaker.join('\n')).toMatch(/tool ‘x’ is removed|tool ‘x’ is gone/)
    expect(risk?.level).toBe('high')
  })

  it('and is not where nothing runs that program any more [weaker.renamed]', async () => {
    const yaml = gated(EXPOSED, 'actor: human', '{ kind: mcp, connection: db, tool: t }')
    expect((await comparePair(yaml, gone(EXPOSED))).weaker).toEqual([])
  })
})

describe('an exception that begins to hold by being taken over is named [weaker.unproven]', () => {
  const until = 'until: 2027-01-31'
  const CAPABILITY = `capabilities: { x: { executor: ${WIPE}, approval: { except: { when: [${expr("$.arguments.reason == 'tidy'")}], ${until} } } } }\n`
  const step = (executor: string) => flow(`a: { transitions: { go: { target: b, executor: ${executor} } } }`)
  it.each(['{ capability: x }', '{ capability: x, map: { reason: tidy } }'])('by a step: %s', async (is) => {
    const { weaker, risk } = await comparePair(CAPABILITY + step(WIPE), [
      [`executor: ${WIPE} } } }, b`, `executor: ${is} } } }, b`],
    ])
    expect(weaker.join('\n')).toContain(
      '‘go’ in state ‘a’: its approval is left out until 2027-01-31 (UTC) where',
    )
    expect(risk?.level).toBe('high')
  })

  it('by a new step beside one that does the same', async () => {
    const { weaker } = await comparePair(CAPABILITY + step(WIPE), [
      ['go: {', 'on: { target: b, executor: { capability: x } }, go: {'],
    ])
    expect(weaker).not.toEqual([])
  })

  it('by a capability', async () => {
    const { weaker } = await comparePair(
      `${SERVERS}${CAPABILITY}proxy: { expose: [{ name: y, title: Y, executor: ${WIPE} }] }\n`,
      [[`title: Y, executor: ${WIPE}`, 'title: Y, executor: { capability: x }']],
    )
    expect(weaker.join('\n')).toContain(
      'The tool ‘y’: its approval is left out until 2027-01-31 (UTC) where “expr $.arguments.reason == ',
    )
  })

  it('and is not where the approval comes with it [weaker.renamed]', async () => {
    const yaml = `capabilities: { x: { executor: ${WIPE} } }\n${step('{ capability: x }')}`
    const { weaker } = await comparePair(yaml, [
      [`x: { executor: ${WIPE} }`, CAPABILITY.slice('capabilities: { '.length, -' }\n'.length)],
    ])
    expect(weaker).toEqual([])
  })
})

describe('a key by which the other side knows what it has had in this run [weaker.unproven]', () => {
  const pay = (target: string, key = '{workflowId}/{transition}') =>
    `{ target: ${target}, executor: { kind: cli, connection: shell, args: [pay], idempotencyKey: "${key}" } }`
  const twice = (name: string, key?: string) =>
    flow(`a: { transitions: { pay: ${pay('c', key)} } }, c: { transitions: { ${name}: ${pay('b', key)} } }`)
  it('is another one where one of two steps of that name is called otherwise', async () => {
    const { weaker } = await comparePair(twice('pay'), [[twice('pay'), twice('settle')]])
    expect(weaker).toEqual([
      '‘settle’ in state ‘c’ is new: an agent fires it, it runs “shell: pay” and leads to ‘b’.',
    ])
  })

  it('is another one where a step that can be repeated is followed by one of another name', async () => {
    const loop = flow(`a: { transitions: { pay: ${pay('a')}, end: { target: b } } }`)
    const unrolled = flow(
      `a: { transitions: { pay: ${pay('c')}, end: { target: b } } }, c: { transitions: { settle: ${pay('a')}, end: { target: b } } }`,
    )
    expect((await comparePair(loop, [[loop, unrolled]])).weaker).not.toEqual([])
  })

  it('and is not where each call has its own anyhow [weaker.renamed]', async () => {
    const edit = (key: string): Edits => [[twice('pay', key), twice('settle', key)]]
    for (const key of ['{workflowId}', '{workflowId}/{transition}/{correlationId}'])
      expect((await comparePair(twice('pay', key), edit(key))).weaker).toEqual([])
  })
})
