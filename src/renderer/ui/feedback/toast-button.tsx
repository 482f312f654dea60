import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { ButtonLink } from '../controls/button-link.tsx'
import { showToast } from './toast.tsx'

/** The way back in a toast: once. */
function ToastButton({ label, onPress }: { label: string; onPress: () => void }) {
  const [pressed, setPressed] = useState(false)
  if (pressed) return null
  return (
    <Button
      size="small"
      className="ml-auto"
      onClick={() => {
        setPressed(true)
        onPress()
      }}
    >
      {label}
    </Button>
  )
}

/** How long a toast offers its way back, in milliseconds; longer from what is kept for good. */
const OFFER_MS = 10_000
export const LONG_OFFER_MS = 20_000

/** Says what happened, with one thing that can be done about it; then it is not so any more, and the toast goes. */
export function offerToast(
  message: string,
  {
    label,
    onPress,
    forMs = OFFER_MS,
    ...options
  }: { label: string; onPress: () => void; forMs?: number; detail?: string; id?: string },
): void {
  const close = showToast(message, {
    ...options,
    until: Date.now() + forMs,
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

/** Says what failed, with the way to it. */
export function offerLink(
  message: string,
  { label, href, ...options }: { label: string; href: string; detail: string; id?: string },
): void {
  const close = showToast(message, {
    ...options,
    tone: 'failed',
    action: (
      <ButtonLink href={href} size="small" onClick={() => close()}>
        {label}
      </ButtonLink>
    ),
  })
}
