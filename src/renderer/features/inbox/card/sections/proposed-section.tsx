import { lazy, Suspense } from 'react'
import type { InboxDetail } from '../../../../../preload/contract.ts'
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx'
import { graphWords } from '../../../../ui/graph/graph-words.ts'
import { Section } from '../../../../ui/section.tsx'
import { Code } from '../../../../ui/text/code.tsx'
import { LineDifference, NumberedText } from '../../../../ui/text/difference.tsx'
import { Said } from '../../../../ui/text/said.tsx'
import { cardWords } from '../card-words.ts'
import { Warning } from '../warning-line.tsx'

type Proposal = NonNullable<NonNullable<InboxDetail['subject']>['definition']>

const Graph = lazy(() => import('../../../../ui/graph/graph.tsx').then((part) => ({ default: part.Graph })))

/** The file as it would be saved, against the one that it replaces, beside the machine that it makes. */
export function ProposedSection({ definition }: { definition: Proposal }) {
  const { path, before, after, problems, effects, diagram } = definition
  const text = cardWords.proposed
  const warnings = problems.filter(({ weaker }) => !weaker)
  const notes = notesOf(problems)
  const label = `${text.file} ${path}`
  return (
    <>
      {warnings.length > 0 ? (
        <Section title={text.problems}>
          <ul className="flex flex-col gap-1">
            {warnings.map(({ line, message }) => (
              <Warning
                key={`${line} ${message}`}
                tone="needs"
                text={line === null ? message : `${text.line(line)}: ${message}`}
              />
            ))}
          </ul>
        </Section>
      ) : null}
      <EffectList title={text.effects} effects={effects} />
      <Section title={before === null ? text.whole : text.difference} aside={path}>
        <div className="@container">
          <div className="grid items-start gap-4 @min-[40rem]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            {before === null ? (
              <NumberedText text={after} label={label} notes={notes} />
            ) : (
              <LineDifference before={before} after={after} label={label} notes={notes} />
            )}
            {diagram === null ? null : (
              <div className="min-w-0">
                <p className="mb-1 text-sm text-ink-muted">{text.diagram}</p>
                <Suspense fallback={<Skeleton label={graphWords.loading} lines={3} className="py-4" />}>
                  <Graph {...diagram} />
                </Suspense>
              </div>
            )}
          </div>
        </div>
      </Section>
    </>
  )
}

function notesOf(problems: Proposal['problems']): Map<number, string[]> {
  const notes = new Map<number, string[]>()
  for (const { line, message } of problems)
    if (line !== null) notes.set(line, [...(notes.get(line) ?? []), message])
  return notes
}

type Effects = NonNullable<NonNullable<InboxDetail['subject']>['definition']>['effects']

/** Everything that a workflow can run, with who decides first; what nobody may have decided is marked. */
function EffectList({ title, effects }: { title: string; effects: Effects }) {
  if (effects.length === 0) return null
  return (
    <Section title={title}>
      <ul className="flex flex-col gap-2">
        {effects.map(({ text: where, call, before: first, alone }) => (
          <li key={`${where} ${call}`}>
            <p>
              <Said text={where} /> <Code>{call}</Code>
            </p>
            {alone ? (
              <ul>
                <Warning tone="needs" text={first} />
              </ul>
            ) : (
              <p className="text-ink-muted">
                <Said text={first} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
