import { useRef, useState } from 'react'
import type { ApplyPreview, ProfilesView } from '../../../preload/contract.ts'
import { callGateway, type DeskError } from '../../gateway.ts'
import { useBridge, useSend } from '../../queries.ts'
import type { Profile } from './profile-settings.ts'
import { useTuning } from './tuning.ts'

/** Applies a profile under the hash of the preview that was on screen. */
export function useApply({
  profile,
  onApplied,
  onMoved,
}: {
  profile: Profile
  /** `id`: of this application, in the history. */
  onApplied: (name: string, id: string) => void
  /** What was on screen is not what is there by now. */
  onMoved: () => void
}) {
  const send = useSend('profiles.apply')
  const [proving, setProving] = useState(false)
  // A second press comes before the button rests; its refusal would hide that the first one has applied it.
  const isUnderWay = useRef(false)
  function apply(name: string, { hash }: ApplyPreview): void {
    if (isUnderWay.current) return
    isUnderWay.current = true
    send.mutate(
      { name, profile, hash },
      {
        onSuccess: ({ history }) => onApplied(name, history[0]?.id ?? ''),
        onError: (fault) => {
          if (fault.code === 'NEEDS_PROOF') setProving(true)
          else onMoved()
        },
        onSettled: () => {
          isUnderWay.current = false
        },
      },
    )
  }
  return {
    apply,
    proving,
    endProving: () => setProving(false),
    isSending: send.isPending,
    fault: send.error?.code === 'NEEDS_PROOF' ? null : (send.error ?? null),
  }
}

/**
 * Puts back what was live, under the same hash rule; where that needs a proof or meets a doubt, its dialog opens.
 * `applied`: what is taken back by that. If something else is live by now, nobody has seen that go.
 */
export function usePutBack() {
  const bridge = useBridge()
  return async (
    { name, profile }: ProfilesView['live'],
    applied: string,
  ): Promise<DeskError | 'moved' | null> => {
    try {
      const { history, changedElsewhere } = await callGateway(bridge, 'profiles.list', {})
      if (changedElsewhere || history[0]?.id !== applied) {
        useTuning.getState().set({ applying: { name, profile, again: true } })
        return 'moved'
      }
      const preview = await callGateway(bridge, 'profiles.preview', { name, profile })
      await callGateway(bridge, 'profiles.apply', { name, profile, hash: preview.hash })
      return null
    } catch (fault) {
      useTuning.getState().set({ applying: { name, profile, again: true } })
      return fault as DeskError
    }
  }
}
