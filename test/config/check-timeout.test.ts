import { it } from 'vitest'
import { expectProblems, type Row } from './expect-problems.ts'
import { flow } from './flow.ts'

/** Its deadline leads where `go` leads. */
const late = (go: string) =>
  flow(
    `a:\n  transitions: { go: { target: b, ${go} } }\nb: {}`,
    '    timeoutMs: 1000\n    onTimeout: { target: b }\n',
  )
const through = (child: string) => late(`executor: { kind: workflow, definitionId: ${child} }`)
const ASKING =
  '  person:\n    initialState: p\n    states:\n      p: { transitions: { approve: { target: done, actor: human } } }\n      done: {}\n'
const REFUSED: Row[2] = [['error', 'workflows.w.onTimeout.target', 'must not approve']]

it.each<Row>([
  ['a gate', late('auto_approve: false'), REFUSED],
  [
    'a gate of a connection',
    `${late('executor: { kind: rest, connection: api }')}connections:\n  api: { kind: rest, baseUrl: "https://example.org", approval: {} }\n`,
    REFUSED,
  ],
  ['a workflow that asks', `${through('person')}${ASKING}`, REFUSED],
  [
    'a workflow within a workflow that asks',
    `${through('outer')}  outer:\n    initialState: o\n    states:\n      o: { transitions: { run: { target: done, actor: deterministic, executor: { kind: workflow, definitionId: person } } } }\n      done: {}\n${ASKING}`,
    REFUSED,
  ],
  [
    'a workflow that may end without asking',
    `${through('either')}  either:\n    initialState: e\n    states:\n      e: { transitions: { ask: { target: done, actor: human }, skip: { target: done } } }\n      done: {}\n`,
    [],
  ],
])('a deadline does not lead round %s [config.gates] [R2.7]', (_, text, problems) =>
  expectProblems(text, problems),
)
