import type { RunDetail } from '../../../preload/contract.ts'
import { WhoName } from '../../items/who.tsx'
import { Badge } from '../../ui/feedback/status.tsx'
import { HairlineList } from '../../ui/list.tsx'
import { Section } from '../../ui/section.tsx'
import { JsonView } from '../../ui/text/json-view.tsx'
import { Quotation } from '../../ui/text/quote-chip.tsx'
import { Time } from '../../ui/text/time.tsx'
import { runWords } from './words.ts'

/** What was recorded in support of the run, by whom, with its data. */
export function EvidenceSection({ evidence }: { evidence: RunDetail['evidence'] }) {
  if (evidence.length === 0) return null
  return (
    <Section title={runWords.evidence}>
      <HairlineList>
        {evidence.map((one) => (
          <li key={one.id} className="row-padding flex flex-col gap-1">
            <span className="flex flex-wrap items-center gap-x-3 text-sm text-ink-muted">
              <Badge shape={false}>{one.kind}</Badge>
              <WhoName id={one.by} />
              <span data-count>{runWords.versionShort(one.version)}</span>
              <Time at={one.at} className="ml-auto" />
            </span>
            <Quotation by="" text={one.summary} />
            {one.data === null ? null : (
              <JsonView label={runWords.evidenceData(one.id)} value={one.data} openDepth={1} />
            )}
          </li>
        ))}
      </HairlineList>
    </Section>
  )
}
