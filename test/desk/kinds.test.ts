/** What must be said of every kind of item, also of one that nobody has written a test for yet. */
import { describe, expect, it } from 'vitest'
import { sayEvent } from '../../src/main/desk/events/texts.ts'
import { describeOwnDecision } from '../../src/main/desk/inbox/decide.ts'
import { closedBecause, describeItem, itemView } from '../../src/main/desk/items/items.ts'
import type { About, RunFacts } from '../../src/main/desk/items/kind.ts'
import { notYetInForce, sayEffect } from '../../src/main/desk/items/subject.ts'
import type { AuditPayloads } from '../../src/main/model/audit-event.ts'
import {
  INBOX_ITEMS,
  type InboxItem,
  ITEM_KINDS,
  type ItemKind,
  type ItemSubject,
  type ItemSubjects,
  kindOfItem,
  type StoredSubject,
  SUBJECT_KINDS,
} from '../../src/main/model/item.ts'
import { NONE_MISSING } from '../../src/main/workflow/gates/gates.ts'
import { subjectName } from '../../src/main/workflow/items/items.ts'
import { at, definition, run, subjectItem } from '../store/samples.ts'
import { SAMPLES, SUBJECTS } from '../support/items.ts'

/** Its run and definition are lost: what is said rests on the kind alone. */
const ABOUT: About = {
  run: null,
  definition: null,
  queues: {},
  people: {},
  isOpen: true,
  unwritten: null,
  unsavedUndo: null,
  holder: null,
  standing: null,
  serverTitle: (connection) => connection,
  gatesBefore: () => [],
}

/** Its run rests, and its definition is at hand. */
const KNOWN: RunFacts = { ...ABOUT, run: run(), definition: definition() }

function decided(kind: ItemKind, outcome: string, status: 'approved' | 'refused'): InboxItem {
  const decision = {
    by: 'human:anna',
    at: at(1),
    outcome,
    comment: '',
    arguments: {},
    seen: 'seen',
    runsAt: null,
  }
  return { ...SAMPLES[kind], status, decision }
}

function sayOf<Type extends 'human.approval.requested' | 'human.approval.decided'>(
  eventType: Type,
  payload: Partial<AuditPayloads[Type]>,
): string {
  const event = { id: 'ev_1', timestamp: at(1), actor: 'human:anna', workflowId: null, correlationId: 'co_1' }
  return sayEvent({ ...event, eventType, payload, titled: new Set(), refused: false } as never).text
}

/** Names of the engine have no place in a sentence for people. */
const ENGINE_WORD = /_|“|undefined|null/

describe.each(ITEM_KINDS)('an item of the kind %s [desk.kinds]', (kind) => {
  it('is asked about in the log without the name of its kind', () => {
    const text = sayOf('human.approval.requested', { kind })
    expect(text).toMatch(/^A person was asked .+\.$/)
    expect(text).not.toMatch(ENGINE_WORD)
  })

  it('says what became of it when nobody decided', () => {
    expect(itemView({ kind }).withdrawn).toMatch(/^Withdrawn: .+\.$/)
  })

  it('has a card with a title, a reason and a risk', () => {
    expect(SAMPLES[kind].kind).toBe(kind)
    const card = describeItem(SAMPLES[kind], ABOUT)
    expect(card.sentence.map(({ text }) => text).join('')).not.toBe('')
    expect(card.because).toMatch(/\.$/)
    expect(card.riskReason).toMatch(/\.$/)
  })

  it('says of each of its own buttons what it does, and how risky that is', () => {
    const isSubject = SUBJECT_KINDS.some((each) => each === kind)
    const own = kindOfItem(kind)?.outcomes ?? []
    const outcomes = itemView({ kind }).outcomes(SAMPLES[kind], KNOWN)
    for (const { sentence, riskReason, risk, confirm } of outcomes) {
      expect(sentence.map(({ text }) => text).join('')).toMatch(/^[A-Z]/)
      expect(riskReason).toMatch(/\.$/)
      expect(confirm || risk !== 'high').toBe(true)
    }
    expect(outcomes.map(({ name }) => name)).toEqual(expect.arrayContaining([...own]))
    expect(Object.keys(itemView({ kind }).buttons)).toEqual(expect.arrayContaining([...own]))
    if (!isSubject) return
    // What stands beside the button: whole sentences, and no two the same.
    const effects = outcomes.map(sayEffect)
    for (const effect of effects) expect(effect).toMatch(/^[A-Z].*\.$/)
    expect(new Set(effects).size).toBe(own.length)
  })

  const buttons = Object.entries(itemView({ kind }).buttons)
  if (buttons.length > 0)
    it.each(buttons)('names its button for %s wherever it was pressed', (outcome, { label, tone, done }) => {
      expect(label).not.toBe(outcome)
      expect(done).toMatch(/^[A-Z].*\.$/)
      const status = tone === 'approve' ? 'approved' : 'refused'
      const item = decided(kind, outcome, status)
      expect(describeItem(item, ABOUT).decision).toMatchObject({ outcome, label, tone })
      expect(closedBecause(item, ABOUT)).toContain(`‘${label}’`)
      expect(describeOwnDecision(item, NONE_MISSING, null)).toBe(done)
      const text = sayOf('human.approval.decided', { kind, outcome, status })
      expect(text).toBe(`anna chose ‘${label}’.`)
      const about = { kind, outcome, transition: 'pay', status: 'scheduled' } as const
      expect(sayOf('human.approval.decided', about)).toBe(
        `anna chose ‘${label}’ for “pay”, to run when the time to undo is over.`,
      )
    })
})

it.each(SUBJECT_KINDS)(
  'an item of the kind %s names what it is about on its card and in the log [desk.kinds]',
  (kind) => {
    const item = SAMPLES[kind]
    const { sentence, because } = describeItem(item, ABOUT)
    for (const { text } of sentence) expect(text).not.toBe('')
    const said = [because, ...sentence.map(({ text }) => text)].join(' ')
    const { path, connection, name } = SUBJECTS[kind] as { path?: string; connection?: string; name?: string }
    expect(said).toContain(path ?? connection ?? name)
    expect(said).not.toMatch(/undefined|null|NaN|““|“”|‘’/)
    expect(subjectName(item)).not.toBeNull()
  },
)

it.each(SUBJECT_KINDS)(
  'an item of the kind %s is not told as done before that is carried out [store.approved-full]',
  (kind) => {
    const [lets = ''] = INBOX_ITEMS[kind].outcomes
    const untold = { ...decided(kind, lets, 'approved'), untold: true } as InboxItem
    // The call that waits for an answer gets it at once, or has ended.
    const isOfCall = kindOfItem(kind)?.endsWithGateway === true
    expect(notYetInForce(untold)).toEqual(isOfCall ? null : expect.stringContaining('it is not in force'))
    expect(notYetInForce({ ...untold, untold: false } as InboxItem)).toBeNull()
  },
)

it('what a card reads is what whoever asks has written, or does not compile [desk.subject-fields]', () => {
  const { subject } = SAMPLES.tool_change as StoredSubject<'tool_change'>
  // @ts-expect-error Nobody writes it: the card would be silent about it for ever.
  expect(subject.reason).toBeUndefined()
  // @ts-expect-error The card would not say what the tool is called.
  const asked: ItemSubjects['tool_change'] = { ...SUBJECTS.tool_change, tool: undefined }
  expect(asked.connection).toBe('shop')
})

it('what is asked about no run has a name for the log, or does not compile [screens.event-subject]', () => {
  const named: ItemSubject[] = [{ connection: 'shop', tool: 'pay' }, { name: 'disk' }, { path: '/a.yaml' }]
  const items = named.map((subject) => ({ ...subjectItem(), subject }))
  expect(items.map(subjectName)).toEqual(['shop: pay', 'disk', '/a.yaml'])
  // @ts-expect-error The log would say that somebody chose something, and of nothing in particular.
  const nameless: ItemSubject = { free: 5 }
  expect(subjectName({ ...subjectItem(), subject: nameless })).toBeNull()
})
