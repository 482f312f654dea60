import { type ReactNode, useMemo, useState } from 'react'
import { classNames } from '../class-names.ts'
import { uiWords } from '../ui-words.ts'
import { compareLines, type DifferenceLine, foldAlike, readPatch } from './difference-lines.ts'
import { compareWords, foldWords, type WordPiece } from './difference-words.ts'
import { Revealed, RevealedPieces } from './quote-chip.tsx'
import { revealText, type TextPiece } from './visible-text.ts'

const words = uiWords.difference

const LOOK = {
  same: '',
  added: 'bg-done-soft',
  removed: 'bg-failed-soft',
}
/** Also where what differs is nothing but blanks and line breaks. */
function revealChange(text: string): TextPiece[] {
  return revealText(text, text.trim() === '')
}

const SIGN = { same: ' ', added: '+', removed: '−' }

/** Two texts, line by line; lines that are alike fold. */
export function LineDifference({
  before,
  after,
  label,
  notes,
}: {
  before: string
  after: string
  label: string
  /** Said beside a line of the text after, by its number. */
  notes?: ReadonlyMap<number, string[]>
}) {
  const lines = compareLines(before, after)
  if (lines.every(({ kind }) => kind === 'same')) return <p className="text-ink-muted">{words.same}</p>
  return <Lines parts={[lines]} label={label} notes={notes} />
}

/** A unified patch as it was made. */
export function PatchDifference({ patch, label }: { patch: string; label: string }) {
  const parts = useMemo(() => readPatch(patch), [patch])
  return <Lines parts={parts} label={label} />
}

/** One text with its line numbers, nothing of it changed. */
export function NumberedText({
  text,
  label,
  notes,
}: {
  text: string
  label: string
  notes?: ReadonlyMap<number, string[]>
}) {
  const lines = compareLines(text, text)
  return <Frame label={label}>{lines.map((line) => lineOf({ ...line, before: null }, notes))}</Frame>
}

function Lines({
  parts,
  label,
  notes,
}: {
  parts: DifferenceLine[][]
  label: string
  notes?: ReadonlyMap<number, string[]> | undefined
}) {
  return (
    <Frame label={label}>
      {parts.map((part, place) => (
        <Part
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a difference do not move
          key={place}
          lines={part}
          notes={notes}
          divided={place > 0}
        />
      ))}
    </Frame>
  )
}

function Frame({ label, children }: { label: string; children: ReactNode }) {
  return (
    <figure
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      data-box
      className="max-h-[28rem] overflow-auto rounded-md bg-sunken py-1 font-mono text-sm ring-1 ring-line ring-inset"
    >
      {children}
    </figure>
  )
}

function Part({
  lines,
  notes,
  divided,
}: {
  lines: DifferenceLine[]
  notes?: ReadonlyMap<number, string[]> | undefined
  divided: boolean
}) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  return (
    <div className={divided ? 'mt-1 border-t border-line pt-1' : ''}>
      {foldAlike(lines).map((line, place) => {
        if (line.kind !== 'folded') return lineOf(line, notes)
        if (open.has(place)) return line.lines.map((inner) => lineOf(inner, notes))
        return (
          <button
            key={`folded ${line.lines[0]?.before}`}
            type="button"
            data-alike
            onClick={() => setOpen(new Set(open).add(place))}
            className="my-0.5 block w-full bg-hover px-2 py-0.5 text-left font-sans text-ink-muted outline-offset-[-2px] hover:text-ink"
          >
            {words.alike(line.lines.length)}
          </button>
        )
      })}
    </div>
  )
}

function lineOf(line: DifferenceLine, notes?: ReadonlyMap<number, string[]>): ReactNode {
  const { kind, before, after } = line
  const Mark = kind === 'added' ? 'ins' : kind === 'removed' ? 'del' : 'span'
  const said = notes?.get(after ?? 0) ?? []
  return (
    <div key={`${kind} ${before} ${after}`}>
      <div className={classNames('grid grid-cols-[3ch_3ch_1ch_minmax(0,1fr)] gap-x-2 px-2', LOOK[kind])}>
        <span aria-hidden className="text-right text-ink-faint select-none">
          {before}
        </span>
        <span aria-hidden className="text-right text-ink-faint select-none">
          {after}
        </span>
        <span aria-hidden className={classNames('select-none', TEXT[kind])}>
          {SIGN[kind]}
        </span>
        <Mark className="min-w-0 no-underline [overflow-wrap:anywhere] whitespace-pre-wrap">
          {kind === 'same' ? null : (
            <span className="sr-only">
              {words[kind]} {words.line(after ?? before ?? 0)}:{' '}
            </span>
          )}
          {line.words === null ? <Revealed text={line.text} /> : <Pieces pieces={line.words} />}
          {line.text === '' ? <br /> : null}
        </Mark>
      </div>
      {said.map((note) => (
        <p key={note} className="bg-risky-soft px-2 py-0.5 font-sans text-risky">
          ▲ {note}
        </p>
      ))}
    </div>
  )
}

const TEXT = { same: '', added: 'text-done', removed: 'text-failed' }

/** Inside a line that is known to be new or gone, what differs is underlined or struck through. */
function Pieces({ pieces }: { pieces: readonly WordPiece[] }) {
  let at = 0
  return pieces.map(({ kind, text }) => {
    at += text.length + 1
    if (kind === 'same')
      return (
        <span key={at}>
          <Revealed text={text} />
        </span>
      )
    return (
      <span
        key={at}
        className={classNames(
          'font-semibold',
          TEXT[kind],
          kind === 'removed' ? 'line-through' : 'underline decoration-2 underline-offset-2',
        )}
      >
        <RevealedPieces pieces={revealChange(text)} />
      </span>
    )
  })
}

/** Two short texts in one, word by word; where they have nothing in common, the one before the other. */
export function WordDifference({ before, after }: { before: string; after: string }) {
  const [open, setOpen] = useState(false)
  const compared = compareWords(before, after) ?? [
    ...(before === '' ? [] : [{ kind: 'removed' as const, text: before }]),
    ...(after === '' ? [] : [{ kind: 'added' as const, text: after }]),
  ]
  const pieces = open ? compared : foldWords(compared)
  let at = 0
  return (
    <span className="[overflow-wrap:anywhere] whitespace-pre-wrap">
      <bdi>
        {pieces.map(({ kind, text }) => {
          at += text.length + 1
          if (kind === 'same') return <Revealed key={at} text={text} />
          if (kind === 'folded') {
            return (
              <button
                key={at}
                type="button"
                data-alike
                onClick={() => setOpen(true)}
                className="mx-1 rounded-sm bg-hover px-1 text-sm text-ink-muted hover:text-ink"
              >
                … {words.alikeText([...text].length)} …
              </button>
            )
          }
          const Mark = kind === 'added' ? 'ins' : 'del'
          return (
            <Mark
              key={at}
              className={classNames(
                'rounded-sm box-decoration-clone px-0.5',
                LOOK[kind],
                kind === 'removed' ? 'mr-1' : 'underline decoration-1 underline-offset-2',
              )}
            >
              <span className="sr-only">{words[kind]} </span>
              <RevealedPieces pieces={revealChange(text)} />
              <span className="sr-only"> {words.endOf}</span>
            </Mark>
          )
        })}
      </bdi>
    </span>
  )
}
