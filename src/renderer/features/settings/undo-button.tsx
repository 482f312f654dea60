import { useState } from 'react'
import { Button } from '../../ui/button.tsx'

/** The way back in a toast: once. */
export function UndoButton({ label, onPress }: { label: string; onPress: () => void }) {
  const [pressed, setPressed] = useState(false)
  if (pressed) return null
  function press(): void {
    setPressed(true)
    onPress()
  }
  return (
    <Button size="small" className="ml-auto" onClick={press}>
      {label}
    </Button>
  )
}
