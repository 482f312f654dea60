/**
 * Who waits for another workflow goes on where that fails, as it does where nobody gives an approval in it: what asks more
 * people there, or locks in further what is called, may let more happen.
 */
import { describe, expect, it } from 'vitest'
import { comparePair, type Edits } from './compare-pair.ts'

const file = (onFailure: string) => `
approvals: { timeoutMs: 300000, queues: { leads: {} } }
people: { ann: { roles: [lead] } }
connections:
  db: { kind: mcp, command: db-server }
  shell: { kind: cli, command: sh-like }
capabilities:
  wipe: { executor: { kind: mcp, connection: db, tool: wipe } }
proxy: { import: [{ connection: db, include: [look], prefix: db }], expose: [{ capability: wipe }] }
workflows:
  kid: { steps: [{ name: look, executor: { kind: mcp, connection: db, tool: look }, approval: { queue: leads } }, { name: more, executor: { kind: mcp, connection: db, tool: more } }] }
  w:
    steps:
      - { name: kid, executor: { kind: workflow, definitionId: kid }, onFailure: ${onFailure} }
      - { name: then, executor: { kind: cli, connection: shell, args: [then] }, onFailure: ${onFailure} }
`
const CASES: [string, Edits, string][] = [
  [
    'a step of it asks somebody',
    [['tool: more }', 'tool: more }, approval: { by: { role: nobody } }']],
    'kid',
  ],
  ['it asks somebody else', [['approval: { queue: leads }', 'approval: { queue: leads, quorum: 2 }']], 'kid'],
  [
    'it waits for less time',
    [['approval: { queue: leads }', 'approval: { queue: leads, timeoutMs: 1 }']],
    'kid',
  ],
  ['all wait for less time', [['timeoutMs: 300000', 'timeoutMs: 1']], 'approvals'],
  ['fewer may decide', [['leads: {}', 'leads: { role: nobody }']], 'approvals'],
  ['a connection asks somebody', [['command: db-server', 'command: db-server, approval: {}']], 'server ‘db’'],
  ['an import does', [['prefix: db }', 'prefix: db, approval: {} }']], 'tools of ‘db’'],
  [
    'a tool that is not exposed does',
    [
      [
        'capabilities:',
        'capabilities:\n  hush: { approval: {}, executor: { kind: mcp, connection: db, tool: more } }',
      ],
    ],
    'tool ‘hush’',
  ],
  ['a tool does', [['wipe: { executor', 'wipe: { approval: {}, executor']], 'tool ‘wipe’'],
  [
    'only who proves who they are may',
    [['timeoutMs: 300000,', 'timeoutMs: 300000, proof: highRisk,']],
    'approvals',
  ],
  [
    'what is called is locked in',
    [['command: sh-like', 'command: sh-like, sandbox: readOnly']],
    'server ‘shell’',
  ],
]

describe('where something follows the failure of what waits for people [weaker.followed]', () => {
  it.each(CASES)('%s', async (_, edits, where) => {
    const { weaker, risk } = await comparePair(file('continue'), edits)
    expect(weaker).toContainEqual(
      expect.stringContaining(`May loosen: ${where.includes(' ') ? where : `‘${where}’`}`),
    )
    expect(risk?.level).toBe('high')
  })

  it.each(CASES)('is named, and where nothing follows it is not: %s', async (_, edits) => {
    expect((await comparePair(file('abort'), edits)).weaker).toEqual([])
  })
})

describe('an approval of something new stands before the same calls elsewhere, too [weaker.followed]', () => {
  const IMPORT = (rule: string): Edits => [
    ['prefix: db }', `prefix: db }, { connection: db, prefix: z, approval: {}, ${rule} }`],
  ]
  const TOOL: Edits = [
    [
      'expose: [',
      'expose: [{ name: again, title: Again, executor: { kind: mcp, connection: db, tool: wipe }, approval: {} }, ',
    ],
  ]
  const NEW = ['Agents can find tools of the server ‘db’ now, as ‘z.…’; a person decides before each call.']
  it.each<[string, Edits, string]>([
    [
      'an import that takes the tool',
      IMPORT('include: [more]'),
      'May loosen: tools of ‘db as z’ › ‘approval’',
    ],
    ['an import of all tools', IMPORT('exclude: [look]'), 'May loosen: tools of ‘db as z’ › ‘approval’'],
    [
      'an import that only names it',
      IMPORT('include: [x], toolApproval: { more: { quorum: 2 } }'),
      'May loosen: tools of ‘db as z’ › ‘toolApproval’',
    ],
    ['a tool', TOOL, 'May loosen: tool ‘again’ › ‘approval’'],
  ])('%s', async (_, edits, said) => {
    const { weaker, risk } = await comparePair(file('continue'), edits)
    expect(weaker).toContainEqual(expect.stringContaining(said))
    expect(risk?.level).toBe('high')
    expect((await comparePair(file('abort'), edits)).weaker.join()).not.toContain(said)
  })

  it('and is only new where nothing that it holds is called', async () => {
    const { weaker, risk } = await comparePair(file('continue'), IMPORT('include: [other]'))
    expect(weaker).toEqual(NEW)
    expect(risk?.level).toBe('medium')
  })

  it('and is named where decisions are counted', async () => {
    const yaml = `connections: { db: { kind: mcp, command: x }, shell: { kind: cli, command: y } }
proxy: { import: [] }
workflows: { w: { initialState: a, states: { a: { transitions: { look: { target: a, executor: { kind: mcp, connection: db, tool: look } }, go: { target: b, guards: [{ kind: evidence, requires: { kind: approval } }], executor: { kind: cli, connection: shell, args: [wipe] } } } }, b: {} } } }
`
    const { weaker } = await comparePair(yaml, [
      ['import: []', 'import: [{ connection: db, prefix: z, include: [look], approval: {} }]'],
    ])
    expect(weaker).toContainEqual(
      expect.stringContaining('May loosen: tools of ‘db as z’ › ‘approval’ is new'),
    )
  })
})

const ENTERING = `
connections:
  backup: { kind: mcp, command: backup-server }
  shell: { kind: cli, command: sh-like }
workflows:
  w:
    initialState: a
    states:
      a: { onEnter: { executor: { kind: mcp, connection: backup, tool: make } }, transitions: { wipe: { target: b, executor: { kind: cli, connection: shell, args: [wipe] } } } }
      b: {}
`

describe('where a run goes on from a state although what it calls on entering it did not run [weaker.followed] [R4.4]', () => {
  it.each<[string, Edits, string]>([
    [
      'as it is switched off',
      [['backup-server', 'backup-server, enabled: false']],
      'is switched off: where a run calls it',
    ],
    [
      'as somebody is asked first',
      [['backup-server', 'backup-server, approval: {}']],
      'server ‘backup’ › ‘approval’ is new',
    ],
    [
      'as it is locked in',
      [['backup-server', 'backup-server, sandbox: noNetwork']],
      'server ‘backup’ › ‘sandbox’ is new',
    ],
  ])('%s', async (_, edits, said) => {
    const { weaker, risk } = await comparePair(ENTERING, edits)
    expect(weaker).toEqual([expect.stringContaining(said)])
    expect(risk?.level).toBe('high')
    const ended = ENTERING.replace(/transitions: \{ wipe.*\} \} \} \}/, 'terminal: true }').replace(
      '      b: {}\n',
      '',
    )
    expect(ended).not.toContain('wipe')
    expect((await comparePair(ended, edits)).weaker).toEqual([])
  })
})

const LATE = (more: string) => `
connections: { shell: { kind: cli, command: sh-like } }
workflows:
  w:
    timeoutMs: 60000
    onTimeout: { target: late, executor: { kind: cli, connection: shell, args: [purge] }, allowUnapproved: true }
    initialState: a
    states:
      a:
        transitions:
          no: { target: ended, actor: human }
          keep: { target: ended, actor: human, executor: { kind: cli, connection: shell, args: [keep] }${more} }
      ended: {}
      late: {}
`

describe('what people can no longer choose, or not always, before something runs as time is up [weaker.followed]', () => {
  it.each<[string, Edits, string]>([
    [
      'one that ran something',
      [
        [
          '          keep: { target: ended, actor: human, executor: { kind: cli, connection: shell, args: [keep] } }\n',
          '',
        ],
      ],
      'Before its time is up, people can no longer choose ‘keep’ in state ‘a’, which led to ‘ended’.',
    ],
    [
      'one that ran something, by everybody',
      [['args: [keep] }', 'args: [keep] }, guards: [{ kind: role, role: lead }]']],
      'Before its time is up, people can no longer always choose ‘keep’ in state ‘a’, which leads to ‘ended’.',
    ],
    [
      'one that ran nothing',
      [['          no: { target: ended, actor: human }\n', '']],
      'Before its time is up, people can no longer choose ‘no’ in state ‘a’, which led to ‘ended’.',
    ],
  ])('%s', async (_, edits, said) => {
    const { weaker, risk } = await comparePair(LATE(''), edits)
    expect(weaker).toEqual([said])
    expect(risk?.level).toBe('high')
  })
})

describe('what keeps a run from ending before something runs as its time is up [weaker.followed]', () => {
  const within = LATE('').replace(
    'keep: { target: ended, actor: human, executor: { kind: cli, connection: shell, args: [keep] } }',
    'keep: { target: ended, executor: { kind: workflow, definitionId: kid } }',
  )
  const kid = `  kid: { initialState: a, states: { a: { transitions: { ok: { target: b, actor: human }, go: { target: b, executor: { kind: cli, connection: shell, args: [go] } } } }, b: {} } }
`
  it.each<[string, string, Edits, string]>([
    [
      'an approval',
      LATE(''),
      [['args: [keep] }', 'args: [keep] }, approval: {}']],
      '‘w’ › state ‘a’ › step ‘keep’ › ‘approval’',
    ],
    [
      'an approval of its connection',
      LATE(''),
      [['command: sh-like', 'command: sh-like, approval: {}']],
      'server ‘shell’ › ‘approval’',
    ],
    [
      'an approval in what it waits for',
      within + kid,
      [['args: [go] }', 'args: [go] }, approval: {}']],
      '‘kid’ › state ‘a’ › step ‘go’ › ‘approval’',
    ],
    [
      'a lost choice in what it waits for',
      within + kid,
      [['ok: { target: b, actor: human }, ', '']],
      'Before its time is up, people can no longer choose ‘ok’',
    ],
  ])('%s', async (_, yaml, edits, said) => {
    const { weaker, risk } = await comparePair(yaml, edits)
    expect(weaker).toContainEqual(expect.stringContaining(said))
    expect(risk?.level).toBe('high')
  })
})
