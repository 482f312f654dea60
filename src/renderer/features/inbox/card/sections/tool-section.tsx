import { useState } from 'react'
import type { InboxDetail } from '../../../../../preload/contract.ts'
import { Sentence } from '../../../../items/sentence.tsx'
import { writeRouteId } from '../../../../routes/route-id.ts'
import { Section } from '../../../../ui/section.tsx'
import { LineDifference, NumberedText, WordDifference } from '../../../../ui/text/difference.tsx'
import { Quotation, QuoteChip } from '../../../../ui/text/quote-chip.tsx'
import { cardWords } from '../card-words.ts'

type Tool = NonNullable<NonNullable<InboxDetail['subject']>['tool']>

/** A tool that its server describes otherwise: its words, its form, what it claims, and who would call it. */
export function ToolSection({ tool }: { tool: Tool }) {
  const text = cardWords.tool
  return (
    <>
      {tool.words.map((said) => (
        <Section
          key={said.of.join(' ')}
          title={<WhatItSays of={said.of} />}
          aside={cardWords.server(tool.connection)}
        >
          {tool.isNew || said.before === '' ? (
            <Quotation text={said.after} longest={1200} />
          ) : (
            <div className="border-l-2 border-line-strong pl-3">
              <WordDifference before={said.before} after={said.after} />
            </div>
          )}
        </Section>
      ))}
      {tool.hints.length > 0 ? (
        <Section title={text.hints} aside={text.hintsAside}>
          <ul className="list-disc pl-5">
            {tool.hints.map((hint) => (
              <li key={hint}>{hint}</li>
            ))}
          </ul>
        </Section>
      ) : null}
      {tool.changes.length > 0 ? (
        <Section title={tool.isNew ? text.fields : text.form}>
          <ul className="list-disc pl-5">
            {tool.changes.map((change, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two changes may read alike
              <li key={place} className="py-0.5">
                <Sentence parts={change} />
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      <Section title={text.uses} aside={text.usesAside}>
        {tool.uses.length === 0 ? (
          <p className="text-ink-muted">{text.unused}</p>
        ) : (
          <ul className="flex flex-wrap gap-x-4 gap-y-1">
            {tool.uses.map(({ id, kind, title }) => (
              <li key={id}>
                <a
                  href={`#/catalog/${kind === 'workflow' ? 'workflows' : 'capabilities'}/${writeRouteId(id)}`}
                  className="rounded-sm text-accent hover:underline"
                >
                  {title}
                </a>{' '}
                <span className="text-sm text-ink-muted">{text.kinds[kind]}</span>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Whole tool={tool} />
    </>
  )
}

function WhatItSays({ of }: { of: string[] }) {
  const text = cardWords.tool
  const [what, name] = of
  if (what === 'title') return text.title
  if (what !== 'field') return text.description
  return (
    <>
      {text.field} <QuoteChip text={name ?? ''} />
    </>
  )
}

/** To the letter, for whoever wants it; at first it is closed. */
function Whole({ tool }: { tool: Tool }) {
  const [open, setOpen] = useState(false)
  const text = cardWords.tool
  return (
    <Section title={text.whole}>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="mb-2 rounded-sm text-accent hover:underline"
      >
        {open ? text.hideWhole : text.showWhole}
      </button>
      {!open ? null : tool.isNew ? (
        <NumberedText text={tool.after} label={text.whole} />
      ) : (
        <LineDifference before={tool.before} after={tool.after} label={text.whole} />
      )}
    </Section>
  )
}
