import { useRef, useState } from 'react'
import type { ApplyPreview, ReplyOf } from '../../../../preload/contract.ts'
import { callGateway, type DeskError } from '../../../gateway.ts'
import { useBridge, useSend } from '../../../queries.ts'
import { useTuning } from '../tuning/tuning.ts'
import type { Profile } from './profile-settings.ts'

type ApplyState = ReplyOf<'profiles.apply'>['applied']

/** Applies a profile under the hash of the preview that was on screen. */
export function useApply({
  profile,
  onApplied,
  onMoved,
}: {
  profile: Profile
  onApplied: (name: string, applied: ApplyState) => void
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
    send
      .mutateAsync({ name, profile, hash })
      .then(
        // Also where the dialog was closed meanwhile.
        ({ applied }) => onApplied(name, applied),
        (fault: DeskError) => {
          if (fault.code === 'NEEDS_PROOF') setProving(true)
          else onMoved()
        },
      )
      .finally(() => {
        isUnderWay.current = false
      })
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
 * Puts back what was live before it, under the same hash rule; where that needs a proof or meets a doubt, its dialog
 * opens. If something else is live by now, nobody has seen that go, and the gateway refuses.
 */
export function usePutBack() {
  const bridge = useBridge()
  return async ({ id, before: { name, profile } }: ApplyState): Promise<DeskError | null> => {
    try {
      const { hash } = await callGateway(bridge, 'profiles.preview', { name, profile })
      await callGateway(bridge, 'profiles.apply', { name, profile, hash, takesBack: id })
      return null
    } catch (fault) {
      useTuning.getState().set({ applying: { name, profile, again: true } })
      return fault as DeskError
    }
  }
}
