import { CircleX } from 'lucide-react'
import { type CSSProperties, type ReactNode, type RefObject, useLayoutEffect } from 'react'
import { Toaster as Base, toast } from 'sonner'
import { Said } from '../text/said.tsx'

/**
 * Says what happened, after it happened. `failed` stays until it is closed; what offers an `action` stays for as long
 * as that can be used: `until`, in milliseconds since 1970. A second one with the same `id` takes the place of the first.
 */
export function showToast(
  message: string,
  options: {
    tone?: 'done' | 'failed'
    detail?: string
    action?: ReactNode
    until?: number
    id?: string
  } = {},
): () => void {
  const content = {
    ...(options.detail ? { description: <Said text={options.detail} /> } : {}),
    action: options.action,
    ...(options.id === undefined ? {} : { id: takePlace(options.id) }),
  }
  const title = <Said text={message} />
  const duration = options.until === undefined ? 5000 : Math.max(1000, options.until - Date.now())
  const id =
    options.tone === 'failed'
      ? toast.error(title, { ...content, duration: Number.POSITIVE_INFINITY, closeButton: true })
      : toast.success(title, { ...content, duration })
  return () => {
    toast.dismiss(id)
  }
}

/** One that is on its way out would take with it whatever is written over it: what comes next is another one. */
function takePlace(name: string): string {
  const mark = `${name}#`
  for (const { id } of toast.getToasts()) if (String(id).startsWith(mark)) toast.dismiss(id)
  return `${mark}${performance.now()}`
}

/** None of them is there any more, nor comes back. */
export function dismissToasts(): void {
  toast.dismiss()
}

/** Toasts come up where this bar is, and what they say must not hide what can be pressed next. `stays`: nothing scrolls it away. */
export function useToastsAbove(bar: RefObject<HTMLElement | null>, stays = true): void {
  useLayoutEffect(() => {
    const { current } = bar
    const root = document.documentElement
    if (current === null || !stays) return
    const watch = new ResizeObserver(() =>
      root.style.setProperty('--below-toasts', `${current.getBoundingClientRect().height}px`),
    )
    watch.observe(current)
    return () => {
      watch.disconnect()
      root.style.removeProperty('--below-toasts')
    }
  }, [bar, stays])
}

/**
 * Over the list, where it hides nothing that can be pressed next; above a bar, but never out of a low window, in which it
 * lies on the status strip.
 */
const PLACE = {
  bottom: 'calc(var(--toasts-bottom) + min(var(--below-toasts, 0px), 40vh))',
  left: 'var(--toasts-left)',
}

export function Toaster() {
  return (
    <Base
      position="bottom-left"
      // Otherwise it is read off the page each time, which has the page's styles computed at once.
      dir="ltr"
      offset={PLACE}
      // Below 600px it has a place and a width of its own otherwise, at the very bottom.
      mobileOffset={PLACE}
      gap={8}
      // Below a dialog: what was said never lies over what is asked.
      style={{ '--width': '336px', zIndex: 30 } as CSSProperties}
      icons={{
        success: null,
        error: <CircleX aria-hidden size={15} className="mt-[2.5px] shrink-0 text-failed" />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            // One that lies behind is as high as the first, and nothing of it stands out below.
            'not-data-[expanded=true]:not-data-[front=true]:overflow-hidden flex w-[min(var(--width),100vw-var(--toasts-left)-12px)]! flex-wrap items-start font-sans gap-3 rounded-lg bg-raised px-4 py-3 text-base text-ink shadow-float ring-1 ring-line',
          // What has no room beside its button stands above it.
          content: 'min-w-0 flex-1 basis-40 [@media(height<20rem)]:basis-16',
          // In a low window the way back says by itself that there is one, and leaves room for what is decided next.
          success:
            '[@media(height<20rem)]:items-center [@media(height<20rem)]:py-1.5 [@media(height<20rem)]:has-[button]:[&_[data-description]]:sr-only',
          title: 'font-medium',
          description: 'text-ink-muted',
          error: 'pr-11 text-failed',
          closeButton:
            'absolute top-3 right-4 inline-flex size-5 items-center justify-center rounded-sm text-ink-muted hover:bg-hover',
        },
      }}
    />
  )
}
