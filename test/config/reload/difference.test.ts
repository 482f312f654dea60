import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { compareConfigurations, compareTexts } from '../../../src/main/config/reload/difference.ts'
import { measureProcessorTime } from '../../support/processor-time.ts'
import { loadText } from './load-text.ts'

const WHOLE = `
connections:
  db: { kind: mcp, command: db-server, approval: { required: true, quorum: 2 } }
  shell: { kind: cli, command: sh-like }
proxy:
  import: [{ connection: db, prefix: db, approval: { by: { role: lead } } }]
  expose:
    - { name: list, title: List, description: Lists, tags: [files], guards: [{ kind: role, role: lister }], executor: { kind: cli, connection: shell, args: ["-l"] } }
workflows:
  deploy:
    title: Deploy
    description: Ships
    tags: [ops]
    inputSchema: { type: object, properties: { title: { type: string, description: What } } }
    initialState: review
    states:
      review:
        goal: Look well
        transitions:
          approve: { target: done, actor: human, title: Approve }
          note: { target: review, output: { noted: "$.arguments.text" }, guards: [{ kind: expr, expr: "$.context.ready == true" }] }
      done: { goal: Done }
clients: { ci: { roles: [runner], tags: [ops] } }
people: { anna: { roles: [lead] } }
`

const change = async (from: string, to: string) => {
  expect(WHOLE).toContain(from)
  return compareConfigurations(await loadText(WHOLE), await loadText(WHOLE.replace(from, to)))
}

describe('words', () => {
  it.each([
    ['description: Ships', 'description: Ships it'],
    ['goal: Done', 'guidance: Tell everybody'],
    ['description: Lists', 'description: Lists files'],
  ])('need nobody: %s → %s [live.words]', async (from, to) => {
    expect(await change(from, to)).toMatchObject({ wordsOnly: true, weaker: [], changes: [], risk: null })
  })

  it.each([
    ['title: Deploy', 'title: Ship', ['workflow ‘deploy’ › ‘title’ was "Deploy" and is "Ship".']],
    [
      'goal: Look well',
      'goal: Press Approve',
      ['workflow ‘deploy’ › state ‘review’ › ‘goal’ was "Look well" and is "Press Approve".'],
    ],
    [
      'goal: Look well',
      'guidance: Look twice',
      [
        'workflow ‘deploy’ › state ‘review’ › ‘goal’ is gone; it was "Look well".',
        'workflow ‘deploy’ › state ‘review’ › ‘guidance’ is new: "Look twice".',
      ],
    ],
    [
      'title: Approve',
      'title: Refuse',
      ['workflow ‘deploy’ › state ‘review’ › step ‘approve’ › ‘title’ was "Approve" and is "Refuse".'],
    ],
    ['title: List,', 'title: Wipe,', ['tool ‘list’ › ‘title’ was "List" and is "Wipe".']],
  ])('need a person where people decide by them: %s → %s [live.labels]', async (from, to, words) => {
    const risk = { level: 'medium', reason: 'It may change words that people decide by.' }
    const whole = from.includes('List')
      ? 'The tool ‘list’ is changed.'
      : 'The workflow ‘deploy’ is changed in its words.'
    const changes = [...words.map((each) => `What people read: ${each}`), whole]
    expect(await change(from, to)).toMatchObject({ wordsOnly: false, weaker: [], changes, risk })
  })

  it('are no words where they are names: a property called title [live.words]', async () => {
    expect((await change('properties: { title:', 'properties: { name:')).wordsOnly).toBe(false)
    const needs = 'dependentRequired: { title: [reason] }, properties: { title:'
    expect((await change('properties: { title:', needs)).wordsOnly).toBe(false)
  })

  it('are rights where what a client may see hangs on them: tags [live.words]', async () => {
    expect((await change('tags: [files]', 'tags: [files, ops]')).wordsOnly).toBe(false)
    const free = WHOLE.replace(', tags: [ops] } }', ' } }')
    const difference = compareConfigurations(
      await loadText(free),
      await loadText(free.replace('tags: [files]', 'tags: [ops]')),
    )
    expect(difference.wordsOnly).toBe(true)
  })
})

describe('what is only called otherwise', () => {
  const NIGHT =
    'night: { initialState: a, states: { a: { transitions: { go: { target: b, executor: { kind: workflow, definitionId: deploy } } } }, b: {} } }'
  const CALLED = WHOLE.replace('workflows:\n', `workflows:\n  ${NIGHT}\n`)
  const renamed = CALLED.replace('deploy:', 'release:').replace(
    'definitionId: deploy',
    'definitionId: release',
  )
  it.each([
    [renamed, 'The workflow ‘deploy’ is called ‘release’ now.'],
    [CALLED.replace('name: list,', 'name: files,'), 'The tool ‘list’ is called ‘files’ now.'],
  ])('is no loss, and nothing new [weaker.renamed]', async (after, sentence) => {
    const difference = compareConfigurations(await loadText(CALLED), await loadText(after))
    expect(difference).toMatchObject({ weaker: [], wordsOnly: false })
    expect(difference.changes[0]).toBe(sentence)
    expect(difference.changes.join()).not.toMatch(/is new|is removed/)
  })

  it.each([
    [
      'who fires a step',
      'actor: human, ',
      '',
      'is no longer for a person to decide: an agent can, and it runs “git: push”.',
    ],
    [
      'where a step that runs nothing leads',
      'refuse: { target: no }',
      'refuse: { target: yes }',
      '‘target’ was "no" and is "yes"',
    ],
  ])(
    'is compared with what it was called before where it differs in little: %s [weaker.renamed]',
    async (_, from, to, said) => {
      const steps =
        'x: { transitions: { refuse: { target: no }, ship: { target: yes, actor: human, executor: { kind: cli, connection: git, args: [push] } }, stop: { target: no, actor: human } } }, no: {}, yes: {}'
      const yaml = (name: string, states: string) =>
        `connections: { git: { kind: cli, command: git } }\nworkflows: { ${name}: { initialState: x, states: { ${states} } } }\n`
      const [before, after] = [yaml('w', steps), yaml('v', steps.replace(from, to))]
      const { weaker, changes, risk } = compareConfigurations(await loadText(before), await loadText(after))
      expect(weaker.join()).toContain(said)
      expect(weaker.join()).not.toContain('is new')
      expect(changes).toContain('The workflow ‘w’ is called ‘v’ now.')
      expect(risk?.level).toBe('high')
    },
  )

  it('is another one where it runs something else [weaker.renamed]', async () => {
    const after = renamed.replace(
      'target: done, actor: human',
      'target: done, actor: human, executor: { kind: cli, connection: shell, args: [x] }',
    )
    const { weaker, changes } = compareConfigurations(await loadText(CALLED), await loadText(after))
    expect(weaker).toContain('The workflow ‘release’ is new.')
    expect(changes).toContain('The workflow ‘deploy’ is removed.')
  })
})

describe('how grave a change is', () => {
  it.each([
    [
      'actor: human, ',
      '',
      'high',
      '‘approve’ in state ‘review’ is no longer for a person to decide: an agent can.',
    ],
    [
      'tags: [files]',
      'tags: [files, ops]',
      'high',
      'The client ‘ci’ gets the sight of the tool ‘list’, by the tag ‘ops’.',
    ],
    ['roles: [runner]', 'roles: [runner, chief]', 'high', 'The client ‘ci’ gets the role ‘chief’.'],
    ['title: Deploy', 'title: Ship', 'medium', 'It may change words that people decide by.'],
    [
      'command: db-server',
      'command: npx, args: [-y, some-server@1.0.0]',
      'high',
      'The server ‘db’ now runs code from the internet: “npx -y some-server@1.0.0”.',
    ],
    [
      'workflows:\n',
      'workflows:\n  idle: { initialState: a, states: { a: {} } }\n',
      'medium',
      'The workflow ‘idle’ is new.',
    ],
    ['quorum: 2', 'quorum: 3', 'low', 'Agents can do nothing more than before.'],
  ])(
    'is judged by what can happen then, and says it: %s → %s [weaker.risk]',
    async (from, to, level, reason) => {
      expect((await change(from, to)).risk).toEqual({ level, reason })
    },
  )
})

describe('what no longer protects', () => {
  it.each([
    [', approval: { required: true, quorum: 2 } }', ' }', 'The server ‘db’ no longer waits for an approval.'],
    [
      'quorum: 2',
      'quorum: 1, notRequester: true',
      'The server ‘db’: its approval takes 1 instead of 2 people.',
    ],
    [
      'quorum: 2',
      'quorum: 2, notRequester: false',
      'The server ‘db’: its approval may be given by who asked.',
    ],
    [
      'prefix: db, approval: { by: { role: lead } }',
      'prefix: db',
      'Each tool of the server ‘db’ no longer waits for an approval.',
    ],
    ['guards: [{ kind: role, role: lister }], ', '', 'The tool ‘list’ no longer checks “role lister”.'],
    ['actor: human, ', '', '‘approve’ in state ‘review’ is no longer for a person to decide: an agent can.'],
    [
      ', guards: [{ kind: expr, expr: "$.context.ready == true" }]',
      '',
      '‘note’ in state ‘review’ no longer checks “expr $.context.ready == true”.',
    ],
    [
      'note: { target: review,',
      'skip: { target: done }\n          note: { target: review,',
      '‘skip’ in state ‘review’ is new and leads to ‘done’ without a person.',
    ],
    [
      'actor: human, title: Approve',
      'actor: human, risk: low, title: Approve',
      'May loosen: ‘deploy’ › state ‘review’ › step ‘approve’ › ‘risk’ is new: "low".',
    ],
    [
      'people: { anna: { roles: [lead] } }',
      'people: {}',
      'The person ‘anna’ is removed: nobody signs in as ‘anna’ any more, and if nobody else has a PIN, the desk no longer asks for one.',
    ],
    ['roles: [lead]', 'roles: [lead, owner]', 'The person ‘anna’ gets the role ‘owner’.'],
    [
      ', tags: [ops] } }',
      ', sees: all } }',
      'The client ‘ci’ gets the sight of everybody’s runs, the sight of every tag.',
    ],
  ])('is named first: %s → %s [live.difference]', async (from, to, sentence) => {
    const difference = await change(from, to)
    expect(difference.wordsOnly).toBe(false)
    expect(difference.weaker).toEqual([sentence])
    expect(difference.risk?.level).toBe('high')
    expect(difference.changes.length).toBeGreaterThan(0)
  })

  it('is named where one person more may decide [live.difference]', async () => {
    const { weaker, risk } = await change('people: {', 'people: { carl: {},')
    expect(weaker).toEqual([
      'Decisions of a new person ‘carl’ count: until they have a PIN, anybody at the desk can decide as ‘carl’, also where more than one person must.',
    ])
    expect(risk?.level).toBe('high')
  })

  it('is named where it stands outside of any workflow, or goes with what declared it [live.difference]', async () => {
    const guarded = `
connections:
  db: { kind: mcp, command: db-server, approval: { required: unlessReadOnly } }
approvals: { proof: highRisk, undoMs: 8000, queues: { money: { role: finance } } }
proxy:
  import: [{ connection: db, prefix: db, approval: { required: true } }]
  expose:
    - { name: pay, title: Pay, description: Pays, approval: { queue: money }, executor: { kind: mcp, connection: db, tool: pay } }
    - { name: look, title: Look, description: Looks, executor: { kind: mcp, connection: db, tool: look } }
workflows:
  ship: { initialState: a, states: { a: { transitions: { go: { target: b, actor: human, risk: high } } }, b: {} } }
  sell:
    initialState: a
    states:
      a:
        transitions:
          ask: { target: b, executor: { kind: human, queue: money } }
          wait: { target: b, actor: human, undoMs: 9000 }
      b: {}
`
    const pay = / {4}- { name: pay.*\n/.exec(guarded)?.[0] ?? ''
    for (const [from, to, sentence] of [
      [
        'proof: highRisk',
        'proof: never',
        'Nobody proves any more who they are before a decision of high risk.',
      ],
      ['undoMs: 8000', 'undoMs: 0', 'A decision of high risk can no longer be taken back.'],
      ['{ role: finance }', '{}', 'What waits in the queue ‘money’ may be decided by anybody.'],
      [
        '{ role: finance }',
        '{ role: intern }',
        'What waits in the queue ‘money’ is for other people to decide.',
      ],
      [
        'approval: { queue: money }',
        'approval: { required: true }',
        'The tool ‘pay’: its approval no longer waits in the queue ‘money’.',
      ],
      [pay, '', 'The tool ‘pay’ is removed, and its approval of the same call elsewhere with it.'],
      [
        'import: [{ connection: db, prefix: db, approval: { required: true } }]',
        'import: []',
        'The approval before each tool of the server ‘db’ is removed.',
      ],
      [
        'prefix: db, approval',
        'prefix: db, exclude: [pay], approval',
        'The approval before tools of the server ‘db’ holds for fewer of them.',
      ],
      [
        'name: look,',
        'name: look, readOnly: true,',
        'The tool ‘look’ counts as read-only now: approvals that leave out what only reads do not hold it.',
      ],
      [
        'approval: { queue: money }',
        'approval: { queue: money, by: { role: intern } }',
        'The tool ‘pay’: its approval is for the role ‘intern’ to give, and no longer for whoever decides in the queue ‘money’.',
      ],
      ['kind: human, queue: money', 'kind: human', '‘ask’ in state ‘a’ asks anybody, not in ‘money’.'],
      [
        'executor: { kind: human, queue: money }',
        'executor: { kind: noop }',
        [
          '‘ask’ in state ‘a’ no longer asks a person.',
          'May loosen: ‘sell’ › state ‘a’ › step ‘ask’ › ‘executor’ › ‘kind’ was "human" and is "noop".',
        ],
      ],
      [', undoMs: 9000', '', '‘wait’ in state ‘a’ can be taken back for a shorter time.'],
      [
        ', risk: high',
        '',
        [
          '‘go’ in state ‘a’ is no longer of high risk: deciding it takes no second gesture, and no proof.',
          '‘go’ in state ‘a’ can be taken back for a shorter time.',
        ],
      ],
    ] as const) {
      expect(guarded).toContain(from)
      const after = await loadText(guarded.replace(from, to))
      expect(compareConfigurations(await loadText(guarded), after).weaker, from).toEqual([sentence].flat())
      // The other way round only more is asked, unless something new can be called, or is done.
      const opens = [pay, 'prefix: db, approval'].includes(from) || /^(?:import|executor):/.test(from)
      if (!opens && !to.includes('role: intern'))
        expect(compareConfigurations(after, await loadText(guarded)).weaker, from).toEqual([])
    }
  })

  it('is nothing where only more is asked [live.difference]', async () => {
    expect((await change('guards: [{ kind: expr', 'actor: human, guards: [{ kind: expr')).weaker).toEqual([])
  })
})

describe('texts', () => {
  it('are shown file by file, as unified differences; what stays is left out [live.difference]', () => {
    const files = compareTexts(
      { a: 'one\ntwo\n', b: 'same\n' },
      { a: 'one\nthree\n', b: 'same\n', c: 'new\n' },
    )
    expect(files.map(({ path }) => path)).toEqual(['a', 'c'])
    expect(files[0]?.patch).toContain('-two\n+three\n')
    expect(files[1]?.patch).toContain('+new\n')
  })

  it('that differ in a few places are shown so, however busy the machine is [live.difference]', () => {
    let now = Date.now()
    const late = vi.spyOn(Date, 'now').mockImplementation(() => (now += 1000))
    onTestFinished(() => late.mockRestore())
    const lines = Array.from({ length: 1000 }, (_, index) => `line ${index}`)
    const changed = lines.with(10, 'other').toSpliced(900, 1)
    const [file] = compareTexts({ a: lines.join('\n') }, { a: changed.join('\n') })
    expect(file?.patch.split('\n').filter((line) => /^[-+] ?[lo]/.test(line))).toEqual([
      '-line 10',
      '+other',
      '-line 900',
    ])
  })

  it('that are replaced whole are shown whole, within a moment [live.difference]', () => {
    const lines = (word: string) =>
      Array.from({ length: 20_000 }, (_, index) => `${word} ${index}`).join('\n')
    let files: ReturnType<typeof compareTexts> = []
    const taken = measureProcessorTime(() => {
      files = compareTexts({ a: lines('x') }, { a: lines('y') })
    })
    expect(taken).toBeLessThan(1000)
    expect(files[0]?.patch.split('\n').filter((line) => line.startsWith('+'))).toHaveLength(20_000)
  })
})

it('a new workflow whose own gate has an exception lets run without a person where that holds [weaker.freed]', async () => {
  const rule = `{ when: [{ kind: expr, expr: '$.call.tool == "wipe"' }], until: 2027-01-31 }`
  const step = `{ target: b, approval: { required: true, except: ${rule} }, executor: { kind: cli, connection: shell, args: [wipe] } }`
  const { freed, risk } = await change(
    'workflows:\n',
    `workflows:\n  nightly: { initialState: a, states: { a: { transitions: { go: ${step} } }, b: {} } }\n`,
  )
  expect(freed).toEqual([
    expect.stringContaining(
      'Agents can now run “shell: wipe” without asking a person where an exception holds: workflow ‘nightly’',
    ),
  ])
  expect(risk?.level).toBe('high')
})
