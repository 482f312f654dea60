import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'

/** How long a toast offers its way back, in milliseconds. */
const OFFER_MS = 10_000

/** Says what happened, with one thing that can be done about it; then it is not so any more, and the toast goes. */
export function offerToast(
  message: string,
  offer: { label: string; onPress: () => void; detail?: string },
): void {
  const close = showToast(message, {
    ...(offer.detail === undefined ? {} : { detail: offer.detail }),
    until: Date.now() + OFFER_MS,
    action: (
      <Button
        size="small"
        className="ml-auto"
        onClick={() => {
          close()
          offer.onPress()
        }}
      >
        {offer.label}
      </Button>
    ),
  })
}
