import { useState } from 'react'
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
  onApplied: (name: string) => void
  /** What was on screen is not what is there by now. */
  onMoved: () => void
}) {
  const send = useSend('profiles.apply')
  const [proving, setProving] = useState(false)
  function apply(name: string, { hash }: ApplyPreview): void {
    send.mutate(
      { name, profile, hash },
      {
        onSuccess: () => onApplied(name),
        onError: (fault) => {
          if (fault.code === 'NEEDS_PROOF') setProving(true)
          else onMoved()
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

/** Puts back what was live, under the same hash rule; where that needs a proof or meets a doubt, its dialog opens. */
export function usePutBack() {
  const bridge = useBridge()
  return async ({ name, profile }: ProfilesView['live']): Promise<DeskError | null> => {
    try {
      const preview = await callGateway(bridge, 'profiles.preview', { name, profile })
      await callGateway(bridge, 'profiles.apply', { name, profile, hash: preview.hash })
      return null
    } catch (fault) {
      useTuning.getState().set({ applying: { name, profile, again: true } })
      return fault as DeskError
    }
  }
}
