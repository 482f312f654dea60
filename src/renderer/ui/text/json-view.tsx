import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '../class-names.ts'
import { uiWords } from '../ui-words.ts'
import { Numeral } from './numeral.tsx'
import { Revealed } from './quote-chip.tsx'
import { countLines, foldText } from './visible-text.ts'

/** Of a list of many thousands nobody reads all; to draw them would stop the window. */
const MOST_ENTRIES = 200

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** A value as a tree that folds. Text stays text: nothing in it is rendered or followed. */
export function JsonView({
  value,
  label,
  openDepth = 2,
  className,
}: {
  value: Json
  label: string
  /** Levels that are open at first. */
  openDepth?: number
  className?: string
}) {
  return (
    <figure
      aria-label={label}
      className={classNames('font-mono text-sm [overflow-wrap:anywhere]', className)}
    >
      {isBranch(value) ? <Children value={value} openDepth={openDepth} /> : <Leaf value={value} />}
    </figure>
  )
}

function isBranch(value: Json): value is Json[] | { [key: string]: Json } {
  return typeof value === 'object' && value !== null
}

function Children({ value, openDepth }: { value: Json[] | { [key: string]: Json }; openDepth: number }) {
  const [most, setMost] = useState(MOST_ENTRIES)
  // As in a form: people count from 1.
  const entries = Array.isArray(value)
    ? value.map((child, place): [string, Json] => [String(place + 1), child])
    : Object.entries(value)
  if (entries.length === 0)
    return <span className="text-ink-faint">{Array.isArray(value) ? '[ ]' : '{ }'}</span>
  return (
    <ul className="flex flex-col gap-0.5">
      {entries.slice(0, most).map(([name, child]) => (
        <li key={name}>
          <Branch name={name} value={child} openDepth={openDepth - 1} />
        </li>
      ))}
      {entries.length > most ? (
        <li>
          <button
            type="button"
            data-folded={entries.length - most}
            onClick={() => setMost(most + MOST_ENTRIES)}
            className="ml-4 rounded-sm text-accent hover:underline"
          >
            {uiWords.showNext(Math.min(MOST_ENTRIES, entries.length - most), entries.length - most)}
          </button>
        </li>
      ) : null}
    </ul>
  )
}

function Branch({ name, value, openDepth }: { name: string; value: Json; openDepth: number }) {
  const [open, setOpen] = useState(openDepth > 0)
  const key = <Revealed text={name} oneLine />
  if (!isBranch(value) || Object.keys(value).length === 0) {
    return (
      <div className="flex gap-2 pl-4">
        <span className="max-w-1/2 shrink-0 text-ink-muted">{key}</span>
        {isBranch(value) ? <Children value={value} openDepth={0} /> : <Leaf value={value} />}
      </div>
    )
  }
  const count = Object.keys(value).length
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        data-folded={open ? undefined : count}
        onClick={() => setOpen(!open)}
        className="flex items-center rounded-sm text-left text-ink-muted hover:text-ink"
      >
        <ChevronRight
          aria-hidden
          size={12}
          className={classNames('mr-1 transition-transform', open && 'rotate-90')}
        />
        {key}
        <span className="ml-2 shrink-0 text-ink-faint">
          {Array.isArray(value) ? `[${count}]` : `{${count}}`}
        </span>
      </button>
      {open ? (
        <div className="ml-1.5 border-l border-line pl-2">
          <Children value={value} openDepth={openDepth} />
        </div>
      ) : null}
    </>
  )
}

function Leaf({ value }: { value: string | number | boolean | null }) {
  const [open, setOpen] = useState(false)
  if (typeof value !== 'string') {
    return (
      <span className={value === null ? 'text-ink-faint' : 'text-accent'}>
        {typeof value === 'number' ? <Numeral value={value} /> : String(value)}
      </span>
    )
  }
  const { text, folded } = open ? { text: value, folded: false } : foldText(value, 240)
  return (
    <span className="min-w-0 whitespace-pre-wrap">
      <bdi>
        <Revealed text={text} />
      </bdi>
      {folded ? (
        <button
          type="button"
          data-folded={countLines(value.slice(text.length))}
          onClick={() => setOpen(true)}
          className="ml-1 rounded-sm text-accent hover:underline"
        >
          …
        </button>
      ) : null}
    </span>
  )
}
