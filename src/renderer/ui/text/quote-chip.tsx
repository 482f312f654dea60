import { Fragment, useId, useState } from 'react'
import { classNames } from '../class-names.ts'
import { uiWords } from '../ui-words.ts'
import {
  countLines,
  foldLines,
  foldPieces,
  foldText,
  orderOf,
  revealText,
  splitTurned,
  type TextPiece,
} from './visible-text.ts'

const visibleWords = {
  unseen: 'A character that cannot be seen, or that changes the order of what can.',
  moreLines: (count: number) => `${count} more ${count === 1 ? 'line' : 'lines'}`,
  run: 'Empty lines and blanks, counted instead of drawn.',
  letter: (script: string) => `A letter of another alphabet (${script}) that looks like one of this word.`,
  drawn: (letter: string) => `Not the character ‘${letter}’, only drawn like it.`,
  digit: (value: string) => `A digit of another script, of the value ${value}.`,
  sign: (sign: string) => `Not the sign ‘${sign}’, only drawn like it.`,
}

const LONGEST = 60
/** More of a text is never drawn on one line. */
const MOST_LOOKED_AT = 20_000

const MARK = 'rounded-sm bg-failed-soft px-1 font-mono text-xs text-failed not-italic'

/**
 * What is not what it looks like says so: its code behind it, and on hover what it is. What would turn its
 * neighbours round stands by itself.
 */
export function Revealed({ text, oneLine = false }: { text: string; oneLine?: boolean }) {
  return <RevealedPieces pieces={revealText(text, oneLine)} />
}

export function RevealedPieces({ pieces }: { pieces: TextPiece[] }) {
  const order = orderOf(pieces.map(({ text }) => text).join(''))
  if (order === 'plain') return <Pieces pieces={pieces} isMixed={false} />
  if (order === 'prose')
    return (
      <bdi>
        <Pieces pieces={pieces} isMixed={false} />
      </bdi>
    )
  return (
    <bdi className="[direction:ltr] [unicode-bidi:isolate-override]">
      <Pieces pieces={pieces} isMixed />
    </bdi>
  )
}

function Pieces({ pieces, isMixed }: { pieces: TextPiece[]; isMixed: boolean }) {
  return pieces.map((piece) => {
    if (piece.kind === 'text')
      return isMixed ? (
        <Ordered key={piece.at} text={piece.text} />
      ) : (
        <Unbroken key={piece.at} text={piece.text} />
      )
    if (piece.lookalike === undefined) {
      const mark = (
        <span
          key={piece.at}
          title={piece.text.startsWith('U+') ? visibleWords.unseen : visibleWords.run}
          className={`mx-0.5 ${MARK}`}
        >
          {piece.text}
        </span>
      )
      return piece.ownLine ? (
        <Fragment key={piece.at}>
          {piece.at === 0 ? null : '\n'}
          {mark}
          {'\n'}
        </Fragment>
      ) : (
        mark
      )
    }
    return (
      <span
        key={piece.at}
        title={explain(piece.lookalike)}
        className="rounded-sm bg-failed-soft text-failed underline decoration-dotted underline-offset-2"
      >
        {piece.text}
        <span className={MARK}>{piece.lookalike.code}</span>
      </span>
    )
  })
}

/** Short words with hyphens: a reader takes `us-east-1` for one. Longer ones have to break somewhere. */
const HYPHENED = /((?<!\S)(?=\S{3,20}(?!\S))\S*[\p{L}\p{N}]-[\p{L}\p{N}]\S*)/u

/** No line breaks inside of an identifier, as long as the window has room for it. */
export function Unbroken({ text }: { text: string }) {
  if (!text.includes('-')) return text
  return text.split(HYPHENED).map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: words may be equal, and their place is all they have
      <span key={place} className="min-[30rem]:whitespace-nowrap">
        {part}
      </span>
    ),
  )
}

/** In the order of its characters from left to right, but for each word of the other direction. */
function Ordered({ text }: { text: string }) {
  return splitTurned(text).map((part) =>
    part.turned ? (
      <bdi key={part.at} dir="rtl">
        {part.text}
      </bdi>
    ) : (
      part.text
    ),
  )
}

function explain(lookalike: NonNullable<TextPiece['lookalike']>): string {
  switch (lookalike.kind) {
    case 'letter':
      return visibleWords.letter(lookalike.script)
    case 'drawn':
      return visibleWords.drawn(lookalike.letter)
    case 'sign':
      return visibleWords.sign(lookalike.sign)
    case 'digit':
      return visibleWords.digit(lookalike.value)
  }
}

/**
 * What somebody else wrote, inside our sentence: one line, at most 60 characters, plain text, marked as a
 * quotation by its ground and its quotation marks (R5.9).
 */
export function QuoteChip({ text, className }: { text: string; className?: string }) {
  const { pieces, folded } = foldPieces(revealText(text.slice(0, MOST_LOOKED_AT), true), LONGEST)
  return (
    <q
      className={classNames(
        'rounded-sm bg-sunken box-decoration-clone px-1 font-normal ring-1 ring-line ring-inset [overflow-wrap:anywhere]',
        className,
      )}
    >
      <bdi>
        <RevealedPieces pieces={pieces} />
        {folded || text.length > MOST_LOOKED_AT ? '…' : ''}
      </bdi>
    </q>
  )
}

/** What others call their things, where it stands by itself: plain, on one line, with what is invisible made visible; cut where it is `longest`. */
export function OneLine({
  text,
  longest = Number.POSITIVE_INFINITY,
  className,
}: {
  text: string
  longest?: number
  className?: string
}) {
  const shown = foldText(text, longest)
  return (
    <bdi className={className}>
      <Revealed text={shown.text} oneLine />
      {shown.folded ? '…' : ''}
    </bdi>
  )
}

/** A longer quotation on lines of its own, labelled with whose it is; folded after some lines. */
export function Quotation({
  by,
  text,
  longest = 280,
  mostLines = 200,
  bare = false,
  className,
}: {
  /** Whose it is; without, what stands above says so. */
  by?: string
  text: string
  /** Characters before it is folded. */
  longest?: number
  /** Lines before it is folded. */
  mostLines?: number
  /** Without the line at its side: it stands in a frame already. */
  bare?: boolean
  className?: string
}) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const { text: shown, folded } = open ? { text, folded: false } : foldLines(text, longest, mostLines)
  return (
    <figure className={classNames(bare ? '' : 'border-l-2 border-line-strong pl-3', className)}>
      {by === undefined || by === '' ? null : (
        <figcaption className="text-sm text-ink-muted [overflow-wrap:anywhere]">
          <OneLine text={by} />
        </figcaption>
      )}
      <blockquote id={id} className="[overflow-wrap:anywhere] whitespace-pre-wrap">
        <bdi>
          <Revealed text={shown} />
          {folded ? '…' : ''}
        </bdi>
      </blockquote>
      {folded || open ? (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          data-folded={open ? undefined : countLines(text.slice(shown.length))}
          onClick={() => setOpen(!open)}
          className="mt-0.5 rounded-sm text-sm text-accent hover:underline"
        >
          {open
            ? uiWords.showLess
            : `${uiWords.showMore} (${visibleWords.moreLines(countLines(text.slice(shown.length)))})`}
        </button>
      ) : null}
    </figure>
  )
}
