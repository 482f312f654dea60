import type { RunDetail, RunSummary } from '../../../preload/contract.ts'
import { Status } from '../../ui/feedback/status.tsx'
import { HairlineList } from '../../ui/list.tsx'
import { Section } from '../../ui/section.tsx'
import { OneLine } from '../../ui/text/quote-chip.tsx'
import { Time } from '../../ui/text/time.tsx'
import { lookOf, sayName, sayState, sayWaiting } from './look.ts'
import { runWords } from './words.ts'

/** The run whose step this one is. */
export function Parent({ run }: { run: RunDetail }) {
  if (run.parent === null) return null
  return (
    <Section title={runWords.partOf} aside={runWords.parentAside}>
      <HairlineList>
        <Related run={run.parent} />
      </HairlineList>
    </Section>
  )
}

/** The runs that are steps of this one. */
export function Children({ run }: { run: RunDetail }) {
  if (run.children.length === 0) return null
  return (
    <Section title={runWords.children}>
      <HairlineList>
        {run.children.map((child) => (
          <Related key={child.id} run={child} />
        ))}
      </HairlineList>
    </Section>
  )
}

function Related({ run }: { run: RunSummary }) {
  const look = lookOf(run)
  return (
    <li className="row-padding flex flex-wrap items-center gap-x-3">
      <a
        href={`#/runs/${encodeURIComponent(run.id)}`}
        className="rounded-sm font-medium text-accent hover:underline"
      >
        <OneLine text={run.title} />
      </a>
      <Status tone={look.tone}>{look.word}</Status>
      <span className="min-w-0 text-ink-muted">
        {[sayState(run, sayName(run.state)), sayWaiting(run)].filter(Boolean).join(' · ')}
      </span>
      <Time at={run.updatedAt} className="ml-auto text-sm text-ink-muted" />
    </li>
  )
}
