/** What a new workflow reaches by another way than the one before did: who decided earlier on it counts, too. */
import { describe, expect, it } from 'vitest'
import { comparePair, type Edits } from './compare-pair.ts'

const WIPE = '{ kind: cli, connection: shell, args: ["wipe"] }'
const LEAD = 'guards: [{ kind: role, role: lead }]'
const flow = (name: string, states: string) =>
  `  ${name}: { initialState: a, states: { ${states}, z: {} } }\n`
const earlier = (step: string) =>
  `a: { transitions: { ok: { target: b, ${step} } } }, b: { transitions: { go: { target: z, executor: ${WIPE} } } }`
const at = (step: string) => `a: { transitions: { go: { target: z, ${step}, executor: ${WIPE} } } }`

const BASE = `
connections:
  shell: { kind: cli, command: sh-like }
  db: { kind: mcp, command: db-server }
approvals: { queues: { leads: { role: lead } } }
workflows:
`
const pair = (before: string, after: string): [string, Edits] => [
  `${BASE}${flow('w', before)}`,
  [['workflows:\n', `workflows:\n${flow('v', after)}`]],
]
const SAID =
  'Agents can now run “shell: wipe” where fewer or other people decide before it than did: workflow ‘v’'

describe('people who decided earlier on the way to a call decide on every new way to it [weaker.who]', () => {
  it.each<[string, string, string]>([
    ['anybody instead of a lead', earlier(`actor: human, ${LEAD}`), earlier('actor: human')],
    ['anybody at the step instead of a lead before it', earlier(`actor: human, ${LEAD}`), at('actor: human')],
    [
      'one of two ways without the lead',
      earlier(`actor: human, ${LEAD}`),
      `a: { transitions: { ok: { target: b, actor: human, ${LEAD} }, fine: { target: b, actor: human } } }, b: { transitions: { go: { target: z, executor: ${WIPE} } } }`,
    ],
    [
      'one decision instead of two',
      `a: { transitions: { ok: { target: c, actor: human } } }, c: { transitions: { ok: { target: b, actor: human } } }, b: { transitions: { go: { target: z, executor: ${WIPE} } } }`,
      earlier('actor: human'),
    ],
    [
      'another queue',
      earlier('executor: { kind: human, queue: leads }'),
      earlier('executor: { kind: human }'),
    ],
    [
      'an approval of one instead of two',
      earlier('executor: { kind: mcp, connection: db, tool: plan }, approval: { quorum: 2 }'),
      earlier('executor: { kind: mcp, connection: db, tool: plan }, approval: { required: true }'),
    ],
    [
      'an approval that leaves out what only reads, before another call',
      earlier('executor: { kind: mcp, connection: db, tool: plan }, approval: { required: unlessReadOnly }'),
      earlier('executor: { kind: mcp, connection: db, tool: look }, approval: { required: unlessReadOnly }'),
    ],
    [
      'a decision that a condition counted',
      `a: { transitions: { ok: { target: a, actor: human }, go: { target: z, guards: [{ kind: evidence, requires: { kind: human_decision, count: 2, distinct: true } }], executor: ${WIPE} } } }`,
      at('actor: human'),
    ],
    [
      'a way that the engine never takes',
      `a: { transitions: { ok: { target: b, actor: human, ${LEAD} }, by: { target: b, actor: deterministic } } }, b: { transitions: { go: { target: z, executor: ${WIPE} } } }`,
      earlier('actor: human'),
    ],
    [
      'what was tried first needed a lead',
      `a: { transitions: { go: { target: z, executor: { kind: mcp, connection: db, tool: plan }, approval: { by: { role: lead } }, reliability: { fallback: { executors: [${WIPE}] } } } } }`,
      at('actor: human'),
    ],
  ])('%s', async (_, before, after) => {
    const { weaker, risk } = await comparePair(...pair(before, after))
    expect(weaker.join('\n')).toContain(SAID)
    expect(risk?.level).toBe('high')
  })

  const GUARDED = 'guards: [{ kind: expr, expr: "$.context.ok == true" }]'
  const GIVEN = '{ kind: cli, connection: shell, args: ["wipe", "$.context.t"] }'
  const TOLD = '{ kind: mcp, connection: db, tool: plan }'
  const giving = (step: string) =>
    `a: { transitions: { ok: { target: b, actor: human, ${step} } } }, b: { transitions: { go: { target: z, executor: ${GIVEN} } } }`
  it.each<[string, string, string, string]>([
    [
      'a condition that held what nobody decided',
      `a: { transitions: { ok: { target: a, actor: human, output: { ok: true } }, go: { target: z, ${GUARDED}, executor: ${WIPE} } } }`,
      earlier('actor: human'),
      'shell: wipe',
    ],
    [
      'a condition beside the same people',
      earlier(`actor: human, ${GUARDED}`),
      earlier('actor: human'),
      'shell: wipe',
    ],
    [
      'a value that an agent gives',
      giving('output: { t: tmp }'),
      giving('output: { t: tmp }').replace('go:', 'set: { target: b, output: { t: "$.arguments.t" } }, go:'),
      'shell: wipe $.context.t',
    ],
    [
      'whatever a person gives, where the engine did',
      `a: { transitions: { go: { target: z, actor: deterministic, executor: ${TOLD} } } }`,
      `a: { transitions: { go: { target: z, actor: human, executor: ${TOLD} } } }`,
      'db: plan',
    ],
    [
      'a value that an agent gives, and others see',
      giving('output: { t: tmp }'),
      `a: { transitions: { set: { target: b, output: { t: "$.arguments.t" } } } }, b: { transitions: { go: { target: z, actor: human, executor: ${GIVEN} } } }`,
      'shell: wipe $.context.t',
    ],
    [
      'an argument without the schema',
      earlier('actor: human').replace(
        `"wipe"] }`,
        `"$.arguments.t"] }, inputSchema: { properties: { t: { enum: [tmp] } } }`,
      ),
      earlier('actor: human').replace(`"wipe"]`, `"$.arguments.t"]`),
      'shell: $.arguments.t',
    ],
  ])('and whatever else held before it, and who gives its values: %s', async (_, before, after, call) => {
    const { weaker, risk } = await comparePair(...pair(before, after))
    expect(weaker[0]).toContain(
      `Agents can now run “${call}” where other conditions hold before it, or others give its values, than did: workflow ‘v’`,
    )
    expect(risk?.level).toBe('high')
  })

  it.each<[string, string, string]>([
    [
      'a person starts it for an agent who may not',
      `${flow('c', `a: { transitions: { go: { target: z, executor: ${WIPE} } } }`).replace('{ initial', `{ ${LEAD}, initial`)}`,
      'a: { transitions: { go: { target: z, actor: human, executor: { kind: workflow, definitionId: c } } } }',
    ],
    [
      'the engine starts it for whoever may not, after anybody has decided',
      `${flow('c', `a: { transitions: { go: { target: z, executor: ${WIPE} } } }`).replace('{ initial', '{ guards: [{ kind: not, guard: { kind: role, role: intern } }], initial')}`,
      'a: { transitions: { ok: { target: b, actor: human } } }, b: { transitions: { go: { target: z, actor: deterministic, executor: { kind: workflow, definitionId: c } } } }',
    ],
  ])('and so does what a workflow does that a new one starts: %s', async (_, before, after) => {
    const { weaker, risk } = await comparePair(`${BASE}${before}`, [
      ['workflows:\n', `workflows:\n${flow('v', after)}`],
    ])
    expect(weaker[0]).toContain('Agents can now run “start c” where other conditions hold before it')
    expect(risk?.level).toBe('high')
  })

  it.each<[string, string, string]>([
    ['the same way', earlier(`actor: human, ${LEAD}`), earlier(`actor: human, ${LEAD}`)],
    ['the same lead, at the step itself', earlier(`actor: human, ${LEAD}`), at(`actor: human, ${LEAD}`)],
    [
      'one more on the way',
      earlier(`actor: human, ${LEAD}`),
      `a: { transitions: { ok: { target: c, actor: human } } }, c: { transitions: { ok: { target: b, actor: human, ${LEAD} } } }, b: { transitions: { go: { target: z, executor: ${WIPE} } } }`,
    ],
    [
      'round and round',
      earlier(`actor: human, ${LEAD}`),
      `a: { transitions: { ok: { target: b, actor: human, ${LEAD} } } }, b: { transitions: { back: { target: a }, go: { target: z, executor: ${WIPE} } } }`,
    ],
    ['the same condition', earlier(`actor: human, ${GUARDED}`), earlier(`actor: human, ${GUARDED}`)],
    [
      'what whoever fires it gives, as before',
      at('actor: human').replace('"wipe"] }', '"$.arguments.t"] }'),
      `a: { transitions: { on: { target: b } } }, b: { transitions: { go: { target: z, actor: human, executor: { kind: cli, connection: shell, args: ["$.arguments.t"] } } } }`,
    ],
    [
      'what cannot happen before is no way',
      `a: { transitions: { ok: { target: b, actor: human }, by: { target: b, actor: deterministic } } }, b: { transitions: { go: { target: z, executor: ${WIPE} } } }`,
      earlier('actor: human'),
    ],
    [
      'as few as on one way before',
      `a: { transitions: { ok: { target: b, actor: human }, two: { target: b, actor: human, ${LEAD} } } }, b: { transitions: { go: { target: z, executor: ${WIPE} } } }`,
      earlier('actor: human'),
    ],
  ])('and as many are no loss: %s', async (_, before, after) => {
    const { weaker } = await comparePair(...pair(before, after))
    expect(weaker).toEqual(['The workflow ‘v’ is new.'])
  })
})
