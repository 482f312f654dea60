/** One thing that a person tries: what it would do, the press, and what came of it. */
import { useState } from 'react'
import type { TrialCall, TrialPreview, TrialView } from '../../preload/contract.ts'
import type { DeskError } from '../gateway.ts'
import { useSettled } from '../lists/use-settled.ts'
import { useCall, useSend } from '../queries.ts'

export interface TrialScreen {
  /** Of exactly what is on screen; undefined while that is looked at. */
  preview: TrialPreview | undefined
  /** The last one, while the next is on its way. */
  shown: TrialPreview | undefined
  error: DeskError | null
  trial: TrialView | undefined
  /** It was begun on this screen. */
  isOwn: boolean
  isSending: boolean
  /** Why the last press did not count; null: it did. */
  refusal: DeskError | null
  begin(call: TrialCall, preview: TrialPreview): void
  stop(): void
}

const PAUSE_MS = 250

/** `subject`: what is tried, to find the last answer again; null: nothing is remembered here. */
export function useTrial(call: TrialCall, subject: string | null): TrialScreen {
  const text = JSON.stringify(call)
  const settled = useSettled(text, PAUSE_MS)
  const request = { call: JSON.parse(settled) as TrialCall }
  const looked = useCall('trials.preview', request, { keepPrevious: true, keptMs: 10_000 })
  const [own, setOwn] = useState<string | null>(null)
  const mine = useCall('trials.list', {}, { enabled: subject !== null }).data
  const id = own ?? (subject === null ? undefined : mine?.find((trial) => trial.subject === subject)?.id)
  const trial = useCall('trials.get', { id: id ?? '' }, { enabled: id !== undefined }).data
  const send = useSend('trials.begin')
  const cancel = useSend('trials.cancel')
  const isCurrent = settled === text && !looked.isPlaceholderData
  return {
    preview: isCurrent ? looked.data : undefined,
    shown: looked.data,
    error: isCurrent ? looked.error : null,
    trial: id === undefined ? undefined : trial,
    isOwn: own !== null,
    isSending: send.isPending,
    refusal: send.error ?? cancel.error,
    begin(what, { hash }) {
      send.mutate(
        { call: what, hash },
        {
          onSuccess: ({ id: begun }) => {
            setOwn(begun)
            // A preview is good for one press.
            void looked.refetch()
          },
          onError: () => void looked.refetch(),
        },
      )
    },
    stop() {
      if (id !== undefined) cancel.mutate({ id })
    },
  }
}
