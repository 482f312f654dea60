import { ArrowLeft } from 'lucide-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { classNames } from './class-names.ts'
import { Button } from './controls/button.tsx'

const NARROWEST = 240
const WIDEST = 560
const STEP = 16

const SHOW = 'split:show'

/** Where only the list or the detail is in sight, it becomes the one that holds this. */
export function bringShown(element: HTMLElement | null): void {
  element?.dispatchEvent(new Event(SHOW, { bubbles: true }))
}

/** With the keyboard to this, which is brought into sight. */
export function focusShown(element: HTMLElement | null): void {
  bringShown(element)
  element?.focus()
}

/** List beside detail; in a window below 45 times the size of its text one at a time, and a chosen row brings the detail. The divider moves by pointer and by arrow keys; widths are pixels. */
export function Split({
  list,
  detail,
  width,
  onWidth,
  label,
  backLabel,
  detailFirst = false,
}: {
  list: ReactNode
  detail: ReactNode
  width: number
  onWidth: (width: number) => void
  /** What the divider is called. */
  label: string
  /** The way from the detail to the list, where only one of them is in sight. */
  backLabel: string
  /** Which of them that is at first. */
  detailFirst?: boolean
}) {
  const frame = useRef<HTMLDivElement>(null)
  const [front, setFront] = useState<'list' | 'detail'>(detailFirst ? 'detail' : 'list')
  const listFrame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = frame
    // At once: what is hidden takes no focus.
    const show = ({ target }: Event) =>
      flushSync(() => setFront(listFrame.current?.contains(target as Node) === true ? 'list' : 'detail'))
    current?.addEventListener(SHOW, show)
    return () => current?.removeEventListener(SHOW, show)
  }, [])
  function bringDetail(event: MouseEvent): void {
    if (event.target instanceof Element && event.target.closest('[data-item], [data-row]') !== null)
      setFront('detail')
  }
  function goBack(): void {
    setFront('list')
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>('[aria-current=true]')?.focus())
  }
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
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the rows inside are buttons, whose presses pass here */}
      <div
        ref={listFrame}
        onClick={bringDetail}
        className={classNames(
          'flex min-h-0 max-w-[45%] shrink-0 flex-col max-[45rem]:w-full! max-[45rem]:max-w-none',
          front === 'detail' && 'max-[45rem]:hidden',
        )}
        style={{ width: clampWidth(width) }}
      >
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
        className="relative w-px shrink-0 max-[45rem]:hidden cursor-col-resize bg-line after:absolute after:inset-y-0 after:-left-1 after:w-2 hover:bg-accent focus-visible:bg-accent"
      />
      <div
        className={classNames(
          'flex min-h-0 min-w-0 flex-1 flex-col',
          front === 'list' && 'max-[45rem]:hidden',
        )}
      >
        <div className="hidden shrink-0 border-b border-line p-1 max-[45rem]:block">
          <Button size="small" icon={<ArrowLeft aria-hidden size={13} />} onClick={goBack}>
            {backLabel}
          </Button>
        </div>
        <div className="min-h-0 min-w-0 flex-1">{detail}</div>
      </div>
    </div>
  )
}

function clampWidth(width: number): number {
  return Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)))
}
