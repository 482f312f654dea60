import type { ReactNode } from 'react'
import type { ToolsDifference } from '../../../../preload/contract.ts'
import { Sentence } from '../../../items/sentence.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { Section } from '../../../ui/section.tsx'
import { Code } from '../../../ui/text/code.tsx'
import { Quotation, QuoteChip } from '../../../ui/text/quote-chip.tsx'
import { sourceWords } from './source-words.ts'

const words = sourceWords.newer

/** Which tools would come, go and change. */
export function ToolsDifferenceView({ difference }: { difference: ToolsDifference }) {
  const { added, gone, changed, same } = difference
  return (
    <Section title={words.tools} aside={words.same(same)}>
      {added.length + gone.length + changed.length === 0 ? (
        <Status tone="done">{words.noChanges}</Status>
      ) : (
        <ul className="flex flex-col gap-2">
          {gone.map((tool) => (
            <Line key={tool} tone="failed" word={words.gone} tool={tool} />
          ))}
          {changed.map(({ tool, changes, description }) => (
            <Line key={tool} tone="needs" word={words.changed} tool={tool}>
              <ul className="list-disc pl-5 text-sm text-ink-muted">
                {changes.map((sentence) => (
                  <li key={sentence.map(({ text }) => text).join('')}>
                    <Sentence parts={sentence} />
                  </li>
                ))}
              </ul>
              {description === null ? null : (
                <div className="flex flex-col gap-1">
                  <Description by={words.before} text={description.before} />
                  <Description by={words.after} text={description.after} />
                </div>
              )}
            </Line>
          ))}
          {added.map(({ tool, description, readOnly }) => (
            <Line key={tool} tone="accent" word={words.added} tool={tool}>
              <p className="text-sm text-ink-muted">
                {words.effect[readOnly === null ? 'unknown' : readOnly ? 'reads' : 'writes']}{' '}
                {description === null ? null : <QuoteChip text={description} />}
              </p>
            </Line>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Line({
  tone,
  word,
  tool,
  children,
}: {
  tone: 'failed' | 'needs' | 'accent'
  word: string
  tool: string
  children?: ReactNode
}) {
  return (
    <li className="flex flex-col gap-1">
      <p className="flex flex-wrap items-center gap-2">
        <Status tone={tone}>{word}</Status> <Code>{tool}</Code>
      </p>
      {children}
    </li>
  )
}

function Description({ by, text }: { by: string; text: string }) {
  return <Quotation by={by} text={text} />
}
