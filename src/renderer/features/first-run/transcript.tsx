import { useEffect, useRef, useState } from 'react'
import type { PlayView } from '../../../preload/contract.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/feedback/error-state.tsx'
import { Status } from '../../ui/feedback/status.tsx'
import { Revealed } from '../../ui/text/quote-chip.tsx'
import { words } from '../../words.ts'

/** What the scripted agent does and hears, as it happens. */
export function Transcript({ play }: { play: PlayView }) {
  const log = useRef<HTMLDivElement>(null)
  const [codes, setCodes] = useState(false)
  const count = play.lines.length
  // The log alone: what stands above it stays in sight.
  useEffect(() => {
    if (count > 0) log.current?.scrollTo({ top: log.current.scrollHeight })
  }, [count])
  return (
    <section aria-label={words.firstRun.transcript} className="flex flex-col gap-2">
      <div className="flex items-center text-sm">
        <h3 className="font-semibold">{words.firstRun.transcript}</h3>
        <span className="ml-auto flex items-center gap-3">
          {play.lines.some(({ code }) => code !== null) ? (
            <Button size="small" look="plain" aria-pressed={codes} onClick={() => setCodes(!codes)}>
              {words.firstRun.codes}
            </Button>
          ) : null}
          {play.running ? (
            <Status tone="running">{words.firstRun.playing}</Status>
          ) : (
            <Status tone="quiet">{words.firstRun.ended}</Status>
          )}
        </span>
      </div>
      <div
        ref={log}
        role="log"
        aria-label={words.firstRun.transcript}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-56 overflow-y-auto rounded-md bg-sunken px-3 py-2 font-mono text-sm ring-1 ring-line ring-inset"
      >
        {play.lines.map((line) => (
          <p
            key={`${line.at} ${line.who} ${line.text}`}
            className="flex gap-3 py-0.5 [overflow-wrap:anywhere]"
          >
            <span
              className={line.who === 'agent' ? 'w-24 shrink-0 text-accent' : 'w-24 shrink-0 text-ink-muted'}
            >
              {words.firstRun.who[line.who]}
            </span>
            <span className="min-w-0 flex-1">
              <Revealed text={line.text} />
              {codes && line.code !== null ? <span className="text-ink-muted"> {line.code}</span> : null}
            </span>
          </p>
        ))}
      </div>
      {play.error ? <Notice tone="failed">{play.error}</Notice> : null}
    </section>
  )
}
