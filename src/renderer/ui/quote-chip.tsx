import { useId, useState } from 'react'
import { classNames } from './class-names.ts'
import { foldText, revealText, type TextPiece } from './visible-text.ts'

const LONGEST = 60

export function Revealed({ pieces }: { pieces: TextPiece[] }) {
  return pieces.map((piece) =>
    piece.kind === 'text' ? (
      piece.text
    ) : (
      <span
        key={piece.at}
        className="mx-0.5 rounded-sm bg-failed-soft px-1 font-mono text-xs text-failed not-italic"
      >
        {piece.text}
      </span>
    ),
  )
}

/**
 * What somebody else wrote, inside our sentence: one line, at most 60 characters, plain text, marked as a
 * quotation by its ground and its quotation marks (R5.9).
 */
export function QuoteChip({ text, className }: { text: string; className?: string }) {
  const { text: shown, folded } = foldText(text.replace(/\s+/gu, ' ').trim(), LONGEST)
  return (
    <q
      className={classNames(
        'rounded-sm bg-sunken box-decoration-clone px-1 font-normal ring-1 ring-line ring-inset [overflow-wrap:anywhere]',
        className,
      )}
    >
      <bdi>
        <Revealed pieces={revealText(shown, true)} />
        {folded ? '…' : ''}
      </bdi>
    </q>
  )
}

/** A longer quotation on lines of its own, labelled with whose it is; folded after some lines. */
export function Quotation({
  by,
  text,
  moreLabel,
  lessLabel,
  longest = 280,
  className,
}: {
  by: string
  text: string
  moreLabel: string
  lessLabel: string
  /** Characters before it is folded. */
  longest?: number
  className?: string
}) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const { text: shown, folded } = open ? { text, folded: false } : foldText(text, longest)
  return (
    <figure className={classNames('border-l-2 border-line-strong pl-3', className)}>
      <figcaption className="text-sm text-ink-muted">
        <bdi>
          <Revealed pieces={revealText(foldText(by, LONGEST).text, true)} />
        </bdi>
      </figcaption>
      <blockquote id={id} className="[overflow-wrap:anywhere] whitespace-pre-wrap">
        <bdi>
          <Revealed pieces={revealText(shown)} />
          {folded ? '…' : ''}
        </bdi>
      </blockquote>
      {folded || open ? (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="mt-0.5 rounded-sm text-sm text-accent hover:underline"
        >
          {open ? lessLabel : moreLabel}
        </button>
      ) : null}
    </figure>
  )
}
