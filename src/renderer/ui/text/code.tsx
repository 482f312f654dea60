import { Fragment } from 'react'
import { classNames } from '../class-names.ts'
import { Revealed } from './quote-chip.tsx'
import { orderOf, revealText, type TextPiece } from './visible-text.ts'

/** A path, an address or a reference: where it has no room, it breaks behind its dividers, and within a name only at last. */
export function Breakable({ text }: { text: string }) {
  let at = 0
  return text.split(/(?<=[./\\])(?=[^./\\])/).map((part) => {
    at += part.length
    return (
      <Fragment key={at}>
        {part}
        <wbr />
      </Fragment>
    )
  })
}

/** What runs literally, in the line. */
export function Code({ children, className }: { children: string; className?: string }) {
  const pieces = revealText(children, true)
  const isPlain = orderOf(children) === 'plain' && pieces.every(isWhatItLooksLike)
  return (
    <code
      className={classNames(
        'rounded-sm bg-sunken box-decoration-clone px-1 py-px font-mono text-sm [overflow-wrap:anywhere] ring-1 ring-line ring-inset',
        className,
      )}
    >
      {isPlain ? <Breakable text={children} /> : <Revealed text={children} oneLine />}
    </code>
  )
}

function isWhatItLooksLike({ kind, lookalike }: TextPiece): boolean {
  return kind === 'text' && lookalike === undefined
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
        <Revealed text={text} />
      </pre>
    </figure>
  )
}
