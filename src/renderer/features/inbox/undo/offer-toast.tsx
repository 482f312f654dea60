import { showToast } from '../../../ui/feedback/toast.tsx'
import { ToastButton } from '../../../ui/feedback/toast-button.tsx'

/** How long a toast offers its way back, in milliseconds. */
const OFFER_MS = 10_000

/** Says what happened, with one thing that can be done about it; then it is not so any more, and the toast goes. */
export function offerToast(
  message: string,
  { label, onPress, detail }: { label: string; onPress: () => void; detail?: string },
): void {
  const close = showToast(message, {
    ...(detail === undefined ? {} : { detail }),
    until: Date.now() + OFFER_MS,
    action: (
      <ToastButton
        label={label}
        onPress={() => {
          close()
          onPress()
        }}
      />
    ),
  })
}
