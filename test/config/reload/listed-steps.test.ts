/** A list of steps (`steps:`) that is edited as people do: what is only stricter is not named, what loosens is, and once. */
import { describe, expect, it } from 'vitest'
import { comparePair, type Edits } from './compare-pair.ts'

const run = (call: string) => `executor: { kind: cli, connection: shell, args: [${call}] }`
const SHIP = `- { name: ship, ${run('ship')} }`
const file = (more = '', connection = '') => `
people: { ann: { roles: [lead] } }
connections: { shell: { kind: cli, command: sh-like${connection} } }
workflows:
  w:
${more}
    steps:
      - { name: build, ${run('build')} }
      - { name: test, ${run('test')} }
      ${SHIP}
`
const putBefore = (step: string, text = SHIP): [string, string] => [text, `${step}\n      ${text}`]
const CHECK = putBefore('- { name: check, approve: { title: OK } }')
const EXCEPT = `, approval: { required: true, except: { when: [{ kind: expr, expr: "$.workflow.state == 'ship'" }], until: 2027-01-31 } }`
const LATE = `    timeoutMs: 60000\n    onTimeout: { target: done, allowUnapproved: true, ${run('clean')} }`
const PARENT = (more = '') => `
  p: { steps: [{ name: sub, executor: { kind: workflow, definitionId: w }${more} }, { name: tell, ${run('tell')} }] }
`

describe('a list of steps that asks people for more, or calls its steps otherwise, is not named [weaker.steps]', () => {
  it.each<[string, Edits]>([
    ['a decision before a step', [CHECK]],
    [
      'before the first one',
      [putBefore('- { name: check, approve: {} }', `- { name: build, ${run('build')} }`)],
    ],
    ['after the last one', [[SHIP, `${SHIP}\n      - { name: check, approve: {} }`]]],
    ['two of them', [putBefore('- { name: check, approve: {} }\n      - { name: again, approve: {} }')]],
    [
      'one that is asked for only where it is needed',
      [putBefore(`- { name: check, approve: {}, when: { kind: expr, expr: "$.input.big == true" } }`)],
    ],
    ['one of a step itself', [['name: ship,', 'name: ship, approve: { risk: high, summary: Ship it },']]],
    ['a step called otherwise', [['name: test', 'name: verify']]],
  ])('%s', async (_, edits) => {
    const { weaker, risk } = await comparePair(file(), edits)
    expect(weaker).toEqual([])
    expect(risk?.level).not.toBe('high')
  })

  it.each<[string, string, Edits]>([
    ['a second decision', '- { name: first, approve: {} }', [CHECK]],
    ['a decision called otherwise', '- { name: first, approve: {} }', [['name: first', 'name: second']]],
    ['where it goes on after a failure', `- { name: lint, ${run('lint')}, onFailure: continue }`, [CHECK]],
  ])('%s', async (_, step, edits) => {
    expect((await comparePair(file().replace(...putBefore(step)), edits)).weaker).toEqual([])
  })

  it('in a long list, whose limit of steps is another one then', async () => {
    const long = Array.from({ length: 30 }, (_, at) => `- { name: s${at}, ${run('more')} }`).join('\n      ')
    expect((await comparePair(file().replace(SHIP, `${long}\n      ${SHIP}`), [CHECK])).weaker).toEqual([])
  })

  it('where an approval is for others than who started the run, and nobody else goes on', async () => {
    const gated = file('', ', approval: { quorum: 2 }')
    expect((await comparePair(gated, [CHECK])).weaker).toEqual([])
  })

  it('a review before what agents do, or the engine, in states', async () => {
    for (const actor of ['agent', 'deterministic']) {
      const states = `connections: { shell: { kind: cli, command: sh-like } }
workflows: { w: { initialState: a, states: { a: { transitions: { go: { target: work } } }, work: { transitions: { do: { target: b, actor: ${actor}, ${run('do')} } } }, b: {} } } }
`
      const { weaker } = await comparePair(states, [
        ['go: { target: work }', 'go: { target: review }'],
        [
          'work: {',
          'review: { transitions: { approve: { target: work, actor: human }, reject: { target: b, actor: human } } }, work: {',
        ],
      ])
      expect(weaker, actor).toEqual([])
    }
  })
})

describe('a step called otherwise, where its workflow reads what became of it [weaker.steps]', () => {
  const reading = (name: string, read = name, more = '') => `
connections: { shell: { kind: cli, command: sh-like } }
workflows:
  w:
    steps:
      - { name: ${name}, ${run('test')}, onFailure: continue }
      - { name: other, ${run('more')} }
      - { name: ship, when: { kind: expr, expr: "$.context.steps.${read}.status == 'success'" }, ${run('ship')} }
${more}`
  const compare = (...texts: [string, string]) => comparePair(texts[0], [texts])
  const parent = `  p: { steps: [{ name: sub, executor: { kind: workflow, definitionId: w }, output: { s: "$.output.steps.test.status" } }, { name: go, when: { kind: expr, expr: "$.context.s != 'success'" }, ${run('go')} }] }
`
  it('is not named where that follows', async () => {
    const { weaker, changes } = await compare(reading('test'), reading('verify'))
    expect(weaker).toEqual([])
    expect(changes).toContain('The step ‘test’ of ‘w’ is called ‘verify’ now.')
  })

  const CHECKED = "‘ship’ in state ‘ship’ no longer checks “expr $.context.steps.test.status == 'success'”."
  it.each<[string, string, string, string]>([
    [
      'where it does not',
      reading('test'),
      reading('verify', 'test'),
      '‘verify’ in state ‘verify’ is new: it fires by itself, it runs “shell: test” and leads to ‘other’.',
    ],
    ['where it reads another one', reading('test'), reading('verify', 'other'), CHECKED],
    ['where it reads one of a longer name', reading('test'), reading('verify', 'tester'), CHECKED],
    [
      'where another workflow reads it',
      reading('test', 'test', parent),
      reading('verify', 'verify', parent),
      CHECKED,
    ],
  ])('is named %s, as it is written', async (_, before, after, said) => {
    expect((await compare(before, after)).weaker).toContain(said)
  })
})

describe('what a decision more in a list of steps lets happen is named [weaker.steps]', () => {
  it.each<[string, string, Edits, string]>([
    [
      'what follows the end of its time',
      file(LATE),
      [CHECK],
      'A run of ‘w’ waits for people where it did not, in ‘check’: what follows the end of its time, or its failure, happens where nobody decides.',
    ],
    [
      'what goes on where it is a step',
      file() + PARENT(),
      [CHECK],
      '‘refuse’ in state ‘check’ is new: a person fires it, and it leads to ‘refused’.',
    ],
    [
      'what follows its failure there',
      file() + PARENT(', onFailure: continue'),
      [CHECK],
      '‘approve’ in state ‘check’ is new: a person fires it, and it leads to ‘ship’.',
    ],
    [
      'another person asks for what is for others to approve',
      file('', ', approval: { quorum: 2 }').replace(
        ...putBefore('- { name: first, approve: { by: { role: lead } } }'),
      ),
      [CHECK],
      '‘approve’ in state ‘check’ is new: a person fires it, and it leads to ‘ship’.',
    ],
    [
      'a name for which an exception waits',
      file('', EXCEPT).replace('name: ship', 'name: send'),
      [['- { name: send', '- { name: ship, approve: {} }\n      - { name: send']],
      '‘target’ was "send" and is "ship"',
    ],
    [
      'a record that is read as a whole',
      file().replace('args: [ship]', 'args: ["$.context.steps"]'),
      [['name: ship', 'name: check, approve: {} }\n      - { name: ship']],
      '‘steps’ › ‘check’ is new: {"status":"pending"}',
    ],
    [
      'a record that is read in a text',
      file().replace('args: [ship]', 'args: ["x $.context.steps-all"]'),
      [['name: ship', 'name: check, approve: {} }\n      - { name: ship']],
      '‘steps’ › ‘check’ is new: {"status":"pending"}',
    ],
    [
      'a name by which a record is read',
      file().replace('args: [ship]', 'args: ["x $.context.steps.test-all"]'),
      [['name: test', 'name: verify']],
      '‘verify’ in state ‘verify’ is new',
    ],
    [
      'another one asks for a start that is not for everybody',
      file().replace(run('ship'), 'executor: { kind: workflow, definitionId: v }') +
        `  v: { guards: [{ kind: role, role: lead }], steps: [{ name: go, ${run('go')} }] }\n`,
      [['- { name: ship', '- { name: check, approve: {} }\n      - { name: ship']],
      '‘approve’ in state ‘check’ is new: a person fires it, and it leads to ‘ship’.',
    ],
    [
      'whoever is excepted fires it',
      file(
        '',
        EXCEPT.replace('{ kind: expr, expr: "$.workflow.state == \'ship\'" }', '{ kind: role, role: lead }'),
      ),
      [['name: ship,', 'name: ship, approve: {},']],
      '‘actor’ was "deterministic" and is "human"',
    ],
    [
      'values that a person gives',
      file().replace(run('ship'), 'executor: { kind: workflow, definitionId: v }') +
        `  v: { steps: [{ name: go, ${run('go')} }] }\n`,
      [['name: ship,', 'name: ship, approve: {},']],
      '‘actor’ was "deterministic" and is "human"',
    ],
    [
      'of two steps, that a person may choose where the engine could not',
      `connections: { shell: { kind: cli, command: sh-like } }
workflows: { w: { initialState: a, initialContext: { n: 1, m: 1 }, states: { a: { transitions: { one: { target: b, actor: deterministic, guards: [{ kind: expr, expr: $.context.n == 1 }], ${run('one')} }, two: { target: b, actor: deterministic, guards: [{ kind: expr, expr: $.context.m == 1 }], ${run('two')} } } }, b: {} } } }
`,
      [
        ['actor: deterministic', 'actor: human'],
        ['actor: deterministic', 'actor: human'],
      ],
      '‘one’ › ‘actor’ was "deterministic" and is "human"',
    ],
    [
      'a loop that its limit had ended',
      `connections: { shell: { kind: cli, command: sh-like } }
workflows: { w: { initialState: a, maxChainDepth: 3, states: { a: { transitions: { on: { target: b, actor: deterministic, ${run('do')} } } }, b: { transitions: { on: { target: a, actor: deterministic } } } } } }
`,
      [
        ['target: b,', 'target: wait,'],
        ['states: {', 'states: { wait: { transitions: { on: { target: b, actor: human } } },'],
      ],
      '‘target’ was "b" and is "wait"',
    ],
  ])('%s', async (_, yaml, edits, said) => {
    const { weaker, risk } = await comparePair(yaml, edits)
    expect(weaker.join('\n')).toContain(said)
    expect(risk?.level).toBe('high')
  })

  it.each<[string, string, Edits, string[]]>([
    [
      'a step that is put in',
      file(),
      [putBefore(`- { name: lint, ${run('lint')} }`)],
      [
        'Agents can now run “shell: lint” without asking a person: workflow ‘w’, in “Lint”, “Lint” (the way there: “Build” → “Test”).',
        '‘lint’ in state ‘lint’ is new: it fires by itself, it runs “shell: lint” and leads to ‘ship’.',
        'May loosen: ‘w’ › state ‘test’ › step ‘test’ › ‘target’ was "ship" and is "lint".',
      ],
    ],
    [
      'a decision that is taken out',
      file().replace(...CHECK),
      [['- { name: check, approve: { title: OK } }\n      ', '']],
      [
        'Agents can now run “shell: ship” without asking a person: workflow ‘w’, in “Ship”, “Ship” (the way there: “Build” → “Test”).',
        '‘test’ in state ‘test’ leads to ‘ship’ and no longer to ‘check’, where a person decides.',
      ],
    ],
    [
      'a step that is left out',
      file(),
      [[`      - { name: test, ${run('test')} }\n`, '']],
      ['May loosen: ‘w’ › state ‘build’ › step ‘build’ › ‘target’ was "test" and is "ship".'],
    ],
  ])('and once: %s', async (_, yaml, edits, said) => {
    expect((await comparePair(yaml, edits)).weaker).toEqual(said)
  })
})
