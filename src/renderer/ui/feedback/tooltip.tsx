import { Tooltip as Base } from '@base-ui/react/tooltip'
import { type ReactElement, type ReactNode, useRef } from 'react'
import { Kbd } from '../controls/kbd.tsx'

/** Wraps one focusable element; adds to its name, never replaces it. */
export function Tooltip({
  content,
  keys,
  children,
}: {
  content: ReactNode
  keys?: string
  children: ReactElement<Record<string, unknown>>
}) {
  const actions = useRef<Base.Root.Actions>(null)
  return (
    <Base.Root
      actionsRef={actions}
      onOpenChange={(_, details) => {
        if (details.reason !== 'escape-key') return
        // Esc is for what is on screen below, too: a tooltip may open or close at any moment.
        details.cancel()
        details.allowPropagation()
        actions.current?.close()
      }}
    >
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} className="z-50">
          <Base.Popup className="pop-in flex max-w-80 items-center gap-2 rounded-md bg-raised px-2 py-1 text-sm text-ink shadow-float ring-1 ring-line">
            {content}
            {keys ? <Kbd>{keys}</Kbd> : null}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** Around the app: the second tooltip of a row opens without delay. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Base.Provider delay={500}>{children}</Base.Provider>
}
