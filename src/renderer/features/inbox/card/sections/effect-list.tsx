import type { InboxDetail } from '../../../../../preload/contract.ts'
import { Section } from '../../../../ui/section.tsx'
import { Code } from '../../../../ui/text/code.tsx'
import { Said } from '../../../../ui/text/said.tsx'
import { Warning } from '../warning-line.tsx'

type Effects = NonNullable<NonNullable<InboxDetail['subject']>['definition']>['effects']

/** Everything that a workflow can run, with who decides first; what nobody may have decided is marked. */
export function EffectList({ title, effects }: { title: string; effects: Effects }) {
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
                <Warning tone="needs">
                  <Said text={first} />
                </Warning>
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
