import { it } from 'vitest'
import { expectProblems, type Row } from '../expect-problems.ts'
import { flow } from '../flow.ts'

const FLOW = flow('a:\n  transitions: { go: { target: b } }\nb: {}')
const server = (more: string) =>
  `${FLOW}connections:\n  files: { kind: mcp, command: files-server, ${more} }\nproxy: { import: [{ connection: files }] }\n`

it.each<Row>([
  [
    'of the extra copy of the log',
    `${FLOW}audit: { sink: file, path: ~/audit.jsonl }\n`,
    [['error', 'audit.path', 'no shell reads this']],
  ],
  ['of the database', `${FLOW}store: { path: ~/data }\n`, [['error', 'store.path', 'no shell reads this']]],
  [
    'of somebody else',
    `${FLOW}store: { path: ~ada/data }\n`,
    [['error', 'store.path', 'with the name ‘~ada’']],
  ],
  [
    'by its variable',
    `${FLOW}audit: { sink: file, path: $HOME/audit.jsonl }\n`,
    [['error', 'audit.path', 'with the name ‘$HOME’']],
  ],
  [
    'that a program is given at its step',
    flow(
      'a:\n  transitions: { go: { target: b, executor: { kind: cli, command: ~/bin/tidy, args: ["~/notes", "a~"], workingDirectory: ~/notes } } }\nb: {}',
    ),
    [
      ['warning', 'workflows.w.states.a.transitions.go.executor.command', 'Write the whole path.'],
      ['warning', 'workflows.w.states.a.transitions.go.executor.args[0]', 'Write the whole path.'],
      ['warning', 'workflows.w.states.a.transitions.go.executor.workingDirectory', 'Write the whole path.'],
    ],
  ],
  ['alone', `${FLOW}store: { path: "~" }\n`, [['error', 'store.path', 'no shell reads this']]],
  [
    'that a server is given',
    server('args: ["~/notes"]'),
    [['warning', 'connections.files.args[0]', 'HOME}/notes.']],
  ],
  [
    'in which a server runs',
    server('workingDirectory: ~/notes'),
    [['warning', 'connections.files.workingDirectory', 'HOME}/notes.']],
  ],
  ['within a name is none', server('args: ["notes~/old", "a~"]'), []],
])('a home folder %s [config.home]', (_, text, expected) => expectProblems(text, expected))
