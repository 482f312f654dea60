import { useEffect, useState } from 'react'
import type { ServerTool, ServerTrial } from '../../../../preload/contract.ts'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { Status, type Tone } from '../../../ui/feedback/status.tsx'
import { HairlineList } from '../../../ui/list.tsx'
import { Section } from '../../../ui/section.tsx'
import { Code, CodeBlock } from '../../../ui/text/code.tsx'
import { OneLine, QuoteChip } from '../../../ui/text/quote-chip.tsx'
import { Said } from '../../../ui/text/said.tsx'
import { serverWords as words } from './words.ts'

const TONE: Record<ServerTrial['status'], Tone> = {
  running: 'running',
  answered: 'done',
  failed: 'failed',
  signIn: 'needs',
  stopped: 'refused',
}

/** How a first start goes: its tools, or its own words of what is wrong. `found`: said of what has no tools of its own. */
export function TrialView({ trial, found = null }: { trial: ServerTrial; found?: string | null }) {
  const { status, error, tools, refused, log } = trial
  return (
    <div className="flex flex-col gap-3">
      <p role="status">
        <Status tone={TONE[status]} className="font-medium">
          {status === 'running' ? (
            <Elapsed since={trial.startedAt} />
          ) : (
            (status === 'answered' && found) || words.try.status[status]
          )}
        </Status>
      </p>
      {status === 'running' ? <p className="text-ink-muted">{words.try.runningHint}</p> : null}
      {error === null || status === 'signIn' ? null : (
        <Notice tone="failed">
          <Said text={error} />
        </Notice>
      )}
      {status === 'signIn' ? <p className="text-ink-muted">{words.try.signInText}</p> : null}
      {status === 'answered' && found === null ? <Tools tools={tools} refused={refused} /> : null}
      {log.length === 0 || status === 'answered' ? null : (
        <Section title={words.try.log}>
          <CodeBlock text={log.join('\n')} label={words.try.log} wrap />
        </Section>
      )}
    </div>
  )
}

function Tools({ tools, refused }: Pick<ServerTrial, 'tools' | 'refused'>) {
  if (tools.length + refused.length === 0) return <p className="text-ink-muted">{words.try.noTools}</p>
  return (
    <Section title={words.try.tools(tools.length)} aside={words.try.toolsBy}>
      <section
        aria-label={words.try.toolList}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-56 overflow-y-auto"
      >
        <HairlineList>
          {tools.map((tool) => (
            <li key={tool.name} className="row-padding flex flex-wrap items-baseline gap-x-2">
              <Code>{tool.name}</Code>
              <span className="ml-auto text-sm text-ink-muted">{effectOf(tool)}</span>
              {tool.description === null ? null : (
                <span className="w-full truncate text-sm text-ink-muted">
                  <QuoteChip text={tool.description} />
                </span>
              )}
            </li>
          ))}
          {refused.map(({ tool, reason }) => (
            <li key={tool} className="row-padding">
              <Status tone="failed">{words.try.refused}</Status> <OneLine text={tool} />
              <span className="block text-sm text-ink-muted">
                <Said text={reason} />
              </span>
            </li>
          ))}
        </HairlineList>
      </section>
    </Section>
  )
}

function effectOf({ readOnly }: ServerTool): string {
  return readOnly === null ? words.try.unsaid : readOnly ? words.try.reads : words.try.writes
}

function Elapsed({ since }: { since: string }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1000))
  return seconds < 2 ? words.try.running : words.try.runningFor(seconds)
}
