/** Which queries are judged now, one after the other: state of the window, gone with a reload; each grade is saved at once. */
import { create } from 'zustand'

export interface QueueEntry {
  query: string
  from: 'person' | 'traffic'
}

interface JudgingQueue {
  queries: QueueEntry[]
  at: number
  begin: (queries: QueueEntry[]) => void
  goOn: () => void
  end: () => void
}

export const useJudgingQueue = create<JudgingQueue>()((set) => ({
  queries: [],
  at: 0,
  begin: (queries) => set({ queries, at: 0 }),
  goOn: () => set(({ queries, at }) => (at + 1 < queries.length ? { at: at + 1 } : { queries: [], at: 0 })),
  end: () => set({ queries: [], at: 0 }),
}))
