/** Decisions made together of which some go on: what becomes of them is told once, when the last is over. */
import { useQueries } from '@tanstack/react-query'
import { createElement, useEffect, useState } from 'react'
import { create } from 'zustand'
import type { InboxDetail } from '../../../preload/contract.ts'
import { callQuery, useBridge } from '../../queries.ts'
import { speakSentence } from '../../sentence.tsx'
import { announce } from '../../ui/announcer.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { showToast } from '../../ui/toast.tsx'
import { listWords } from './list-words.ts'
import type { Result } from './many-results.tsx'

interface Group {
  /** Of this person's desk; the next one is told nothing of it. */
  you: string
  label: string
  /** How many were decided, and how many of them had failed at once. */
  total: number
  failed: number
  /** Those that go on. */
  ids: string[]
  /** In milliseconds since 1970. */
  since: number
}

interface FollowedMany {
  groups: Group[]
  follow(group: Group): void
  drop(group: Group): void
}

/** What is not over by then, in milliseconds, is not waited for any more. */
const LONG_MS = 10 * 60_000
/** Failures that a toast names. */
const NAMED = 3

const useFollowedMany = create<FollowedMany>()((set) => ({
  groups: [],
  follow: (group) => set(({ groups }) => ({ groups: [...groups, group] })),
  drop: (group) => set(({ groups }) => ({ groups: groups.filter((other) => other !== group) })),
}))

/** `done`: those that were decided. */
export function followMany(you: string | null, label: string, done: readonly Result[]): void {
  const ids = done.filter(({ goesOn }) => goesOn).map(({ id }) => id)
  if (you === null || ids.length === 0) return
  const failed = done.filter((result) => result.failed).length
  useFollowedMany.getState().follow({ you, label, total: done.length, failed, ids, since: Date.now() })
}

/** On every screen; the oldest group first, one at a time. */
export function useManyFollowed(you: string | null): void {
  const bridge = useBridge()
  const { groups, drop } = useFollowedMany()
  const group = groups.find((each) => each.you === you)
  const isLong = useIsLong(group?.since ?? null)
  const answers = useQueries({
    queries: (group?.ids ?? []).map((id) => callQuery(bridge, 'inbox.item', { id })),
  })
  const items = answers.flatMap(({ data }) => data ?? [])
  const isOver = !answers.some(({ data, isError }) => (data === undefined ? !isError : isOpen(data)))
  useEffect(() => {
    if (group === undefined || !(isOver || isLong)) return
    drop(group)
    tellGroup(group, items)
  })
}

function isOpen({ status, goesOn }: InboxDetail): boolean {
  return status === 'scheduled' || goesOn === true
}

function tellGroup({ label, total, failed: before, ids }: Group, items: readonly InboxDetail[]): void {
  const failed = items.filter((item) => item.failed !== null)
  const [first] = failed
  // What went well was said at the press.
  if (first === undefined) return
  const through = items.filter((item) => item.status === 'approved' && item.failed === null && !isOpen(item))
  const all = before + failed.length
  const text = listWords.many.ended(total - before - ids.length + through.length, total, all)
  announce(`${label}: ${text}`)
  const close = showToast(label, {
    tone: 'failed',
    // Those that are alike in words are named once.
    detail: `${text} ${[...new Set(failed.map(sayFailed))].slice(0, NAMED).join(' ')}`,
    action: createElement(
      ButtonLink,
      { href: `#/inbox/${encodeURIComponent(first.id)}`, size: 'small', onClick: () => close() },
      listWords.many.openFailed(all),
    ),
  })
}

function sayFailed({ sentence, failed }: InboxDetail): string {
  return `${speakSentence(sentence)} ${failed?.text ?? ''}`
}

/** Whether it has been followed for `LONG_MS`. */
function useIsLong(since: number | null): boolean {
  const [over, setOver] = useState<number | null>(null)
  useEffect(() => {
    if (since === null) return
    const timer = setTimeout(() => setOver(since), since + LONG_MS - Date.now())
    return () => clearTimeout(timer)
  }, [since])
  return since !== null && over === since
}
