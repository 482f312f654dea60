/** A run in a list: where it stands and whom it waits for. May import: model, workflow, preload/contract. */
import type { RunSummary, SentencePart } from '../../../preload/contract.ts'
import type { Definition } from '../../model/definition.ts'
import type { InboxItem } from '../../model/item.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { Run } from '../../model/run.ts'
import { shorten } from '../../model/shorten.ts'
import { RETRY_ON_ENTER, RETRY_ON_TIMEOUT, transitionOf, transitionsAt } from '../../workflow/advance.ts'
import { endsRefused } from '../../workflow/ending.ts'
import { argumentsOf } from '../../workflow/items/items.ts'
import { isSingleCall } from '../../workflow/proxy.ts'
import { waitCauseOf } from '../../workflow/wait-cause.ts'
import {
  awaitedInPause,
  awaitedToWrite,
  type Pause,
  type UnpersistedOutcome,
} from '../../workflow/wording/pause.ts'
import {
  capitalize,
  readableTitle,
  stateTitle,
  titleOf,
  transitionTitle,
} from '../../workflow/wording/sentence.ts'

export interface RunFacts {
  run: Run
  definition: Definition | null
  /** Oldest first. */
  pending: readonly InboxItem[]
  /** What of it cannot be written down. */
  unwritten: UnpersistedOutcome | null
  /** A decision about it was taken back, which cannot be written down. */
  undoUnsaved: boolean
  /** What its step waits for, while nothing of it runs. */
  pauses: readonly Pause[]
  /** What its oldest open question says; null: it asks nobody. */
  sentence: readonly SentencePart[] | null
  /** With what a single call was made; null: it is none, or the log does not have it any more. */
  called: JsonObject | null
}

export function describeRun(facts: RunFacts): RunSummary {
  const { run, definition } = facts
  const { id, definitionId, state, status, version, startedAt, updatedAt, startedBy, owner } = run
  const isSingle = isSingleCall(definitionId)
  return {
    id,
    definitionId,
    title: isSingle ? 'Single call' : definition === null ? definitionId : titleOf(definition),
    state,
    stateTitle: nameState(definition, state),
    status,
    version,
    startedAt,
    updatedAt,
    startedBy,
    owner,
    waitingFor: waitingFor(facts),
    attention: attentionOf(facts),
    refused:
      status === 'completed'
        ? definition !== null && endsRefused(definition, state)
        : run.failure?.code === 'APPROVAL_DENIED',
    parentId: run.parent?.workflowId ?? null,
    about: aboutOf(facts),
    isSingleCall: isSingle,
  }
}

const LONGEST = 80
/** The first may be the same in all: `mode: full`. */
const MOST_VALUES = 3
const DEEPEST = 4
/** Of a large input, so much is looked at. */
const MOST_LOOKS = 100

/** What tells this run from others of its workflow: the words of its question, else the first values that say something. */
function aboutOf(facts: RunFacts): RunSummary['about'] {
  const { run, definition, pending, sentence, called } = facts
  const isSingle = isSingleCall(run.definitionId)
  // Single calls are told apart by their tool and what it is given, whether they wait or not.
  if (!isSingle && sentence?.some(({ kind }) => kind === 'quote')) return [...sentence]
  const [open] = pending
  const told = new Map<string, string>()
  let looks = 0
  const gather = (name: string, value: JsonValue, depth: number) => {
    looks += 1
    if (typeof value === 'object' && value !== null) {
      for (const key in value) {
        if (told.size === MOST_VALUES || looks > MOST_LOOKS || depth > DEEPEST) return
        gather(name === '' ? key : `${name}.${key}`, Reflect.get(value, key) as JsonValue, depth + 1)
      }
    } else if (typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')) {
      const text = String(value).slice(0, LONGEST * 4)
      if (!told.has(name)) told.set(name, text.replace(/\s+/gu, ' ').trim())
    }
  }
  // How far the steps of a list have come is the same in all.
  const { steps, ...context } = run.context
  const known = definition !== null && hasSteps(definition) ? context : run.context
  const asked = open === undefined ? (called ?? {}) : argumentsOf(open)
  const values = isSingle ? [asked] : [run.input, asked, known]
  for (const each of values) gather('', each, 1)
  const { capability } = run.input
  const quotes = [
    ...(isSingle && typeof capability === 'string' ? [shorten(capability, LONGEST)] : []),
    ...[...told].map(([name, text]) => `${shorten(name, LONGEST)}: ${shorten(text, LONGEST)}`),
  ]
  return quotes.flatMap((text, index) => [
    ...(index === 0 ? [] : [{ kind: 'author' as const, text: ' ' }]),
    { kind: 'quote' as const, text },
  ])
}

function hasSteps({ states }: Definition): boolean {
  return Object.values(states).some(({ transitions }) =>
    Object.values(transitions).some(({ step }) => step !== undefined),
  )
}

function attentionOf({ run, pending, unwritten, undoUnsaved }: RunFacts): RunSummary['attention'] {
  switch (waitCauseOf(run, unwritten).kind) {
    case 'ended':
      return null
    case 'verdict':
      return 'interrupted'
    case 'database':
      return 'unwritten'
    case 'step':
    case 'engine':
    case 'child':
      return 'executing'
    case 'move':
      if (undoUnsaved) return 'unwritten'
      if (pending.some(({ status }) => status === 'pending')) return 'needs_person'
      return run.failure === null ? null : 'failed'
  }
}

function waitingFor(facts: RunFacts): string | null {
  const { pauses } = facts
  const cause = waitCauseOf(facts.run, facts.unwritten)
  switch (cause.kind) {
    case 'ended':
      return null
    case 'verdict':
      return `a person, to say whether ${nameStep(facts, cause.transition)} happened`
    case 'database':
      return awaitedToWrite(nameStep(facts, cause.unwritten.transition), cause.unwritten.what)
    case 'step': {
      const step = nameStep(facts, cause.claim.transition)
      return awaitedInPause(step, pauses) ?? `${step}, which is running`
    }
    case 'child':
      return `the run that ${nameStep(facts, cause.step.transition)} has started`
    case 'engine':
      return 'Countersign, which is about to go on'
    case 'move':
      return nextMove(facts)
  }
}

function nextMove(facts: RunFacts): string {
  const { run, definition, pending, undoUnsaved } = facts
  if (undoUnsaved) return 'its database: that a decision was taken back cannot be written down yet'
  if (pending.some(({ status }) => status === 'scheduled'))
    return 'its time: what was decided runs in a moment'
  const [oldest] = pending
  if (oldest !== undefined) return oldest.queue === null ? 'a person' : `a person (queue ${oldest.queue})`
  const transitions = Object.values(definition === null ? {} : transitionsAt(definition, run.state))
  if (transitions.some(({ actor }) => actor === 'agent') || isSingleCall(run.definitionId)) return 'the agent'
  const recovery = run.failure?.recovery
  if (recovery !== undefined) return `somebody to try ${nameStep(facts, recovery.transition)} again`
  return 'nobody: nothing leads out of this state'
}

/** A call is named by its tool: its title may be a server's own words (R5.9). */
function nameStep({ run, definition }: RunFacts, name: string): string {
  if (name === RETRY_ON_TIMEOUT) return 'the step of its timeout'
  if (name === RETRY_ON_ENTER) return `the step on entering ‘${nameState(definition, run.state)}’`
  if (isSingleCall(run.definitionId)) return `‘${name}’`
  return `‘${transitionTitle(definition === null ? null : transitionOf(definition, run.state, name), name)}’`
}

/** As its author calls it, else its name made readable. */
function nameState(definition: Definition | null, state: string): string {
  return definition === null ? readableTitle(state) : capitalize(stateTitle(definition, state))
}
