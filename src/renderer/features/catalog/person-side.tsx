import type { CatalogDetail } from '../../../preload/contract.ts'
import { Graph } from '../../ui/graph/graph.tsx'
import { ACTOR_MARK } from '../../ui/graph/graph-picture.tsx'
import { Section } from '../../ui/section.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { Code } from '../../ui/text/code.tsx'
import { OneLine } from '../../ui/text/quote-chip.tsx'
import { Said } from '../../ui/text/said.tsx'
import { ItemTitle } from './catalog-row.tsx'
import { catalogWords } from './words.ts'

/** For somebody who decides whether an agent may use it: how it goes, and what it calls. */
export function PersonSide({ item }: { item: CatalogDetail }) {
  return (
    <div>
      {item.diagram && item.diagram.states.length > 0 ? (
        <Section title={catalogWords.diagram}>
          <Graph {...item.diagram} />
        </Section>
      ) : null}
      {item.start.length > 0 ? (
        <Section title={catalogWords.start}>
          <Rules rules={item.start} />
        </Section>
      ) : null}
      {item.transitions.length > 0 ? <Ways item={item} /> : null}
    </div>
  )
}

function Ways({ item }: { item: CatalogDetail }) {
  // A capability is called in a state of its own, of which nobody needs to know.
  const states = item.kind === 'workflow'
  const columns = states ? catalogWords.wayColumns : catalogWords.wayColumns.slice(1)
  const titles = new Map(item.diagram?.states.map((state) => [state.name, state.title]))
  return (
    <Section title={catalogWords.ways} aside={catalogWords.literal}>
      <Table label={catalogWords.ways} columns={columns.map((title) => ({ title }))}>
        {item.transitions.map((way, place) => {
          const Mark = ACTOR_MARK[way.actor]
          const before = item.transitions[place - 1]
          return (
            <tr key={`${way.state} ${way.name}`}>
              {states ? (
                <Cell className="text-ink-muted min-[58.75rem]:min-w-28 [overflow-wrap:anywhere]">
                  {before?.state === way.state ? (
                    <span className="sr-only">{titles.get(way.state) ?? way.state}</span>
                  ) : (
                    <OneLine text={titles.get(way.state) ?? way.state} />
                  )}
                </Cell>
              ) : null}
              <Cell className="font-medium min-[58.75rem]:min-w-28 [overflow-wrap:anywhere]">
                <ItemTitle item={{ title: way.title, source: item.source }} />
              </Cell>
              <Cell>
                <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
                  <Mark aria-hidden size={13} className="text-ink-muted" />
                  {catalogWords.actor[way.actor]}
                </span>
              </Cell>
              <Cell className="[overflow-wrap:anywhere]">
                {way.call === null ? (
                  <span className="text-ink-faint">{catalogWords.callsNothing}</span>
                ) : (
                  <Code>{way.call}</Code>
                )}
                {way.rules.length === 0 ? null : <Rules rules={way.rules} />}
              </Cell>
            </tr>
          )
        })}
      </Table>
    </Section>
  )
}

function Rules({ rules }: { rules: string[] }) {
  return (
    <ul className="mt-1 flex flex-col gap-0.5 text-sm text-ink-muted">
      {rules.map((rule) => (
        <li key={rule} className="[overflow-wrap:anywhere]">
          <Said text={rule} />
        </li>
      ))}
    </ul>
  )
}
