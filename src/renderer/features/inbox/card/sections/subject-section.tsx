import type { InboxDetail } from '../../../../../preload/contract.ts'
import { Section } from '../../../../ui/section.tsx'
import { PatchDifference } from '../../../../ui/text/difference.tsx'
import { Quotation } from '../../../../ui/text/quote-chip.tsx'
import { Said } from '../../../../ui/text/said.tsx'
import { words } from '../../../../words.ts'
import { cardWords } from '../card-words.ts'
import { Warning } from '../warning-line.tsx'
import { ProposedSection } from './proposed-section.tsx'
import { ToolSection } from './tool-section.tsx'

/** What a proposal would change, literally, or what a server asks; what would be allowed by it comes first. */
export function SubjectSection({ item }: { item: InboxDetail }) {
  const { subject } = item
  if (subject === null) return null
  const { warnings, notes, files, quote, tool, definition } = subject
  return (
    <>
      {warnings.length > 0 ? (
        <Section title={words.inbox.weaker}>
          <ul className="flex flex-col gap-1">
            {warnings.map((text) => (
              <Warning key={text} tone="risky">
                <Said text={text} />
              </Warning>
            ))}
          </ul>
        </Section>
      ) : null}
      {notes.length > 0 ? (
        <Section title={words.inbox.changes}>
          <ul className="list-disc pl-5">
            {notes.map((text) => (
              <li key={text}>
                <Said text={text} />
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      {quote === null ? null : (
        <Section title={words.inbox.question}>
          <Quotation by={cardWords.server(item.definitionTitle)} text={quote} longest={4000} />
        </Section>
      )}
      {tool === null ? null : <ToolSection tool={tool} />}
      {definition === null ? null : <ProposedSection definition={definition} />}
      {files.map(({ path, patch }) => (
        <Section key={path} title={words.inbox.difference} aside={path}>
          <PatchDifference patch={patch} label={`${words.inbox.difference} ${path}`} />
        </Section>
      ))}
    </>
  )
}
