import { CornerDownRight } from 'lucide-react'
import { useState } from 'react'
import type { Preview } from '../../preload/contract.ts'
import type { Json } from '../ui/text/json-view.tsx'
import { OneLine, Revealed } from '../ui/text/quote-chip.tsx'
import { Scalar } from '../ui/text/values.tsx'
import { words } from '../words.ts'
import { isSame, type JsonObject } from './typed-fields.ts'

/** Whole: nothing of what is signed is out of sight in a box of its own. */
const FRAME = 'mt-0.5 block rounded-sm bg-sunken px-2 py-1 ring-1 ring-line ring-inset'

/** What the person signs, never shortened: with its values below each other where it has named ones, and word for word. */
export function CallView({
  text,
  shown = null,
}: {
  text: string
  /** Values that stand elsewhere on the card. */
  shown?: JsonObject | null
}) {
  const [literal, setLiteral] = useState(false)
  const split = splitCall(text)
  if (split === null) return <Literal text={text} />
  const isShown = shown !== null && isSame(split.values, shown)
  return (
    <>
      {literal ? (
        <Literal text={text} />
      ) : (
        <span className={FRAME}>
          <code className="font-mono text-sm [overflow-wrap:anywhere]">
            <Revealed text={split.called} />
          </code>
          {isShown ? <span className="text-ink-muted"> {words.inbox.asShown}</span> : null}
          <span className="mt-0.5 grid grid-cols-[fit-content(12rem)_minmax(0,1fr)] gap-x-3 empty:hidden">
            {Object.entries(isShown ? {} : split.values).map(([name, value]) => (
              <span key={name} data-value className="contents">
                <span className="text-ink-muted [overflow-wrap:anywhere]">
                  <OneLine text={name} />
                </span>
                <span className="[overflow-wrap:anywhere]">
                  {typeof value === 'object' && value !== null ? (
                    <code className="font-mono text-sm">
                      <Revealed text={JSON.stringify(value)} />
                    </code>
                  ) : (
                    <Scalar value={value} />
                  )}
                </span>
              </span>
            ))}
          </span>
        </span>
      )}
      <button
        type="button"
        aria-pressed={literal}
        onClick={() => setLiteral(!literal)}
        className="mt-0.5 rounded-sm text-sm text-accent hover:underline"
      >
        {words.inbox.wordForWord}
      </button>
    </>
  )
}

/** The steps that follow by themselves, with their literal calls. */
export function NextSteps({ steps }: Pick<Preview, 'steps'>) {
  return steps.map((step) => (
    <div key={`${step.state} ${step.transition}`} className="flex gap-1.5" title={step.because}>
      <CornerDownRight aria-hidden size={14} className="mt-[3px] shrink-0 text-ink-faint" />
      <span className="min-w-0 flex-1">
        <span className="text-ink-muted">{words.inbox.thenByItself}: </span>
        <OneLine text={step.title} />
        {step.approximate ? <span className="text-ink-muted"> ({words.inbox.approximately})</span> : null}
        {step.call === null ? null : <CallView text={step.call} />}
      </span>
    </div>
  ))
}

/** Word for word, on lines of its own. */
function Literal({ text }: { text: string }) {
  return (
    <code
      title={words.inbox.literalCall}
      className={`${FRAME} font-mono text-sm [overflow-wrap:anywhere] whitespace-pre-wrap`}
    >
      <Revealed text={text} />
    </code>
  )
}

/**
 * A literal call of a tool, a request or a workflow as what is called and its values, for reading. Null where the text
 * is anything else: only what reads the same when it is put together again is taken apart, so nothing is left out. Pure.
 */
export function splitCall(text: string): { called: string; values: Record<string, Json> } | null {
  const at = text.indexOf(' {')
  const called = text.slice(0, Math.max(0, at))
  // Between quotation marks, a brace may be anything.
  if (called === '' || /["'`]/.test(called)) return null
  const values = readRecord(text.slice(at + 1))
  if (values === null || Object.keys(values).length === 0) return null
  return `${called} ${JSON.stringify(values)}` === text ? { called, values } : null
}

function readRecord(text: string): Record<string, Json> | null {
  try {
    return JSON.parse(text) as Record<string, Json>
  } catch {
    return null
  }
}
