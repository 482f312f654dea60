/**
 * From a press to what came of it, for one item and for several: whether it counts, what is asked before it is sent,
 * and what is told. It carries the hashes of what is on screen (R5.2). May import: anything below it.
 */
import type {
  InboxDetail,
  ItemCard,
  ManyPreview,
  ManyResult,
  Outcome,
  ReplyOf,
} from '../../../preload/contract.ts'
import { DeskError } from '../../gateway.ts'
import { speakCard } from '../../items/sentence.tsx'
import { callQuery, type Gateway, sendCall } from '../../queries.ts'
import { announce } from '../../ui/feedback/announcer.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { offerLink } from '../../ui/feedback/toast-button.tsx'
import { words } from '../../words.ts'
import { waitsForSight } from './card/use-sight.ts'
import { dockWords } from './dock/dock-words.ts'
import { assignKeys } from './dock/outcome-keys.ts'
import type { Previews } from './dock/use-previews.ts'
import { noteSent } from './dock/writing.ts'
import { takeTurn, tell } from './list/browse.ts'
import { listWords } from './list/list-words.ts'
import { sayResults } from './many/many-results.tsx'
import { changeCard, changeMany, type FollowUp, type PressStage, useInbox } from './state.ts'
import { follow, isAtDesk, isOpen, toastOf } from './undo/follow-ups.ts'
import { offerUndo } from './undo/undo-button.tsx'

/** Milliseconds after the appearance of an item in which no input counts. */
export const TOO_SOON_MS = 400

export interface Press {
  source: 'key' | 'pointer'
  /** The item has been on screen, unchanged, for longer than `TOO_SOON_MS`, and nothing is being sent. */
  ready: boolean
  /** The focus was inside the item before this press, or an earlier press armed this very outcome. */
  focused: boolean
  /** All that the outcome would run was in view to its end, or it runs nothing. */
  seen: boolean
  /** The person's values for this outcome are complete. */
  complete: boolean
  /** The outcome wants a second, different gesture. */
  confirm: boolean
}

/** `ignore` nothing · `read` what it would run · `arm` focus the outcome · `complete` go to the missing values · `confirm` ask again · `decide`. */
export type Verdict = 'ignore' | 'read' | 'arm' | 'complete' | 'confirm' | 'decide'

/**
 * Whether a press counts: never within the first moments of an item, never by the first key
 * press on an item that was not in focus, never without the second gesture where one is asked for. Pure.
 */
export function judgePress(press: Press): Verdict {
  if (!press.ready) return 'ignore'
  if (press.source === 'key' && !press.focused) return 'arm'
  if (!press.complete) return 'complete'
  if (!press.seen) return 'read'
  return press.confirm ? 'confirm' : 'decide'
}

/** The open item as it is drawn, and what only the page knows of it. */
export interface ItemScreen {
  item: InboxDetail
  previews: Previews
  /** The key of each outcome, by its name. */
  keys: ReadonlyMap<string, string>
  /** It has been like this for long enough. Also right after a change that is not drawn yet. */
  isSettled(): boolean
  hasFocus(): boolean
  /** False: in a narrow window the list has its place. */
  isShown(): boolean
  /** All that the person has typed for the outcome is a value. */
  isReadable(outcome: string): boolean
  /** Whether what the outcome leads to is in sight; where it is not, it is from now on. */
  bringInSight(outcome: string): boolean
  focusUnread(): void
  focusForm(outcome: string): void
  focusItem(): void
  /** What was open is decided. */
  leave(): void
}

export function pressOutcome(
  gateway: Gateway,
  screen: ItemScreen,
  name: string,
  source: Press['source'],
): void {
  const { card } = useInbox.getState()
  const { item, previews, keys } = screen
  const outcome = item.outcomes.find((candidate) => candidate.name === name)
  const preview = previews.get(name)
  if (outcome === undefined || preview?.data === undefined) return
  const { press } = card
  const arm = (said: string, more: Pick<PressStage, 'isShown'> = {}) => {
    changeCard({ press: { outcome: name, step: 'arm', ...more } })
    announce(said)
  }
  // What is out of sight is shown, however short a moment ago it came: no press counts for it yet.
  if (!screen.isShown() && press?.step !== 'send') {
    screen.focusItem()
    arm(words.inbox.pressAgain(keys.get(name) ?? '', outcome.label))
    return
  }
  const seen = !waitsForSight(card, item, outcome, preview.data)
  const verdict = judgePress({
    source,
    seen,
    ready: screen.isSettled() && press?.step !== 'send' && preview.current,
    focused: press?.step === 'arm' ? press.outcome === name : screen.hasFocus() && !card.moved,
    complete: preview.data.problems.length === 0 && screen.isReadable(name),
    confirm: outcome.confirm,
  })
  if (verdict === 'read') {
    screen.focusUnread()
    announce(dockWords.waits(outcome.label))
  } else if (verdict === 'arm')
    arm(seen ? words.inbox.pressAgain(keys.get(name) ?? '', outcome.label) : dockWords.waits(outcome.label))
  else if (verdict === 'complete') screen.focusForm(name)
  else if (verdict === 'ignore') return
  else if (!(press?.outcome === name && press.isShown) && !screen.bringInSight(name))
    arm(words.inbox.readFirst(outcome.label), { isShown: true })
  else if (verdict === 'confirm') changeCard({ press: { outcome: name, step: 'confirm' } })
  else chooseOutcome(gateway, screen, outcome)
}

/** Once it is confirmed, where that is asked for. */
export function chooseOutcome(gateway: Gateway, screen: ItemScreen, outcome: Outcome): void {
  if (screen.item.needsProof && outcome.risk === 'high')
    changeCard({ press: { outcome: outcome.name, step: 'prove' } })
  else void decideItem(gateway, screen, outcome)
}

/** Once the person has proved who they are, where that is asked for. */
export async function decideItem(gateway: Gateway, screen: ItemScreen, outcome: Outcome): Promise<void> {
  const { card } = useInbox.getState()
  const { item, previews } = screen
  const { label, name } = outcome
  const preview = previews.get(name)?.data
  if (card.press?.step === 'send') return
  changeCard({ press: null })
  if (preview === undefined) return
  changeCard({ press: { outcome: name, step: 'send' }, notice: null })
  await carryOut(gateway, label, {
    async send() {
      const reply = await sendCall(gateway, 'inbox.decide', {
        id: item.id,
        outcome: name,
        arguments: card.answers[name] ?? outcome.arguments,
        comment: card.comment.trim(),
        hash: preview.hash,
      })
      noteSent(card, reply.item)
      return { results: [resultOf(reply)], message: reply.message }
    },
    isHere: () => useInbox.getState().card.key === card.key,
    listsResults: false,
    end() {
      changeCard({ press: null })
      screen.leave()
    },
    stay(fault) {
      if (fault.code === 'NEEDS_PROOF') {
        changeCard({ press: { outcome: name, step: 'prove' } })
        return
      }
      screen.focusItem()
      const tooLate = fault.code === 'ALREADY_DECIDED'
      changeCard({
        press: null,
        refusals: useInbox.getState().card.refusals + 1,
        notice: {
          tone: fault.code === 'SEEN_CHANGED' ? 'needs' : 'failed',
          // How it had ended stands below.
          text: tooLate ? words.inbox.tooLate(label) : sayUndecided(label, fault),
          tooLate,
        },
      })
    },
    tellUndecided(fault) {
      const text = fault.code === 'SEEN_CHANGED' ? fault.message : sayUndecided(label, fault)
      announce(text)
      offerLink(speakCard(item), {
        id: toastOf(item.id),
        detail: text,
        label: words.inbox.openItem,
        href: `#/inbox/${encodeURIComponent(item.id)}`,
      })
    },
  })
}

/** Why these cannot be decided together; null: they can. Pure. */
export function whyApart(items: readonly ItemCard[]): string | null {
  const [first] = items
  if (first === undefined) return null
  if (items.some(({ alike }) => alike !== first.alike)) return listWords.notAlike
  if (first.alike !== null) return null
  return items.length === 1 ? listWords.onlyByItself : listWords.onlyByThemselves
}

/**
 * An outcome by its name or its key, for all that is selected when its turn comes: shows the list of them, or says
 * why not.
 */
export function pressSelected({ bridge, queries }: Gateway, by: { name: string } | { key: string }): void {
  takeTurn(async () => {
    const items = [...useInbox.getState().list.picked.values()]
    const [first] = items
    const why = whyApart(items)
    if (first === undefined) return () => undefined
    if (why !== null) return () => tell(`${why} ${listWords.clearFirst}`)
    const { outcomes } = await queries.fetchQuery(callQuery(bridge, 'inbox.item', { id: first.id }))
    const keys = assignKeys(outcomes)
    const outcome = outcomes.find(({ name }) => ('key' in by ? keys.get(name) === by.key : name === by.name))
    return () => {
      if (outcome === undefined) tell('key' in by ? listWords.noOutcome(by.key) : listWords.noSuchOutcome)
      else
        openMany(
          items.map(({ id }) => id),
          outcome,
        )
    }
  })
}

/** Asks what one outcome would do to these. */
export function openMany(ids: string[], outcome: Outcome): void {
  const many = {
    key: Symbol(outcome.name),
    ids,
    outcome,
    step: 'list',
    comment: '',
    read: null,
    batch: crypto.randomUUID(),
  } as const
  useInbox.setState({ many: { ...many, taken: null, results: [], fault: null } })
}

/** Decides all that can be decided of what is `shown`. `leave` is told which of them were, while it is on screen. */
export async function decideMany(
  gateway: Gateway,
  shown: ManyPreview,
  leave: (ids: string[]) => void,
): Promise<void> {
  const { many } = useInbox.getState()
  if (many === null || many.step === 'send') return
  const { label, name } = many.outcome
  changeMany({ step: 'send', taken: shown, fault: null })
  await carryOut(gateway, label, {
    async send() {
      const { results } = await sendCall(gateway, 'inbox.decideMany', {
        outcome: name,
        comment: many.comment.trim(),
        items: hashesOf(shown),
        batch: many.batch,
      })
      announce(sayResults(results))
      return { results, message: sayResults(results) }
    },
    isHere: () => useInbox.getState().many?.key === many.key,
    listsResults: true,
    end(results) {
      changeMany({ step: 'done', results })
      leave(results.filter(({ ok }) => ok).map(({ id }) => id))
    },
    stay(fault) {
      const step = fault.code === 'NEEDS_PROOF' ? 'prove' : 'list'
      changeMany({ step, taken: null, fault: sayManyUndecided(label, fault) })
    },
    tellUndecided: (fault) => showToast(label, { tone: 'failed', detail: sayManyUndecided(label, fault) }),
  })
}

/** Of each that can be decided like this, what was on screen. Pure. */
export function hashesOf({ items }: Pick<ManyPreview, 'items'>): { id: string; hash: string }[] {
  return items.flatMap(({ item, preview }) => (preview === null ? [] : [{ id: item.id, hash: preview.hash }]))
}

/** Where a decision was made: the open item, or the list of several. */
interface Origin {
  send(): Promise<{ results: ManyResult[]; message: string }>
  /** Whether it is still on screen. */
  isHere(): boolean
  /** As long as it is on screen, it tells itself what came of each. */
  listsResults: boolean
  end(results: ManyResult[]): void
  stay(fault: DeskError): void
  /** To somebody who looks at something else by now. */
  tellUndecided(fault: DeskError): void
}

/** The answer may take as long as what runs: whoever looks at something else by then is told all the same. */
async function carryOut(gateway: Gateway, label: string, origin: Origin): Promise<void> {
  const { you } = useInbox.getState()
  try {
    const { results, message } = await origin.send()
    if (isAtDesk(gateway, you)) {
      const followUp = followUpOf(label, message, results)
      if (followUp !== null) follow(followUp)
      if (!origin.listsResults || !origin.isHere()) tellResults(label, message, results)
    }
    if (origin.isHere()) origin.end(results)
  } catch (fault) {
    if (!(fault instanceof DeskError)) throw fault
    if (origin.isHere()) origin.stay(fault)
    else if (isAtDesk(gateway, you)) origin.tellUndecided(fault)
    void gateway.queries.invalidateQueries({
      predicate: ({ queryKey }) => typeof queryKey[0] === 'string' && queryKey[0].startsWith('inbox.'),
    })
  }
}

function resultOf({ item, message, failed, goesOn }: ReplyOf<'inbox.decide'>): ManyResult {
  const { decision, status } = item
  const runsAt = status === 'scheduled' ? (decision?.runsAt ?? null) : null
  const window =
    decision === null || runsAt === null
      ? null
      : { revision: decision.revision, decidedAt: decision.at, runsAt }
  return { id: item.id, ok: true, message, failed, goesOn, missing: { people: 0, atLeast: false }, window }
}

/** Null: all of it is over. */
function followUpOf(label: string, message: string, results: readonly ManyResult[]): FollowUp | null {
  const done = results.filter(({ ok }) => ok)
  const items = done.flatMap(({ id, window, goesOn }) => {
    if (window !== null) return [{ id, ...window }]
    // It cannot be taken back; what becomes of it is told all the same.
    const at = new Date().toISOString()
    return goesOn ? [{ id, revision: 0, decidedAt: at, runsAt: at }] : []
  })
  const [first] = items
  if (first === undefined) return null
  const failed = done.filter((result) => result.failed).length
  return { key: first.id, items, total: done.length, failed, told: { label, message } }
}

/** In a toast, with the way back; once they were read in a list only while there is one. */
export function tellResults(
  label: string,
  message: string,
  results: readonly ManyResult[],
  areRead = false,
): void {
  const { followUps } = useInbox.getState()
  const followUp = followUps.find(({ items }) =>
    items.some(({ id }) => results.some((result) => result.id === id)),
  )
  const [first] = results
  if (followUp !== undefined && isOpen(followUp)) offerUndo({ ...followUp, told: { label, message } })
  else if (!areRead && first !== undefined) {
    const tone = results.every(({ ok, failed }) => ok && !failed) ? 'done' : 'failed'
    showToast(label, { id: toastOf(first.id), tone, detail: message })
  }
}

/** Why a press did not decide, in one piece for a notice beside the buttons, or for a toast. Pure. */
function sayUndecided(label: string, { code, message }: Pick<DeskError, 'code' | 'message'>): string {
  if (code === 'SEEN_CHANGED') return words.inbox.changedTitle
  // The connection broke on the way there, or on the way back.
  if (code === 'OFFLINE') return words.inbox.unknownIfDecided(label)
  return `${code === 'ALREADY_DECIDED' ? words.inbox.tooLate(label) : words.inbox.notDecided} ${message}`
}

/** The same where several were sent: some may have been decided. Pure. */
function sayManyUndecided(label: string, fault: Pick<DeskError, 'code' | 'message'>): string {
  return fault.code === 'OFFLINE' ? listWords.many.unknownIfDecided(label) : sayUndecided(label, fault)
}
