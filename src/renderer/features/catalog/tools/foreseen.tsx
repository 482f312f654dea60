import type { ToolChange, ToolRow, ToolsForecast } from '../../../../preload/contract.ts'
import { OneLine } from '../../../ui/text/quote-chip.tsx'
import { Said } from '../../../ui/text/said.tsx'
import { keyOf } from './filter-tools.ts'
import { toolWords as words } from './tools-words.ts'

type Refs = ToolsForecast['changed']

/** So many are listed one by one; the difference below has all of them. */
const MOST_LISTED = 100

/** Which tools change, from what to what; which are so already; and which cannot be changed here, and why. */
export function Foreseen({
  foreseen: { changed, same, fixed },
  change,
  rows,
}: {
  foreseen: ToolsForecast
  change: ToolChange
  rows: ReadonlyMap<string, ToolRow>
}) {
  const rowOf = (ref: Refs[number]) => rows.get(keyOf(ref))
  return (
    <div className="flex flex-col gap-3" aria-live="polite">
      {changed.length === 0 ? (
        <p className="text-ink-muted">{words.foreseen.nothing}</p>
      ) : (
        <section aria-label={words.foreseen.changed(changed.length)}>
          <h3 className="text-sm font-medium">{words.foreseen.changed(changed.length)}</h3>
          <ul {...scrolledFrom(6, changed.length)}>
            {changed.slice(0, MOST_LISTED).map((ref) => (
              <li key={`${ref.server} ${ref.name}`} className="flex flex-wrap items-baseline gap-x-2 py-0.5">
                <Named tool={ref} title={rowOf(ref)?.serverTitle ?? null} />
                <span className="text-sm text-ink-muted">{sayStep(rowOf(ref), change)}</span>
              </li>
            ))}
            {changed.length > MOST_LISTED ? (
              <li className="py-0.5 text-sm text-ink-muted">
                {words.foreseen.more(changed.length - MOST_LISTED)}
              </li>
            ) : null}
          </ul>
        </section>
      )}
      {same.length > 0 ? <p className="text-sm text-ink-muted">{words.foreseen.same(same.length)}</p> : null}
      {fixed.length > 0 ? (
        <section aria-label={words.foreseen.fixed(fixed.length)}>
          <h3 className="text-sm font-medium">{words.foreseen.fixed(fixed.length)}</h3>
          <ul {...scrolledFrom(3, fixed.length)}>
            {fixed.slice(0, MOST_LISTED).map(({ tool, because }) => (
              <li key={`${tool.server} ${tool.name}`} className="py-0.5">
                <Named tool={tool} title={rowOf(tool)?.serverTitle ?? null} />{' '}
                <span className="text-sm text-ink-muted">
                  <Said text={because} />
                </span>
              </li>
            ))}
            {fixed.length > MOST_LISTED ? (
              <li className="py-0.5 text-sm text-ink-muted">
                {words.foreseen.more(fixed.length - MOST_LISTED)}
              </li>
            ) : null}
          </ul>
        </section>
      ) : null}
    </div>
  )
}

/** A few stand whole, however long their names are; what scrolls is reached by the keyboard. */
function scrolledFrom(most: number, count: number): { className: string; tabIndex?: number } {
  return count > most ? { className: 'mt-1 max-h-40 overflow-y-auto', tabIndex: 0 } : { className: 'mt-1' }
}

function Named({ tool: { name }, title }: { tool: Refs[number]; title: string | null }) {
  return (
    <>
      <span className="font-mono text-sm [overflow-wrap:anywhere]">
        <OneLine text={name} />
      </span>
      {title === null ? null : (
        <span className="text-sm text-ink-faint [overflow-wrap:anywhere]">
          <OneLine text={title} />
        </span>
      )}
    </>
  )
}

export function sayStep(row: ToolRow | undefined, change: ToolChange): string {
  if (row === undefined) return ''
  switch (change.do) {
    case 'offer':
      return `${words.states[row.state]} → ${change.on ? words.states.offered : words.states.off}`
    case 'ask': {
      const { when, people } = change
      const { timeoutMs, risk } = people ?? {}
      const asked =
        people === undefined
          ? { ...row.asks, when }
          : { when, people: people.quorum, by: people.role ?? people.permission ?? null }
      const now = when === 'never' ? { when, people: 0, by: null } : asked
      const more = [
        ...(timeoutMs === undefined ? [] : [words.refusedAfter(timeoutMs / 60_000)]),
        ...(risk === 'high' ? [words.highRisk] : []),
      ]
      return [`${words.asking(row.asks)} → ${words.asking(now)}`, ...(when === 'never' ? [] : more)].join(
        ', ',
      )
    }
    case 'confirm': {
      const reads = change.reads ?? row.said === true
      return `${row.reads ? words.reads : words.writes} → ${reads ? words.reads : words.writes}`
    }
    case 'words':
      return [...change.add.map((word) => `+ ${word}`), ...change.remove.map((word) => `− ${word}`)].join(
        ', ',
      )
  }
}
