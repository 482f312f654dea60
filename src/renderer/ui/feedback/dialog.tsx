import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { useGivesBack } from '../focus-home.ts'
import { OneLine } from '../text/quote-chip.tsx'
import { uiWords } from '../ui-words.ts'

/** What is said over every screen: a dialog hides it there, and says it itself. */
export const DialogNotice = createContext<ReactNode>(null)

/** A label may be a name without a place to break it. */
const LABELS =
  '[&>button]:h-auto [&>button]:min-h-8 [&>button]:max-w-full [&>button]:whitespace-normal [&>button]:[overflow-wrap:anywhere]'

export interface DialogProps {
  /** Where it stays in place when it is closed. */
  open?: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  actions?: ReactNode
  wide?: boolean
  /** What it is there to be filled in with, and takes the focus. */
  field?: RefObject<HTMLElement | null>
  /** Nothing in it takes the focus, so the text itself does: the keyboard must be able to scroll it. */
  onlyText?: boolean
}

/** What is looked for is no writing: it can be typed again. */
function holdsText(element: Element | null): boolean {
  const isField =
    element?.matches('textarea, input:not([type=checkbox], [type=radio], [type=search])') === true
  return isField && (element as HTMLInputElement).value !== ''
}

/** A modal question or sheet; a name of somebody else in its title shows what of it cannot be seen. `data-layer` tells the key handling that the screen below is not in reach. */
export function Dialog({
  open = true,
  onClose,
  title,
  description,
  children,
  actions,
  wide = false,
  field,
  onlyText = false,
}: DialogProps) {
  // The focus starts on the dialog itself: no button of it is the default.
  const popup = useRef<HTMLDivElement>(null)
  const notice = useContext(DialogNotice)
  const givesBack = useGivesBack(open)
  const isWrittenIn = useRef(false)
  useEffect(() => {
    if (!open) isWrittenIn.current = false
  }, [open])
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, { reason }) => {
        // What somebody has written is not lost by a press beside it, nor by the key that leaves the field.
        if (next || (reason === 'outside-press' && isWrittenIn.current)) return
        if (reason === 'escape-key' && isWrittenIn.current && holdsText(document.activeElement))
          popup.current?.focus()
        else onClose()
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity data-[ending-style]:opacity-0 data-[starting-style]:opacity-0" />
        <Base.Popup
          ref={popup}
          onInput={() => {
            isWrittenIn.current = true
          }}
          initialFocus={() => field?.current ?? popup.current}
          finalFocus={givesBack}
          tabIndex={-1}
          data-layer
          className={classNames(
            'pop-in fixed outline-none top-[14vh] left-1/2 z-40 flex max-h-[76vh] w-[calc(100vw-2rem)] -translate-x-1/2 flex-col rounded-lg bg-raised shadow-float ring-1 ring-line',
            wide ? 'max-w-2xl' : 'max-w-lg',
          )}
        >
          <header className="flex items-start gap-4 px-5 pt-4 pb-2">
            <div className="min-w-0 flex-1">
              <Base.Title className="text-lg font-semibold [overflow-wrap:anywhere]">
                {typeof title === 'string' ? <OneLine text={title} /> : title}
              </Base.Title>
              {description ? (
                <Base.Description className="mt-1 text-ink-muted [overflow-wrap:anywhere]">
                  {typeof description === 'string' ? <OneLine text={description} /> : description}
                </Base.Description>
              ) : null}
            </div>
            <Base.Close
              aria-label={uiWords.close}
              className="-mr-2 inline-flex size-7 items-center justify-center rounded-md text-ink-muted hover:bg-hover hover:text-ink"
            >
              <X aria-hidden size={16} />
            </Base.Close>
          </header>
          {notice}
          {children ? (
            <div
              {...(onlyText ? { tabIndex: 0 } : {})}
              className="min-h-0 flex-1 overflow-y-auto px-5 py-2 wrap-break-word outline-offset-[-2px]"
            >
              {children}
            </div>
          ) : null}
          {actions ? (
            <footer className={classNames('flex flex-wrap justify-end gap-2 px-5 pt-2 pb-4', LABELS)}>
              {actions}
            </footer>
          ) : (
            <div className="h-3 shrink-0" />
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
