import { classNames } from '../class-names.ts'
import { Revealed } from './quote-chip.tsx'
import { revealText } from './visible-text.ts'

/** What runs literally, in the line. */
export function Code({ children, className }: { children: string; className?: string }) {
  return (
    <code
      className={classNames(
        'rounded-sm bg-sunken box-decoration-clone px-1 py-px font-mono text-sm [overflow-wrap:anywhere] ring-1 ring-line ring-inset',
        className,
      )}
    >
      <Revealed pieces={revealText(children, true)} />
    </code>
  )
}

/** What runs literally, on lines of its own. */
export function CodeBlock({
  text,
  label,
  wrap = false,
  className,
}: {
  text: string
  label: string
  /** Long lines are broken rather than scrolled to. */
  wrap?: boolean
  className?: string
}) {
  return (
    <figure
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className={classNames(
        'max-h-80 overflow-auto rounded-md bg-sunken px-3 py-2 ring-1 ring-line ring-inset',
        className,
      )}
    >
      <pre
        className={classNames(
          'font-mono text-sm',
          wrap ? '[overflow-wrap:anywhere] whitespace-pre-wrap' : 'whitespace-pre',
        )}
      >
        <Revealed pieces={revealText(text)} />
      </pre>
    </figure>
  )
}
