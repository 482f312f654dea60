import { describe, expect, it } from 'vitest'
import { compareConfigurations } from '../../src/main/config/reload/difference.ts'
import type { Configuration } from '../../src/main/model/configuration.ts'
import { expectProblems, type Row } from './expect-problems.ts'
import { loadText } from './write-configuration.ts'

const on = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const TOOL = `{ kind: expr, expr: '$.call.tool == "write"' }`
const connection = (when: string, until: string, more = '') => `version: "1.0.0"
connections:
  files: { kind: mcp, command: server, approval: { required: true, except: { when: [${when}], until: "${until}" } } }
proxy: { import: [{ connection: files }] }
${more}`
const transition = (actor: string, when: string) => `version: "1.0.0"
workflows:
  work:
    initialState: a
    states:
      a:
        transitions:
          go: { target: b, actor: ${actor}, approval: { except: { when: [${when}], until: "${on(9)}" } } }
      b: {}
people: { anna: { roles: [lead] } }
`
const AT = 'connections.files.approval.except'
const GO = 'workflows.work.states.a.transitions.go.approval.except'

const ROWS: Row[] = [
  ['an end that is near', connection(TOOL, on(30)), []],
  ['a past end', connection(TOOL, '2020-01-01'), [['warning', `${AT}.until`, 'ended on 2020-01-01 (UTC)']]],
  ['an end that is too far', connection(TOOL, on(400)), [['error', `${AT}.until`, 'a year at most']]],
  ['no date', connection(TOOL, '2026-02-30'), [['error', `${AT}.until`, 'is no date']]],
  ['a time of no date', connection(TOOL, '2026-02-30T10:00:00Z'), [['error', `${AT}.until`, 'is no date']]],
  ['a time of no zone', connection(TOOL, `${on(9)}T10:00:00`), [['error', `${AT}.until`, 'is no date']]],
  ['a word and a year', connection(TOOL, 'in December 2099'), [['error', `${AT}.until`, 'is no date']]],
  [
    'arguments of whatever leads to the call',
    connection(`{ kind: expr, expr: '$.arguments.path == "x"' }`, on(3)),
    [['error', `${AT}.when`, '$.call.arguments']],
  ],
  [
    'an expression that is wrong',
    connection(`{ kind: expr, expr: '$.call.tool ==' }`, on(3)),
    [
      ['error', `${AT}.when`, '$.call.arguments'],
      ['error', `${AT}.when[0].expr`, 'wrong at its character'],
    ],
  ],
  [
    'a role that the engine would need',
    transition('deterministic', '{ kind: role, role: lead }'),
    [['error', `${GO}.when[0]`, 'The engine makes the call that this exception is for, and has no roles']],
  ],
  ['a role of who asks', transition('agent', '{ kind: role, role: lead }'), []],
]

const load = async (text: string): Promise<Configuration> => {
  const { configuration } = await loadText(text)
  if (configuration === null) throw new Error('no configuration')
  return configuration
}

describe('the exception of a gate', () => {
  it.each(ROWS)('is checked: %s [except.checked]', async (_, text, expected) => {
    await expectProblems(text, expected)
  })

  it('is read where it is, and `$.call` nowhere else [except.checked]', async () => {
    await expectProblems(transition('agent', TOOL).replace('actor: agent,', `guards: [${TOOL}],`), [
      ['warning', 'workflows.work.states.a.transitions.go.guards[0].expr', 'in the ‘except’ of a gate only'],
    ])
  })

  it('is a loss, as is one that reaches further; one that ends sooner is none [except.checked]', async () => {
    const [without, short, long] = await Promise.all([
      load(connection(TOOL, on(3)).replace(/, except: \{.*\} \} \}$/m, ' } }')),
      load(connection(TOOL, on(3))),
      load(connection(TOOL, on(30))),
    ])
    const weaker = (before: Configuration, after: Configuration) =>
      compareConfigurations(before, after).weaker.map((text) => text.replace(/\d{4}-\d\d-\d\d/, 'DAY'))
    const what = 'The server ‘files’: its approval is left out'
    expect(weaker(without, short)).toEqual([`${what} until DAY (UTC) where “expr $.call.tool == "write"”.`])
    expect(weaker(short, long)).toEqual([
      `${what} for longer, until DAY (UTC), where “expr $.call.tool == "write"”.`,
    ])
    expect(weaker(long, short)).toEqual([])
    expect(weaker(long, without)).toEqual([])
  })

  it('says its end as it is in UTC, a time with its minute [except.checked]', async () => {
    const [without, timed] = await Promise.all([
      load(connection(TOOL, on(3)).replace(/, except: \{.*\} \} \}$/m, ' } }')),
      load(connection(TOOL, `${on(3)}T23:30:00-05:00`)),
    ])
    const next = new Date(Date.parse(on(3)) + 86_400_000).toISOString().slice(0, 10)
    expect(compareConfigurations(without, timed).weaker.join()).toContain(`until ${next} 04:30 (UTC) where`)
  })
})
