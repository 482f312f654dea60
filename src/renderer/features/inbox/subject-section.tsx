import type { InboxDetail } from '../../../preload/contract.ts'
import { CodeBlock } from '../../ui/code.tsx'
import { Quotation } from '../../ui/quote-chip.tsx'
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
          <Quotation
            by=""
            text={quote}
            longest={4000}
            moreLabel={words.common.showMore}
            lessLabel={words.common.showLess}
          />
        </Section>
      )}
      {texts.map(({ title, text, form }) => (
        <Section key={`${form} ${title}`} title={TITLES[form]} aside={form === 'patch' ? title : undefined}>
          <CodeBlock
            text={form === 'patch' ? withoutHead(text) : text}
            label={`${TITLES[form]} ${title}`}
            wrap
          />
        </Section>
      ))}
    </>
  )
}

/** What stands before the first changed lines says only which file it is, as the title does. */
function withoutHead(patch: string): string {
  const from = patch.indexOf('\n@@')
  return from < 0 ? patch : patch.slice(from + 1)
}
