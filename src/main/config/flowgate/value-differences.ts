/** Differences of values, guards, and what happens from step to step. */
import type { Explanation } from './explanation.ts'

export const VALUE_DIFFERENCES = {
  'concat-missing': {
    level: 'look',
    title: '`concat` of a missing value',
    there: 'A missing value becomes the word “null” in the text.',
    here: 'A missing value becomes nothing. If all values are lists, they become one list.',
    write: 'Give the value a `default` in its schema or in `initialContext`, or keep it if nothing is right.',
  },
  'tool-content': {
    level: 'look',
    title: '`$.output.content[0].text`',
    there:
      'The result of a tool is its structured content, or else `content` with its blocks. A path with `[0]` is never filled in; `.0` is.',
    here: 'The result is the structured content, or else the text: read as JSON if it is JSON, otherwise as `text`.',
    write:
      '`$.output.text` for plain text (the converted file has it), `$.output.NAME` if the tool answers with JSON.',
  },
  'unread-path': {
    level: 'look',
    title: 'A path that was never filled in',
    there:
      'Only `$.arguments.*`, `$.context.*`, `$.workflow.input.*` and, in `output`, `$.output.*` are read, without brackets. Anything else is null, or the text of the path itself.',
    here: 'The path is read: `[0]` is an element of a list, `$.workflow.id` and `$.input.*` have values.',
    write: 'Keep it if that is what was meant; otherwise take it out.',
  },
  projection: {
    level: 'left out',
    title: '`[*]` in a path',
    there: 'One value of each element of a list.',
    here: 'Paths have no `[*]`.',
    write: 'Map the whole list, and let the next step take it apart.',
  },
  'whole-output': {
    level: 'note',
    title: '`$` for the whole result',
    there: '`$` is the same as `$.output`.',
    here: '`$` is a text.',
    write: '`$.output`; the converted file has it.',
  },
  'deep-values': {
    level: 'look',
    title: 'Paths inside lists, maps and `set`',
    there:
      'A path is filled in only if it is the whole value. Inside a list, a map or `set` it stays a text.',
    here: 'Paths are filled in at any depth.',
    write: 'Keep it if the value was meant; a text that begins with `$.` cannot be written here.',
  },
  arithmetic: {
    level: 'look',
    title: 'Arithmetic with nested or more than two operands',
    there: 'Anything but two paths or numbers gives null.',
    here: 'Operators take any number of operands, and can be nested.',
    write: 'Keep it if the result was meant.',
  },
  'map-literal': {
    level: 'look',
    title: '`map` with values that are no paths',
    there:
      'A text that is no path is not sent. One value that is no text switches the whole `map` off: the arguments are sent as they are.',
    here: 'Every value of `map` is sent, and only those.',
    write: 'Take out what must not be sent.',
  },
  'embedded-path': {
    level: 'look',
    title: 'A path inside a longer text, a header or a variable',
    there:
      'A path is filled in only if it is the whole argument, query or body value. In `headers` and `env` it never is.',
    here: 'In every field of what runs a program or sends a request a path is filled in, also inside a longer text.',
    write: 'Keep it if the value was meant to be filled in.',
  },
  'path-value': {
    level: 'note',
    title: '`{name}` in the path of a request',
    there: 'The value is put in as it is; a missing one stays as `{name}`.',
    here: 'The value is encoded and stays within its segment; a missing one stops the call.',
    write: 'One `{name}` for each segment.',
  },
  'retry-defaults': {
    level: 'note',
    title: '`retry` without `maxAttempts` and the like',
    there: 'One attempt in all; no pause between attempts; connection errors are not tried again.',
    here: 'Three attempts, with growing pauses that vary; connection errors are tried again too.',
    write: 'All of it, as in the converted file.',
  },
  'failure-class': {
    level: 'look',
    title: '`retryOn` and the answers 408 and 504',
    there: '408 and 504 are `timeout`.',
    here: '408 and 504 are `transient_error`; `timeout` is our own time limit.',
    write: 'Both `timeout` and `transient_error`, or neither.',
  },
  'chain-depth': {
    level: 'look',
    title: '`maxChainDepth`',
    there: 'At the limit the run stops without an error, and no link leads on.',
    here: 'At the limit the answer is `CHAIN_FAILED`, with a link that goes on.',
    write: 'A limit that no run reaches in normal work; at most 1000.',
  },
  'single-guard': {
    level: 'look',
    title: 'Guards of the only automatic transition of a state',
    there: 'They are not looked at: the transition always runs.',
    here: 'They must hold; otherwise the run stops with `CHAIN_FAILED`.',
    write: 'Take the guards out, or add a second transition for when they do not hold.',
  },
  'mixed-actors': {
    level: 'look',
    title: 'A deterministic transition beside others',
    there: 'Not offered, but anybody may submit it.',
    here: 'Never runs.',
    write: '`actor: agent` if agents are to take it.',
  },
  'system-actor': {
    level: 'look',
    title: '`actor: system`',
    there: 'Offered to agents, and anybody may submit it. Nothing runs by itself.',
    here: 'The engine takes it by itself as soon as its guards hold, and nobody can submit it.',
    write: '`actor: agent`, as in the converted file, or `system` if the engine is to do it.',
  },
  'human-transition': {
    level: 'look',
    title: 'A human executor on a human transition',
    there: 'The executor only records a request with its queue.',
    here: 'The transition itself is the item in the inbox; a human executor beside it is an error.',
    write: 'Nothing: the converted file has no executor there. Who may decide is said by guards for roles.',
  },
  'human-executor': {
    level: 'look',
    title: '`kind: human`',
    there: 'Records a request, answers `queued` at once, and the run goes on.',
    here: 'The run waits until a person approves; a refusal leaves it where it is. `$.output` has `decision`, `by`, `comment` and `requestId`.',
    write:
      'Keep it, or take it out where the next state has transitions for people: they are asked there anyway.',
  },
  rights: {
    level: 'look',
    title: 'Guards for roles and permissions',
    there: 'The program that is shipped gives its caller no rights, so these guards never hold.',
    here: 'People and clients have the rights that the configuration gives them.',
    write: '`people` and `clients` with their `roles` and `permissions`.',
  },
  jsonpath: {
    level: 'note',
    title: '`kind: jsonpath`',
    there: 'An old name of `expr`.',
    here: '`expr`.',
    write: '`kind: expr`; the converted file has it.',
  },
  'one-comparison': {
    level: 'look',
    title: 'An expression that is more than one comparison',
    there: 'Only one comparison is read. The rest of the line is lost, so it holds or not by accident.',
    here: '`&&`, `||`, `!`, parentheses, `in`, `ends_with`, `matches` and a path alone are read as they are written.',
    write: 'Make sure that it says what you want: it may let through what was stopped before.',
  },
  'unset-context': {
    level: 'look',
    title: 'A guard over a value that nobody has set',
    there: 'The transition is refused with `GUARD_UNSET_SLOT`.',
    here: 'The value is null, so `!=`, a comparison with null, and `not` can hold.',
    write: 'A value in `initialContext`, or `$.context.NAME != null && …`.',
  },
  'compared-kinds': {
    level: 'look',
    title: 'What `contains` and `<` compare',
    there: '`contains` looks in texts only; `<`, `<=`, `>`, `>=` compare numbers only.',
    here: '`contains` looks in lists too, and texts have an order.',
    write: 'Make sure of the type with a schema.',
  },
} as const satisfies Record<string, Explanation>
