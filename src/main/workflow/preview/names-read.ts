/**
 * What workflows and their states are called is in what whoever runs them is given: the state in which a run ended and
 * the name of its definition in its output, both in the message of its failure. Whether a condition or a value may read
 * that, and of which workflows; what is not certain is read. Pure.
 */
import type { Configuration } from '../../model/configuration.ts'
import type { Definition } from '../../model/definition.ts'
import type { Mapping } from '../../model/executor.ts'
import { isJsonObject, mapEntries, present } from '../../model/json.ts'
import { startedBy } from '../executors/executors.ts'
import { gatesOfCalls } from '../gates/declared-gates.ts'
import { exceptionsOf } from '../gates/gates.ts'

/** Of workflows, by their names: those of which something elsewhere may read it. */
export interface NamesRead {
  /** What the state is called in which they ended. */
  ends: ReadonlySet<string>
  /** Only whether it is one of `names`. */
  compared: { ids: ReadonlySet<string>; names: ReadonlySet<string> }
  /** What the state is called in which they stopped, wherever that is: a message says so. */
  states: ReadonlySet<string>
  /** What they are called themselves. */
  own: ReadonlySet<string>
  /** What became of their steps, all of them at once. */
  records: ReadonlySet<string>
  /** Steps of which it is read by their names, of whichever workflow. */
  steps: ReadonlySet<string>
}

/** Inside a text, a path goes on with a name after a dot, or a number in brackets. */
const WHOLE = String.raw`(?![\p{L}\p{N}_]|\.[^\s.[\]"]|\[\d)`
/** All of an output, of a context, of the steps or of one of them: whatever stands in it. */
const WHOLES = String.raw`\.output${WHOLE}|\$\.context${WHOLE}|[.{]steps(?:\.[^.[\]{}"]+)?(?![\p{L}\p{N}_.[-])`
/** Of a record of steps: all that stands in it. A hyphen ends a path inside a text. */
const RECORD = String.raw`\$\.context${WHOLE}|[.{]steps(?![\p{L}\p{N}_])(?!\.[\p{L}\p{N}_-])`
/** The message of a failure. */
const MESSAGE = String.raw`\.error(?!\.(?:class|uncertain)\b)(?![\p{L}\p{N}_])`
/** What is said of a run beside its context; the path goes through a `workflow` that is not its own. */
const RUN = String.raw`(?<!\$)\.workflow(?![\p{L}\p{N}_])`

/** In an expression: nothing comes of the name but whether it is this one. */
const COMPARED = /\.workflow\.state *[!=]= *'([^'\\]*)'/g

const READS = {
  ends: new RegExp(`${RUN}|${WHOLES}|${MESSAGE}`, 'u'),
  states: new RegExp(`${WHOLES}|${MESSAGE}`, 'u'),
  own: new RegExp(
    String.raw`\.definitionId|${RUN}(?!\.(?:id|state|status)\b)|\$\.call${WHOLE}|${WHOLES}|${MESSAGE}`,
    'u',
  ),
  records: new RegExp(String.raw`\.output${WHOLE}|${RECORD}`, 'u'),
}

const OWN_RECORD = new RegExp(RECORD, 'u')

/** Whether all of its own record may be read there. */
export function readsRecord(definition: Definition): boolean {
  return OWN_RECORD.test(JSON.stringify(definition))
}

/** The names of steps whose records are read by them. `declared` as JSON. */
export function stepsReadIn(declared: string): Set<string> {
  return new Set(
    [...declared.matchAll(/[.{]steps\.([\p{L}\p{N}_-]+)/gu)].flatMap(([, name = '']) => {
      const parts = name.split('-')
      return parts.map((_, index) => parts.slice(0, index + 1).join('-'))
    }),
  )
}

/** `people`: they see whatever stands in the context of a run, on each of its cards. */
export function namesReadIn(
  configuration: Configuration,
  by: 'conditions' | 'people' = 'conditions',
): NamesRead {
  const { capabilities, gated = [], workflows } = configuration
  const exceptions = exceptionsOf(gatesOfCalls(configuration))
  const names = new Set<string>()
  const leaveOut = (_all: string, name: string) => {
    names.add(name)
    return '.asked-of-state'
  }
  const write = (declared: unknown) =>
    JSON.stringify(declared, (_, part) =>
      isJsonObject(part) && part.kind === 'expr' && typeof part.expr === 'string'
        ? { ...part, expr: part.expr.replace(COMPARED, leaveOut) }
        : part,
    )
  // They are asked in whichever run makes the call.
  const anywhere = write([exceptions, [...capabilities, ...gated].map(({ guards }) => guards)])
  const all = `${anywhere}${JSON.stringify(workflows)}`
  const texts = Object.values(workflows).map(
    (each) => [each, write(withoutUnread(each, (key) => by === 'people' || mentions(all, key)))] as const,
  )
  const readBy = (what: RegExp) => {
    if (what.test(anywhere)) return new Set(Object.keys(workflows))
    // What a run notes of its steps, it passes on with its context.
    const reading = texts.filter(([, text]) => what.test(text))
    return withStarted(
      reading.flatMap(([each]) => startedBy(each)),
      workflows,
    )
  }
  return {
    ends: readBy(READS.ends),
    compared: { ids: readBy(/\.asked-of-state/), names },
    states: readBy(READS.states),
    own: readBy(READS.own),
    records: readBy(READS.records),
    steps: stepsReadIn(all),
  }
}

/** What is written into the context as it is, and never named again, is read by nobody but with the whole context. */
function withoutUnread(definition: Definition, isRead: (key: string) => boolean): Definition {
  const inStep = <Step extends { output: Mapping }>(step: Step): Step => ({
    ...step,
    output: Object.fromEntries(
      Object.entries(step.output).filter(([key, value]) => typeof value !== 'string' || isRead(key)),
    ),
  })
  return {
    ...definition,
    states: mapEntries(definition.states, ({ onEnter, ...state }) => ({
      ...state,
      ...present({ onEnter: onEnter && inStep(onEnter) }),
      transitions: mapEntries(state.transitions, inStep),
    })),
  }
}

/** In a path, or as a place of a template. A name of other characters may be written in other ways. */
function mentions(text: string, key: string): boolean {
  return !/^[\w-]+$/.test(key) || text.includes(`.${key}`) || text.includes(`{${key}`)
}

/** With those that they start. */
export function withStarted(
  ids: readonly string[],
  workflows: Readonly<Record<string, Definition>>,
): Set<string> {
  const found = new Set<string>()
  const open = [...ids]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue
    found.add(id)
    const started = Object.hasOwn(workflows, id) ? workflows[id] : undefined
    if (started !== undefined) open.push(...startedBy(started))
  }
  return found
}
