import type { CallName, RequestOf } from '../../../preload/contract.ts'
import { useSend } from '../../queries.ts'
import { showToast } from '../../ui/feedback/toast.tsx'

/** Saves a setting as soon as it is changed. Why it could not be is said; `look` asks for what is kept then. */
export function useSave<Name extends CallName>(name: Name, failed: string, look: () => unknown) {
  const { mutate } = useSend(name)
  return (change: RequestOf<Name>): void =>
    mutate(change, {
      onError: (fault) => showToast(failed, { tone: 'failed', detail: fault.reason }),
      onSettled: () => void look(),
    })
}
