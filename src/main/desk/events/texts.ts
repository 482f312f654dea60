/** What each kind of audit event says to a person; the compiler insists on every kind. May import: model. */

import type { AuditEventType } from '../../model/audit-event.ts'
import { ITEM_KINDS } from '../../model/item.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts'
import { kindNamed } from '../../workflow/executors/executors.ts'
import { countPeople } from '../../workflow/gates/gates.ts'
import { isSingleCall } from '../../workflow/proxy.ts'
import { sayInUtc } from '../../workflow/wording/in-utc.ts'
import { capitalize } from '../../workflow/wording/sentence.ts'
import { duration } from '../../workflow/wording/waiting.ts'
import { itemView, ownButton } from '../items/items.ts'
import { type Button, type ItemView, toDecide } from '../items/kind.ts'
import { DESK_TEXTS } from './desk-texts.ts'
import { SETTINGS_TEXTS } from './settings-texts.ts'
import { type EventText, type EventTexts, field, name, subject, type TitledEvent } from './words.ts'

type Texts = EventTexts<AuditEventType>

const RUNS: Pick<
  Texts,
  Extract<AuditEventType, `workflow.${string}` | `chain.${string}` | `sub_workflow.${string}`>
> = {
  'workflow.started': (event) => ({ text: `${subject(event.actor)} ${startedWhat(event)}.` }),
  'workflow.transitioned': (event) =>
    event.payload.onEnter === true
      ? { text: `What entering ${name(event, 'toState', 'the state')} does is done.`, quiet: true }
      : {
          text: `${subject(event.actor)} ${event.actor === 'engine' ? 'went on with' : 'took'} ${way(event)}.`,
        },
  'workflow.completed': (event) =>
    event.refused
      ? { text: `It was refused, and ended in ${name(event, 'state', 'its last state')}.` }
      : { text: `It ended in ${name(event, 'state', 'its last state')}.`, tone: 'good' },
  'workflow.timed_out': (event) => ({
    text: `Its deadline passed in ${name(event, 'fromState', 'its state')}; it is now in ${name(event, 'toState', 'its last state')}.`,
    tone: 'bad',
  }),
  'workflow.cancelled': (event) => ({
    text: `${subject(event.actor)} cancelled it in ${name(event, 'state', 'its state')}.`,
    quote: field(event, 'reason'),
    tone: 'bad',
  }),
  'workflow.interrupted': (event) => ({
    text: `${name(event, 'transition')} was cut off while it ran. Whether it happened is not known.`,
    tone: 'bad',
  }),
  'sub_workflow.started': (event) => ({
    text: `${name(event, 'transition')} runs ${name(event, 'definitionId', 'another workflow')} and waits for it.`,
  }),
  'sub_workflow.completed': (event) => ({
    text: `${name(event, 'definitionId', 'The other workflow')} ended in ${name(event, 'state', 'its last state')}.`,
    tone: 'good',
  }),
  'sub_workflow.failed': (event) => ({
    text: `${name(event, 'definitionId', 'The other workflow')}, which ${name(event, 'transition')} waited for, did not succeed.`,
    quote: field(event, 'message'),
    tone: 'bad',
  }),
  'chain.step': (event) => ({ text: `${name(event, 'transition')} ran by itself.`, quiet: true }),
  'chain.completed': (event) => ({
    text: `The steps that run by themselves are done; it rests in ${name(event, 'state', 'its state')}.`,
    quiet: true,
  }),
  'chain.failed': (event) => ({
    text: `It could not go on by itself: ${name(event, 'transition')} stopped.`,
    quote: field(event, 'message'),
    tone: 'bad',
  }),
}

function ruleOf({ payload }: TitledEvent<'gate.excepted'>): string {
  return payload.rule?.join('; ') ?? ''
}

const STEPS: Pick<
  Texts,
  Extract<
    AuditEventType,
    | `transition.${string}`
    | `guard.${string}`
    | `gate.${string}`
    | `executor.${string}`
    | `fallback.${string}`
  >
> = {
  'transition.requested': (event) => ({
    text: `${subject(event.actor)} asked for ${name(event, 'transition')}.`,
    quiet: true,
  }),
  'transition.rejected': (event) => ({
    text:
      field(event, 'transition') === ''
        ? `${subject(event.actor)} could not start ${name(event, 'definitionId', 'a workflow')}.`
        : isVerdict(event)
          ? `${name(event, 'transition')} was refused${verdict(event)}.`
          : `${subject(event.actor)} was refused ${name(event, 'transition')}${code(event)}.`,
    quote: field(event, 'message'),
    tone: 'bad',
    // What was decided, or that nobody did, stands before it, as an entry of its own.
    quiet: ['APPROVAL_DENIED', 'APPROVAL_TIMED_OUT'].includes(field(event, 'code')),
  }),
  'transition.branched': (event) => ({
    text: `The result of ${name(event, 'transition')} led to ${name(event, 'target', 'another state')}.`,
    quiet: true,
  }),
  'guard.evaluated': (event) =>
    event.payload.passed === true
      ? {
          text: `The guard ${name(event, 'guard', 'of the step')} passed.`,
          quote: field(event, 'reason'),
          quiet: true,
        }
      : {
          text: `The guard ${name(event, 'guard', 'of the step')} failed.`,
          quote: field(event, 'reason'),
          tone: 'bad',
        },
  'gate.excepted': (event) => ({
    text: `${name(event, 'transition')} ran without asking: an exception to its approval (${field(event, 'gate')}) holds until ${sayInUtc(field(event, 'until'))}.`,
    quote: ruleOf(event),
  }),
  'executor.started': (event) => ({
    text: `${name(event, 'transition')} began: ${calledWhat(event)}.`,
    quiet: true,
  }),
  'executor.succeeded': (event) => ({
    text: `${name(event, 'transition')} ran and succeeded.`,
    tone: 'good',
  }),
  'executor.retrying': (event) => ({
    text: `${name(event, 'transition')}${branch(event)} failed and is tried again${attempts(event)}${mayHave(event)}.`,
    quote: field(event, 'message'),
  }),
  'executor.failed': (event) => ({
    text: `${name(event, 'transition')} failed${mayHave(event)}.`,
    quote: field(event, 'message'),
    tone: 'bad',
  }),
  'fallback.selected': (event) => ({
    text: `${name(event, 'transition')}${branch(event)} failed${event.payload.uncertain === true ? '' : ' for good'}${mayHave(event)}; another way is taken instead${instead(event)}.`,
    quote: field(event, 'message'),
  }),
}

const PEOPLE: Pick<
  Texts,
  Extract<
    AuditEventType,
    `${'human' | 'session' | 'person' | 'client' | 'registry' | 'secret' | 'data' | 'workspace' | 'traffic' | 'trial'}.${string}`
  >
> = {
  'human.approval.requested': (event) => ({
    text: `A person was asked ${askedWhat(event)}${at(event, 'about', ': ')}${at(event, 'queue', ', queue ')}.`,
    tone: 'person',
  }),
  'human.approval.decided': (event) => ({
    text:
      event.payload.status === 'pending'
        ? `${subject(event.actor)} approved${at(event, 'transition', ' ')}; ${stillMissing(event)} must approve as well.`
        : `${subject(event.actor)} chose ${chosenWhat(event)}${at(event, event.payload.about === undefined ? 'transition' : 'about', ' for ')}${event.payload.status === 'scheduled' ? ', to run when the time to undo is over' : ''}.`,
    quote: field(event, 'comment'),
    tone: chosenTone(event),
  }),
  'human.approval.undone': (event) =>
    event.actor === 'engine'
      ? {
          text: `${capitalize(undoneWhat(event))} is asked again.`,
          quote: field(event, 'because'),
          tone: 'bad',
        }
      : {
          text: `${subject(event.actor)} took back ${undoneWhat(event)} before it ran.`,
          tone: 'person',
        },
  'human.approval.assigned': (event) => ({
    text:
      event.payload.to == null
        ? `${subject(event.actor)} gave the item back to everybody.`
        : `${subject(event.actor)} gave the item to ${subject(event.payload.to)}.`,
    tone: 'person',
  }),
  'human.approval.expired': (event) => ({
    text: `${field(event, 'because') || 'Nobody decided in time.'} Nothing was approved.`,
    tone: 'bad',
  }),
  'human.approval.withdrawn': (event) => ({
    text: 'The question to a person was withdrawn.',
    quote: field(event, 'because'),
    quiet: true,
  }),
  ...DESK_TEXTS,
  ...SETTINGS_TEXTS,
  'client.token_created': (event) => ({
    text: `${subject(event.actor)} made a token for the client ${name(event, 'client', 'that was named')}${event.payload.replaced === true ? '; the one before works no more' : ''}.`,
    tone: 'person',
  }),
  'client.token_revoked': (event) => ({
    text: `${subject(event.actor)} revoked the token of the client ${name(event, 'client', 'that was named')}.`,
    tone: 'person',
  }),
}

/** And whatever belongs to none of the others. */
const GATEWAY: Omit<Texts, keyof typeof RUNS | keyof typeof STEPS | keyof typeof PEOPLE> = {
  'server.initialized': () => ({ text: 'Countersign started.' }),
  'audit.pruned': () => ({ text: 'Old entries of the audit log were removed.', tone: 'person' }),
  'clock.changed': ({ payload: { milliseconds } }) => ({
    text:
      Number(milliseconds) < 0
        ? `The clock of this computer was set back by ${duration(-Number(milliseconds))}. What waits ends when it would have ended.`
        : `The clock of this computer went forward by ${duration(Number(milliseconds))}: it was set, or the computer slept.`,
  }),
  'capability.discovered': (event) => ({
    text: `The tools of ${name(event, 'connection', 'a server')} were listed.`,
    quiet: true,
  }),
  'capability.changed': (event) => ({
    text:
      field(event, 'tool') === ''
        ? `The tools of ${name(event, 'connection', 'a server')} changed.`
        : `${name(event, 'connection', 'A server')} ${event.payload.change === 'new' ? 'has a new tool,' : 'has changed its tool'} ${name(event, 'tool')}. It cannot be called until a person accepts it.`,
  }),
  'capability.discovery_failed': (event) => ({
    text: `The tools of ${name(event, 'connection', 'a server')} could not be listed.`,
    quote: field(event, 'message'),
    tone: 'bad',
  }),
  'config.reloaded': (event) => ({
    text:
      event.actor === 'engine'
        ? 'A change of the settings file that needs nobody’s approval came into force.'
        : `${subject(event.actor)} put the changed settings file into force.`,
    quote: changedWhat(event),
    tone: event.actor === 'engine' ? 'neutral' : 'person',
  }),
  'config.rejected': (event) => ({
    text: 'The changed settings file has errors; the rules from before stay in use.',
    quote: firstProblem(event),
    tone: 'bad',
  }),
  'search.performed': (event) => ({
    text: `${subject(event.actor)} searched the catalog.`,
    quote: field(event, 'query'),
    quiet: true,
  }),
  'search.profile_applied': (event) => ({
    text: `${subject(event.actor)} made search rank by the profile ${name(event, 'name', 'that was named')} instead of ${name(event, 'before', 'another')}.`,
    tone: 'person',
  }),
}

const EVENT_TEXTS: Texts = { ...RUNS, ...STEPS, ...PEOPLE, ...GATEWAY }

export function sayEvent<Type extends AuditEventType>(event: TitledEvent<Type>): EventText {
  return EVENT_TEXTS[event.eventType](event)
}

function startedWhat(event: TitledEvent<'workflow.started'>): string {
  if (field(event, 'capability') !== '') return `called ${name(event, 'capability')}`
  if (isSingleCall(field(event, 'definitionId'))) return 'opened a session'
  return `started ${name(event, 'definitionId', 'the workflow')}`
}

function way(event: TitledEvent<'workflow.transitioned'>): string {
  const [from, to] = [field(event, 'fromState'), field(event, 'toState')]
  const step = name(event, 'transition')
  if (from === to) return step
  return `${step}: from ${name(event, 'fromState', 'its state')} to ${name(event, 'toState', 'the next')}`
}

function mayHave({
  payload,
}: TitledEvent<'executor.failed' | 'executor.retrying' | 'fallback.selected'>): string {
  return payload.uncertain === true ? '; it may have taken effect all the same' : ''
}

function branch(event: TitledEvent<'executor.retrying' | 'fallback.selected'>): string {
  return at(event, 'branch', ' in the branch ')
}

/** The others stand with the entry. */
function firstProblem({ payload: { problems = [] } }: TitledEvent<'config.rejected'>): string {
  const [first] = problems
  return first === undefined ? '' : first.message
}

function changedWhat({ payload: { changes } }: TitledEvent<'config.reloaded'>): string {
  return Array.isArray(changes) ? changes.filter((each) => typeof each === 'string').join(' ') : ''
}

/** The payload counts the attempt that has failed. */
function attempts({ payload: { attempt, maxAttempts } }: TitledEvent<'executor.retrying'>): string {
  if (typeof attempt !== 'number' || typeof maxAttempts !== 'number') return ''
  return `: attempt ${attempt + 1} of ${maxAttempts}`
}

/** Then the actor is who refused it, or the gateway when nobody did, and not who asked. */
function isVerdict(event: TitledEvent<'transition.rejected'>): boolean {
  return field(event, 'code').startsWith('APPROVAL_') || event.actor === 'engine'
}

/** Who refused it, and why, is quoted below. */
function verdict(event: TitledEvent<'transition.rejected'>): string {
  switch (field(event, 'code')) {
    case 'APPROVAL_DENIED':
      return ''
    case 'APPROVAL_TIMED_OUT':
      return ', because nobody decided in time'
    default:
      return code(event)
  }
}

/** That it is for another actor is said in words below, and the first thing that a newcomer reads. */
function code(event: TitledEvent<'transition.rejected'>): string {
  const text = field(event, 'code')
  return text === '' || text === 'ACTOR_MISMATCH' ? '' : ` (${text})`
}

function stillMissing(event: TitledEvent<'human.approval.decided'>): string {
  const { missing = 0, atLeast = false } = event.payload
  return countPeople({ people: missing, atLeast }, 'other')
}

/** What was called, and what a person was asked, in the middle of a sentence about an event. */
function calledWhat({ payload }: TitledEvent<'executor.started'>): string {
  const { call } = payload
  return `it ${isJsonObject(call) ? does(call, payload.kind) : 'runs'}`
}

/** After what failed for good. */
function instead({ payload: { call } }: TitledEvent<'fallback.selected'>): string {
  return isJsonObject(call) ? `: it ${does(call, call.kind)}` : ''
}

/** By the literal call of the entry; `kind`: of a call that does not say it. */
function does(call: JsonObject, kind: JsonValue | undefined): string {
  return kindNamed(call.kind ?? kind)?.told(call) ?? 'runs'
}

function askedWhat(event: TitledEvent<'human.approval.requested'>): string {
  const step = (otherwise: string) => name(event, 'transition', otherwise)
  return viewOf(event)?.asked(step) ?? toDecide(step)
}

type DecisionEvent = TitledEvent<'human.approval.decided'>

/** The button by its label, or the transition that was fired. */
function chosenWhat(event: DecisionEvent): string {
  const button = buttonOf(event)
  return button === undefined ? name(event, 'outcome', 'an outcome') : `‘${button.label}’`
}

function chosenTone(event: DecisionEvent): NonNullable<EventText['tone']> {
  const tone = buttonOf(event)?.tone
  if (event.payload.status === 'refused') return tone === 'neutral' ? 'person' : 'bad'
  return tone === 'refuse' ? 'bad' : 'good'
}

function buttonOf(event: DecisionEvent): Button | undefined {
  return ownButton(field(event, 'outcome'), field(event, 'kind'))
}

/** Its entry does not say of which kind it was: what may be a button is not called a transition. */
function undoneWhat(event: TitledEvent<'human.approval.undone'>): string {
  const isButton = ownButton(field(event, 'outcome')) !== undefined
  return isButton ? 'the decision' : name(event, 'outcome', 'the decision')
}

/** Undefined for a kind that another version has written: its event is said all the same. */
function viewOf({ payload }: { payload: { kind?: string | undefined } }): ItemView | undefined {
  const kind = ITEM_KINDS.find((known) => known === payload.kind)
  return kind === undefined ? undefined : itemView({ kind })
}

/** A name of the payload with a word before it; nothing if it has none. */
function at<Payload>(
  event: { payload: Payload; titled: ReadonlySet<string> },
  key: keyof Payload & string,
  before: string,
): string {
  return field(event, key) === '' ? '' : `${before}${name(event, key)}`
}
