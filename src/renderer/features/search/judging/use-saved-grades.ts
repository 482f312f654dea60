import { useRef, useState } from 'react'
import { callGateway, DeskError, messageOf } from '../../../gateway.ts'
import { useBridge } from '../../../queries.ts'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { judgingWords as words } from './judged-words.ts'
import type { QueueEntry } from './use-judging-queue.ts'

type Grades = Record<string, number>

/**
 * Keeps the grades of one query: the newest ones as soon as the ones before are kept. What fails is said, also when
 * the query is left by then, and can be sent again. `first`: the grades as the query was opened with.
 */
export function useSavedGrades(qid: string | null, first: Grades, { query, from }: QueueEntry) {
  const bridge = useBridge()
  const [state, setState] = useState<'none' | 'saving' | 'saved' | 'failed'>('none')
  const [error, setError] = useState<string | null>(null)
  const known = useRef(qid)
  /** As they are kept, as far as this window knows: only what it changes of them is its own to save. */
  const before = useRef(first)
  const newest = useRef<Grades | null>(null)
  const isSending = useRef(false)

  async function send(): Promise<void> {
    if (isSending.current) return
    isSending.current = true
    setState('saving')
    try {
      while (newest.current !== null) {
        const grades = newest.current
        const { qid: given } = await callGateway(bridge, 'judged.save', {
          qid: known.current,
          query,
          grades,
          before: before.current,
          from,
        })
        known.current = given
        before.current = grades
        // What was judged meanwhile is newer.
        if (newest.current === grades) newest.current = null
      }
      setError(null)
      setState('saved')
    } catch (fault) {
      // Removed elsewhere: what is sent again is a new one.
      if (fault instanceof DeskError && fault.code === 'NOT_FOUND') {
        known.current = null
        before.current = {}
      }
      const detail = messageOf(fault)
      setError(detail)
      setState('failed')
      showToast(words.notSaved, { tone: 'failed', detail, id: `judged ${query}` })
    } finally {
      isSending.current = false
    }
  }
  return {
    state,
    error,
    save(grades: Grades) {
      newest.current = grades
      void send()
    },
    again: () => void send(),
  }
}
