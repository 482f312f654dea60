/** On every screen: the key that takes back the latest press, and what else becomes of those that waited. */
import { useQueries } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { sayFailure } from '../../../../main/workflow/wording/quote.ts'
import type { InboxDetail } from '../../../../preload/contract.ts'
import { speakSentence } from '../../../items/sentence.tsx'
import { readWho, speakWho } from '../../../items/who.tsx'
import { callQuery, useBridge, useCall, useGateway } from '../../../queries.ts'
import { useDesk } from '../../../state.ts'
import { useKeys } from '../../../ui/controls/keys.ts'
import { announce } from '../../../ui/feedback/announcer.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { offerLink } from '../../../ui/feedback/toast-button.tsx'
import { speakText } from '../../../ui/text/visible-text.ts'
import { useNow } from '../../../ui/use-now.ts'
import { words } from '../../../words.ts'
import { dockWords } from '../dock/dock-words.ts'
import { listWords } from '../list/list-words.ts'
import { type FollowUp, type Undoable, useInbox } from '../state.ts'
import {
  beginFollowing,
  endOf,
  isLongOver,
  isOpen,
  isUndone,
  LONG_OVER_MS,
  moveFollowed,
  noteUndone,
  noteUnsaved,
  openItems,
  stopFollowing,
  toastOf,
} from './follow-ups.ts'
import { offerLateUndo, offerUndo, takeBack } from './undo-button.tsx'

/** So soon after its time something begins that need not wait for its turn. */
const BEGINS_WITHIN_MS = 500
/** Failures that a toast names. */
const NAMED = 3

export function UndoKeys() {
  const singleKeys = useDesk((desk) => desk.singleKeys)
  const gateway = useGateway()
  const followUps = useInbox((inbox) => inbox.followUps)
  const you = useCall('people.list', {}).data?.you ?? null
  useEffect(() => {
    if (you !== null) for (const followUp of beginFollowing(you)) offerUndo(followUp)
  }, [you])
  useSetClock(followUps.length > 0)
  useFollowed()
  useKeys(
    {
      z: () => {
        const latest = followUps.findLast(isOpen)
        if (latest) void takeBack(gateway, openItems(latest))
      },
    },
    { enabled: singleKeys && followUps.length > 0, overLayers: true },
  )
  return null
}

/** So soon a clock that was set is noticed; less than that is drift. */
const SET_MS = 1000

/** Somebody sets the clock, or the computer sleeps, while something can be taken back. */
function useSetClock(isFollowing: boolean): void {
  useEffect(() => {
    if (!isFollowing) return
    const read = () => Date.now() - performance.now()
    let origin = read()
    const timer = setInterval(() => {
      const by = Math.round(read() - origin)
      if (Math.abs(by) < SET_MS) return
      origin += by
      moveFollowed(by)
      for (const followUp of useInbox.getState().followUps) if (isOpen(followUp)) offerUndo(followUp)
    }, SET_MS / 2)
    return () => clearInterval(timer)
  }, [isFollowing])
}

/**
 * What somebody has taken back elsewhere is not offered here any more; what failed after its time is told: at once
 * where one item was decided, and when the last is over where several were.
 */
function useFollowed(): void {
  const bridge = useBridge()
  const you = useInbox((inbox) => inbox.you)
  const followUps = useInbox((inbox) => inbox.followUps)
  const takingBack = useInbox((inbox) => inbox.takingBack)
  const details = new Map(
    useQueries({
      queries: followUps.flatMap(({ items }) =>
        items.map(({ id }) => callQuery(bridge, 'inbox.item', { id })),
      ),
    }).flatMap(({ data }) => (data === undefined ? [] : [[data.id, data] as const])),
  )
  useLongOver(followUps)
  useLate(followUps, details)
  const known = useRef(new Set<string>())
  useEffect(() => {
    // What is not offered any more may be decided again; then it counts only once it is seen to wait for its time.
    for (const id of known.current)
      if (!followUps.some(({ items }) => items.some((item) => item.id === id))) known.current.delete(id)
    for (const followUp of followUps) {
      const items = followUp.items.flatMap(({ id }) => details.get(id) ?? [])
      for (const { id, status } of items) if (status === 'scheduled') known.current.add(id)
      tellUnsaved(followUp, items)
      const returned = takeReturned(followUp, items)
      if (returned.length > 0) tellReturned(followUp, returned)
      else if (followUp.total === 1) {
        const [item] = items
        if (item?.failed) tellFailed(followUp, item)
      } else if (isGroupOver(followUp, items)) {
        stopFollowing(followUp.items.map(({ id }) => id))
        tellGroup(followUp, items)
      }
    }
  })

  /** It was taken back elsewhere, and that cannot be saved: there is nothing to take back, and nothing is over. */
  function tellUnsaved({ key, items: followed }: FollowUp, items: readonly InboxDetail[]): void {
    const { undone } = useInbox.getState()
    const told = items.filter(
      ({ id, decision }) =>
        decision?.undoUnsaved &&
        !takingBack.includes(id) &&
        !isUndone({ id, revision: decision.revision }, undone),
    )
    const [first] = told
    if (first === undefined) return
    noteUnsaved(followed.filter(({ id }) => told.some((item) => item.id === id)))
    showToast(words.inbox.undoUnsaved, {
      id: toastOf(key, openItems({ items: followed }).length > 0),
      tone: 'failed',
      detail: first.closedBecause ?? '',
    })
  }

  /** What has come back since it was looked at last, each once. What is taken back here tells that itself, with its answer. */
  function takeReturned(followUp: FollowUp, items: readonly InboxDetail[]): InboxDetail[] {
    return items.filter(
      (item) =>
        ((item.status === 'pending' && item.returned) || isDecidedAnew(item, followUp)) &&
        !takingBack.includes(item.id) &&
        known.current.delete(item.id),
    )
  }

  function tellReturned(followUp: FollowUp, returned: readonly InboxDetail[]): void {
    const [first] = returned
    if (first === undefined) return
    noteUndone(followUp.items.filter(({ id }) => returned.some((item) => item.id === id)))
    // The notice of the press stays as long as it offers the way back of the others.
    const others = followUp.items.length > returned.length && isOpen(followUp)
    showToast(words.inbox.undone, {
      id: toastOf(others ? first.id : followUp.key, others),
      detail: sayReturned(first, you),
    })
  }

  function tellFailed(followUp: FollowUp, { id, failed, isSingleCall, definitionTitle }: InboxDetail): void {
    if (failed === null) return
    stopFollowing([id])
    announce(failed.text)
    // A step's name alone does not say whose it is.
    const where = isSingleCall ? [] : [`‘${speakText(definitionTitle)}’`]
    const said = failed.quote === null ? [] : [sayFailure(failed.quote)]
    showToast(failed.text, {
      id: toastOf(followUp.key),
      tone: 'failed',
      detail: [...where, ...said].join(': '),
    })
  }
}

function isGroupOver(followUp: FollowUp, items: readonly InboxDetail[]): boolean {
  if (isLongOver(followUp)) return true
  return items.length === followUp.items.length && items.every(isOver) && !isOpen(followUp)
}

/** It was taken back and decided anew elsewhere, before this window saw that it waited. */
function isDecidedAnew({ id, status, decision }: InboxDetail, { items }: FollowUp): boolean {
  const followed = items.find((item) => item.id === id)?.revision ?? 0
  return status === 'scheduled' && decision !== null && decision.revision > followed
}

/** Who took it back, or has decided since; where nobody took it back, why it came back. */
function sayReturned({ returned, decision }: InboxDetail, you: string | null): string {
  if (returned === null) {
    const name = speakWho(decision?.by ?? '')
    return name === you ? dockWords.anewByYou : dockWords.anewBy(name)
  }
  const who = readWho(returned.by)
  if (who.kind !== 'person') return returned.because
  return who.name === you ? dockWords.undoneByYou : dockWords.undoneBy(who.name)
}

/** What still looks undecided was only read before the press. */
function isOver({ status, goesOn }: InboxDetail): boolean {
  return status !== 'pending' && status !== 'scheduled' && goesOn !== true
}

/** What is known to wait for its turn when its time is over is offered for as long as it does. */
function useLate(followUps: readonly FollowUp[], details: ReadonlyMap<string, InboxDetail>): void {
  const now = useNow()
  const offers = useRef(new Map<string, () => void>())
  useEffect(() => {
    const isLate = ({ id, runsAt }: Undoable) =>
      Date.parse(runsAt) <= now &&
      details.get(id)?.status === 'scheduled' &&
      !details.get(id)?.decision?.undoUnsaved
    const late = followUps.flatMap(({ items }) => items.filter(isLate).map(({ id }) => id))
    if (late.join() !== useInbox.getState().late.join()) useInbox.setState({ late })
    const { many } = useInbox.getState()
    for (const followUp of followUps) {
      const { key, items } = followUp
      // Until then the notice of the press offers it; what has just become due is about to begin.
      const isOffered = offers.current.has(key) || endOf(followUp) + BEGINS_WITHIN_MS > now
      // As long as the list of what came of them is open, it offers the same.
      if (isOffered || many?.ids.includes(key) || !items.some(isLate)) continue
      offers.current.set(key, offerLateUndo(followUp))
    }
    for (const [key, end] of offers.current) {
      if (followUps.some((followUp) => followUp.key === key && followUp.items.some(isLate))) continue
      end()
      offers.current.delete(key)
    }
  })
}

/** Draws anew when the next press has been over for so long that what is known by then is told. */
function useLongOver(followUps: readonly FollowUp[]): void {
  const [, draw] = useState(0)
  const ends = followUps.filter((followUp) => !isLongOver(followUp)).map(endOf)
  const next = ends.length === 0 ? null : Math.min(...ends)
  useEffect(() => {
    if (next === null) return
    const timer = setTimeout(() => draw((times) => times + 1), next + LONG_OVER_MS - Date.now())
    return () => clearTimeout(timer)
  }, [next])
}

function tellGroup({ total, failed: before, told }: FollowUp, items: readonly InboxDetail[]): void {
  const failed = items.filter((item) => item.failed !== null)
  const [first] = failed
  // What went well was said at the press.
  if (first === undefined || told === null) return
  const through = items.filter((item) => item.status === 'approved' && item.failed === null)
  const all = before + failed.length
  const text = listWords.many.ended(total - before - items.length + through.length, total, all)
  announce(`${told.label}: ${text}`)
  offerLink(told.label, {
    // Those that are alike in words are named once.
    detail: `${text} ${[...new Set(failed.map(sayFailed))].slice(0, NAMED).join(' ')}`,
    label: listWords.many.openFailed(all),
    href: `#/inbox/${encodeURIComponent(first.id)}`,
  })
}

function sayFailed({ sentence, failed }: InboxDetail): string {
  return `${speakSentence(sentence)} ${failed?.text ?? ''}`
}
