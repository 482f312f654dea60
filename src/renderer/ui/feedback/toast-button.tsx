import { useState } from 'react'
import { Button } from '../controls/button.tsx'

/** The way back in a toast: once. */
export function ToastButton({ label, onPress }: { label: string; onPress: () => void }) {
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
