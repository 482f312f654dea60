import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react'

const NARROWEST = 240
const WIDEST = 560
const STEP = 16

/** List beside detail. The divider moves by pointer and by arrow keys; widths are pixels. */
export function Split({
  list,
  detail,
  width,
  onWidth,
  label,
}: {
  list: ReactNode
  detail: ReactNode
  width: number
  onWidth: (width: number) => void
  /** What the divider is called. */
  label: string
}) {
  const frame = useRef<HTMLDivElement>(null)
  function follow(event: PointerEvent<HTMLElement>): void {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    onWidth(clampWidth(event.clientX - (frame.current?.getBoundingClientRect().left ?? 0)))
  }
  function nudge(event: KeyboardEvent): void {
    const target = {
      ArrowLeft: width - STEP,
      ArrowRight: width + STEP,
      Home: NARROWEST,
      End: WIDEST,
    }[event.key]
    if (target === undefined) return
    event.preventDefault()
    onWidth(clampWidth(target))
  }
  return (
    <div ref={frame} className="flex h-full min-h-0">
      <div className="flex min-h-0 max-w-[45%] shrink-0 flex-col" style={{ width: clampWidth(width) }}>
        {list}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a separator that can be moved is a widget, not a rule */}
      <div
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={label}
        aria-valuenow={clampWidth(width)}
        aria-valuemin={NARROWEST}
        aria-valuemax={WIDEST}
        onKeyDown={nudge}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={follow}
        className="relative w-px shrink-0 cursor-col-resize bg-line after:absolute after:inset-y-0 after:-left-1 after:w-2 hover:bg-accent focus-visible:bg-accent"
      />
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">{detail}</div>
    </div>
  )
}

function clampWidth(width: number): number {
  return Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)))
}
