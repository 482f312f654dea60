import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ReplyOf } from '../../../preload/contract.ts'
import { showToast } from '../../ui/feedback/toast.tsx'
import { attentionWords as words } from './words.ts'

/** As in the figures of the desk: so many approvals within this time. */
const BURST = 12
const BURST_MS = 20_000
/** Said at most once in this time. */
const PAUSE_MS = 3_600_000
const SAID_AT = 'countersign.hasteSaidAt'

/** After many approvals at once: one polite sentence, at most once an hour. */
export function useHaste(): void {
  const client = useQueryClient()
  useEffect(() => {
    let times: number[] = []
    return client.getMutationCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success') return
      const { data } = event.mutation.state
      const count = approvalsIn(event.mutation.options.mutationKey?.[0], data)
      if (count === 0) return
      const now = Date.now()
      times = [...times, ...Array.from({ length: count }, () => now)].filter((at) => now - at <= BURST_MS)
      if (times.length < BURST || now - saidAt() < PAUSE_MS) return
      localStorage.setItem(SAID_AT, String(now))
      showToast(words.haste(times.length), { detail: words.hasteText, id: 'haste', until: now + 12_000 })
    })
  }, [client])
}

function saidAt(): number {
  return Number(localStorage.getItem(SAID_AT) ?? 0)
}

function approvalsIn(name: unknown, data: unknown): number {
  if (name === 'inbox.decide')
    return (data as ReplyOf<'inbox.decide'>).item.decision?.tone === 'approve' ? 1 : 0
  return name === 'inbox.decideMany' ? (data as ReplyOf<'inbox.decideMany'>).approved : 0
}
