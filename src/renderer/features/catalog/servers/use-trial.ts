import { useEffect, useRef, useState } from 'react'
import type { RequestOf, ServerTrial } from '../../../../preload/contract.ts'
import { useCall, useSend } from '../../../queries.ts'

type Start = 'servers.try' | 'sources.try'

export interface TrialState<Name extends Start> {
  view: ServerTrial | null
  /** Why it could not even be begun, as a sentence. */
  error: string | null
  isStarting: boolean
  begin(request: RequestOf<Name>): void
  /** What runs is ended, and what is found is shown. */
  cancel(): void
  /** What runs is ended; nobody looks at it any more. */
  end(): void
}

/** One server that is tried at a time; it does not outlive the dialog. */
export function useTrial<Name extends Start = 'servers.try'>(
  name: Name = 'servers.try' as Name,
): TrialState<Name> {
  const [id, setId] = useState<string | null>(null)
  const start = useSend<Start>(name)
  const stop = useSend('servers.stop')
  const { data } = useCall('servers.trial', { id: id ?? '-' }, { enabled: id !== null, keptMs: 0 })
  const running = useRef<string | null>(null)
  /** Cancelled before it had begun. */
  const isCalledOff = useRef(false)
  const isOpen = useRef(true)
  const { mutate } = stop
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
      if (running.current !== null) mutate({ id: running.current })
      running.current = null
    }
  }, [mutate])
  const view = id === null ? null : (data ?? null)
  if (view !== null && view.status !== 'running') running.current = null
  function end(): void {
    if (running.current !== null) mutate({ id: running.current })
    running.current = null
    setId(null)
  }
  return {
    view,
    error: start.error?.message ?? null,
    isStarting: start.isPending,
    begin(request) {
      end()
      isCalledOff.current = false
      start.mutate(request, {
        onSuccess: (trial) => {
          running.current = trial.id
          if (isOpen.current) setId(trial.id)
          if (!isOpen.current || isCalledOff.current) mutate({ id: trial.id })
        },
      })
    },
    cancel() {
      isCalledOff.current = true
      if (running.current !== null) mutate({ id: running.current })
    },
    end,
  }
}
