import { useEffect, useState } from 'react'
import { useBridge, useCall, useLink } from '../queries.ts'
import { Notice } from '../ui/feedback/error-state.tsx'
import { words } from '../words.ts'

/** A blink of the connection is not worth a word. */
const PATIENCE_MS = 1200

/** Over every screen: what is kept cannot be trusted, or nothing can be kept. */
export function DataNotice() {
  const { data: status } = useCall('desk.status', {})
  const everywhere = status?.unwritten.filter(({ workflowId }) => workflowId === null) ?? []
  const sentences = [
    ...(status?.readOnly ? [status.readOnly] : []),
    ...everywhere.map(({ text }) => text),
    ...(status?.damaged ?? []),
    ...(status?.workspace.missing ? [status.workspace.missing] : []),
  ]
  if (sentences.length === 0) return null
  return (
    <div className="flex max-h-[30%] shrink-0 flex-col gap-2 overflow-y-auto border-b border-line p-2">
      {sentences.map((sentence) => (
        <Notice key={sentence} tone="failed">
          {sentence}
        </Notice>
      ))}
    </div>
  )
}

/** Over every screen and dialog while pushes do not arrive: what is shown may be old, and nothing is decided by it. */
export function LinkNotice({ className }: { className: string }) {
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
    <div className={className}>
      <Notice tone="failed">{words.frame.offlineHint[bridge.kind]}</Notice>
    </div>
  )
}
