import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { InboxDetail, Outcome, ReplyOf } from '../../../../preload/contract.ts'
import type { DeskError } from '../../../gateway.ts'
import { useCall, useLink, useSend } from '../../../queries.ts'
import { announce } from '../../../ui/feedback/announcer.tsx'
import { words } from '../../../words.ts'
import type { Sight } from '../card/use-sight.ts'
import { useUndoable } from '../undo/undoable.ts'
import { dockWords } from './dock-words.ts'
import { judgePress, TOO_SOON_MS } from './press.ts'
import { isAtDesk, sayUndecided, tellDecision, tellUndecided } from './tell-decision.ts'
import type { OutcomePreview } from './use-previews.ts'
import { useSettling } from './use-settled-for.ts'

/** So much of what an outcome leads to must be in sight, in pixels: its first lines. */
const LEAST_SEEN = 40

export interface DecisionNotice {
  tone: 'needs' | 'failed'
  text: string
  /** The item had ended before the press. */
  tooLate: boolean
}

/**
 * The way from a press to a decision. It carries the hash of the preview that is on screen (R5.2); whatever moves
 * takes the buttons back to where they were when the item appeared.
 */
export function useDecision({
  item,
  sight,
  keys,
  previews,
  moves,
  arrived,
  answers,
  panel,
  isReadable,
  onMissing,
  onSent,
  onDecided,
}: {
  item: InboxDetail
  sight: Sight
  keys: Map<string, string>
  previews: Map<string, OutcomePreview>
  /** How many times something moved behind the buttons. */
  moves: number
  /** How many outcomes have told what they lead to: with each, the buttons may be elsewhere under the pointer. */
  arrived: number
  answers: Record<string, InboxDetail['input']>
  /** The item on screen: with the focus inside, the first key press counts. */
  panel: RefObject<HTMLElement | null>
  /** Whether all that the person has typed for it is a value. */
  isReadable: (outcome: string) => boolean
  onMissing: (outcome: string) => void
  /** The engine has it, with the comment and the values. */
  onSent: (item: ReplyOf<'inbox.decide'>['item']) => void
  onDecided: () => void
}) {
  const queries = useQueryClient()
  const send = useSend('inbox.decide')
  const { text: comment, write: setComment, discard } = useDraft(item.id)
  const [armed, setArmed] = useState<string | null>(null)
  const [confirming, setConfirming] = useState<string | null>(null)
  const [proving, setProving] = useState<string | null>(null)
  const [notice, setNotice] = useState<DecisionNotice | null>(null)
  const [refusals, setRefusals] = useState(0)
  // What was decided and is taken back appears anew.
  const appearance = `${item.id} ${item.status} ${item.closedBecause !== null} ${refusals} ${moves}`
  const { settled, isSettled } = useSettling(TOO_SOON_MS, `${appearance} ${arrived} ${sight.turns}`)
  // Without pushes nobody knows whether what is on screen still holds.
  const ready = useLink() && settled && !send.isPending

  // Once it has moved, having the focus says nothing about having seen it: a key arms first.
  const [known, setKnown] = useState(appearance)
  const [moved, setMoved] = useState(false)
  if (known !== appearance) {
    setKnown(appearance)
    setMoved(true)
    setArmed(null)
    setConfirming(null)
    setProving(null)
  }
  useFocusHome(panel, appearance)

  function press(name: string, source: 'key' | 'pointer'): void {
    const outcome = item.outcomes.find((candidate) => candidate.name === name)
    const preview = previews.get(name)
    if (outcome === undefined || preview?.data === undefined) return
    const inside = panel.current?.contains(document.activeElement) === true
    const verdict = judgePress({
      source,
      seen: !sight.waits(outcome),
      ready: ready && isSettled() && preview.current,
      focused: armed === null ? inside && !moved : armed === name,
      complete: preview.data.problems.length === 0 && isReadable(name),
      confirm: outcome.confirm,
    })
    if (verdict === 'read') {
      panel.current?.querySelector<HTMLElement>('[data-read-on]')?.focus()
      announce(dockWords.waits(outcome.label))
    } else if ((verdict === 'decide' || verdict === 'confirm') && !isShown(panel.current, name)) {
      setArmed(name)
      announce(words.inbox.readFirst(outcome.label))
    } else if (verdict === 'arm') {
      setArmed(name)
      announce(words.inbox.pressAgain(keys.get(name) ?? '', outcome.label))
    } else if (verdict === 'complete') onMissing(name)
    else if (verdict === 'confirm') setConfirming(name)
    else if (verdict === 'decide') decide(name)
  }

  function decide(name: string): void {
    const outcome = item.outcomes.find((candidate) => candidate.name === name)
    setConfirming(null)
    if (item.needsProof && outcome?.risk === 'high') setProving(name)
    else carryOut(name)
  }

  /** `decide` after the person has proved who they are, where that is asked for. */
  function carryOut(name: string): void {
    const preview = previews.get(name)?.data
    const outcome = item.outcomes.find((candidate) => candidate.name === name)
    setProving(null)
    if (preview === undefined || outcome === undefined || send.isPending) return
    setNotice(null)
    const { you } = useUndoable.getState()
    // The answer may take as long as what runs: whoever looks at something else by then is told all the same.
    send
      .mutateAsync({
        id: item.id,
        outcome: name,
        arguments: answers[name] ?? outcome.arguments,
        comment: comment.trim(),
        hash: preview.hash,
      })
      .then(
        (reply) => {
          // Whoever takes it back has their words again.
          if (reply.item.status !== 'scheduled') discard()
          onSent(reply.item)
          if (isAtDesk(queries, you)) tellDecision(outcome.label, reply)
          if (panel.current !== null) onDecided()
        },
        (fault: DeskError) => {
          if (panel.current !== null) stayUndecided(outcome, fault)
          else if (isAtDesk(queries, you)) tellUndecided(outcome.label, item, fault)
          void queries.invalidateQueries({
            predicate: ({ queryKey }) => typeof queryKey[0] === 'string' && queryKey[0].startsWith('inbox.'),
          })
        },
      )
  }

  function stayUndecided({ name, label }: Outcome, fault: DeskError): void {
    setArmed(null)
    if (fault.code === 'NEEDS_PROOF') {
      setProving(name)
      return
    }
    panel.current?.focus()
    setRefusals((count) => count + 1)
    const tooLate = fault.code === 'ALREADY_DECIDED'
    const tone = fault.code === 'SEEN_CHANGED' ? 'needs' : 'failed'
    // How it had ended stands below.
    setNotice({ tone, text: tooLate ? words.inbox.tooLate(label) : sayUndecided(label, fault), tooLate })
  }

  return {
    ready,
    busy: send.isPending,
    armed,
    disarm: () => setArmed(null),
    confirming,
    cancelConfirming: () => setConfirming(null),
    proving,
    cancelProving: () => setProving(null),
    notice,
    comment,
    setComment,
    unsent: sayUnsent(item, comment, send.isPending),
    press,
    decide,
    carryOut,
  }
}

/**
 * Whether what an outcome leads to is in sight; where it is not, it is from now on, and no press counts for it. In a
 * narrow window the buttons are in sight before it is.
 */
function isShown(panel: HTMLElement | null, name: string): boolean {
  const row = panel?.querySelector(`[data-leads="${CSS.escape(name)}"]`)
  if (panel == null || row == null) return true
  const frame = panel.getBoundingClientRect()
  const bar = panel.querySelector('[data-bar]')?.getBoundingClientRect().top ?? frame.bottom
  const { top, bottom } = row.getBoundingClientRect()
  const least = Math.min(bottom - top, LEAST_SEEN)
  if (Math.min(bottom, bar) - Math.max(top, frame.top) >= least) return true
  row.scrollIntoView({ block: 'end' })
  return false
}

/** The words that nobody got, of an item that has ended without them; otherwise none. */
function sayUnsent({ status, decision }: InboxDetail, comment: string, sending: boolean): string {
  const text = comment.trim()
  return sending || status === 'pending' || status === 'scheduled' || text === decision?.comment ? '' : text
}

export type DecisionState = ReturnType<typeof useDecision>

/**
 * Words that were written and not sent yet. They are kept for this person in this tab, so that a page which is loaded
 * again, after the gateway was started again too, still has them.
 */
function useDraft(id: string): { text: string; write: (text: string) => void; discard: () => void } {
  const { data } = useCall('people.list', {})
  const key = `countersign.draft ${data?.you ?? ''} ${id}`
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '')
  function discard(): void {
    sessionStorage.removeItem(key)
  }
  return {
    text,
    write(next) {
      setText(next)
      if (next === '') discard()
      else sessionStorage.setItem(key, next)
    },
    discard,
  }
}

// Keeps the focus in the item when what had it is switched off or goes away; otherwise it is nowhere.

/**
 * Whenever `appearance` changes. A button that decides gives the focus up even if it stays: a press that was on its
 * way belongs to what was on screen before. A field that is being filled in keeps it.
 */
function useFocusHome(panel: RefObject<HTMLElement | null>, appearance: string): void {
  const within = useRef(false)
  useEffect(() => {
    function follow({ target }: Event): void {
      if (!(target instanceof HTMLElement)) return
      within.current = panel.current?.contains(target) === true || target.closest('[data-layer]') !== null
    }
    document.addEventListener('focusin', follow)
    document.addEventListener('pointerdown', follow)
    return () => {
      document.removeEventListener('focusin', follow)
      document.removeEventListener('pointerdown', follow)
    }
  }, [panel])
  const before = useRef(appearance)
  useEffect(() => {
    if (before.current === appearance) return
    before.current = appearance
    if (!within.current) return
    function bringHome(): void {
      const { activeElement } = document
      if (activeElement === document.body || activeElement?.closest('[data-outcome]') != null)
        panel.current?.focus()
    }
    bringHome()
    // A dialog that closes gives the focus back, and a button that is switched off loses it, a moment later.
    const timer = setTimeout(bringHome, 100)
    return () => clearTimeout(timer)
  }, [panel, appearance])
}
