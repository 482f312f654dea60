import type { InboxDetail } from '../../../preload/contract.ts'
import { CodeBlock } from '../../ui/code.tsx'
import { QuoteChip } from '../../ui/quote-chip.tsx'
import { Section } from '../../ui/section.tsx'
import { words } from '../../words.ts'

const TITLES = {
  patch: words.inbox.difference,
  before: words.inbox.textBefore,
  after: words.inbox.textAfter,
}

/** What a proposal would change, literally, or what a server asks; what would be allowed by it comes first. */
export function SubjectSection({ subject }: { subject: InboxDetail['subject'] }) {
  if (subject === null) return null
  const { warnings, notes, texts, quote } = subject
  return (
    <>
      {warnings.length > 0 ? (
        <Section title={words.inbox.weaker}>
          <ul className="list-disc pl-5 text-risky">
            {warnings.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Section>
      ) : null}
      {notes.length > 0 ? (
        <Section title={words.inbox.changes}>
          <ul className="list-disc pl-5">
            {notes.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Section>
      ) : null}
      {quote === null ? null : (
        <Section title={words.inbox.question}>
          <p>
            <QuoteChip text={quote} />
          </p>
        </Section>
      )}
      {texts.map(({ title, text, form }) => (
        <Section key={`${form} ${title}`} title={TITLES[form]} aside={form === 'patch' ? title : undefined}>
          <CodeBlock text={text} label={`${TITLES[form]} ${title}`} wrap />
        </Section>
      ))}
    </>
  )
}
