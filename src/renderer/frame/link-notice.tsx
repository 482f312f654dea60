import { useEffect, useState } from 'react'
import { useBridge, useLink } from '../queries.ts'
import { Notice } from '../ui/error-state.tsx'
import { words } from '../words.ts'

/** A blink of the connection is not worth a word. */
const PATIENCE_MS = 1200

/** Over every screen while pushes do not arrive: what is shown may be old. */
export function LinkNotice() {
  const bridge = useBridge()
  const link = useLink()
  const [late, setLate] = useState(false)
  useEffect(() => {
    setLate(false)
    if (link) return
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [link])
  if (link || !late) return null
  return (
    <div className="border-b border-line p-2">
      <Notice tone="failed">{words.frame.offlineHint[bridge.kind]}</Notice>
    </div>
  )
}
