import type { ReactNode } from 'react'
import type { ToolRow, ToolState } from '../../../../preload/contract.ts'
import type { Column } from '../../../ui/data-grid.tsx'
import { Status, type Tone } from '../../../ui/feedback/status.tsx'
import { OneLine, QuoteChip } from '../../../ui/text/quote-chip.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { toolWords as words } from './tools-words.ts'

const STATE_TONE: Record<ToolState, Tone> = {
  offered: 'done',
  off: 'quiet',
  new: 'needs',
  changed: 'needs',
  refused: 'refused',
  faulty: 'failed',
  unlisted: 'quiet',
  away: 'failed',
  disabled: 'quiet',
}

type Name = keyof (typeof words)['column']
interface ToolColumn extends Column<ToolRow> {
  id: Name
}

const column = (
  id: Name,
  width: number,
  cell: (row: ToolRow) => ReactNode,
  more: Partial<ToolColumn> = {},
) => ({
  id,
  title: words.column[id],
  width,
  cell,
  ...more,
})

/** In the order in which they stand. What an outsider wrote is plain text, or a quotation where it is a sentence. */
export const COLUMNS: readonly ToolColumn[] = [
  column(
    'name',
    200,
    (row) => (
      <span className="min-w-0 truncate font-mono text-sm" title={row.about}>
        <OneLine text={row.name} />
      </span>
    ),
    { grows: true },
  ),
  column('server', 120, ({ kind, serverTitle }) => (
    <span className="truncate text-ink-muted">
      {serverTitle === null ? words.kinds[kind] : <OneLine text={serverTitle} />}
    </span>
  )),
  column(
    'about',
    260,
    ({ about, server }) => {
      if (about === '') return null
      return server === null ? (
        <span className="truncate text-ink-muted">
          <OneLine text={about} />
        </span>
      ) : (
        <QuoteChip text={about} className="truncate" />
      )
    },
    { grows: true },
  ),
  column('reads', 154, (row) => <Reading row={row} />),
  column('state', 136, ({ state }) => <Status tone={STATE_TONE[state]}>{words.states[state]}</Status>),
  column('asks', 184, ({ asks }) => <span className="truncate">{words.asking(asks)}</span>),
  column('used', 64, ({ used }) => (used.count === 0 ? <Nothing /> : used.count.toLocaleString('en')), {
    isNumber: true,
  }),
  column('by', 160, ({ used: { by } }) => (
    <span className="truncate text-ink-muted">
      <OneLine text={by.map(({ name, count }) => words.usedBy(name, count)).join(', ')} />
    </span>
  )),
  column('last', 100, ({ used: { lastAt } }) =>
    lastAt === null ? <span className="text-ink-faint">{words.never}</span> : <Time at={lastAt} />,
  ),
  column('failed', 80, ({ used }) => (used.failed === 0 ? <Nothing /> : words.failedShare(used.failed)), {
    isNumber: true,
  }),
  column('tokens', 72, ({ tokens }) => tokens.toLocaleString('en'), { isNumber: true }),
  column('tags', 160, ({ tags }) => <List texts={tags} />),
  column('aliases', 160, ({ aliases }) => <List texts={aliases} />),
  column('clients', 140, ({ clients }) => (
    <span className="truncate text-ink-muted">
      {clients === null ? (
        words.everyClient
      ) : clients.length === 0 ? (
        words.noClient
      ) : (
        <OneLine text={clients.join(', ')} />
      )}
    </span>
  )),
]

/** Shown until a person chooses. The name is always there. */
export const USUAL_COLUMNS: readonly Name[] = [
  'name',
  'server',
  'reads',
  'state',
  'asks',
  'used',
  'last',
  'tokens',
]

function Reading({ row: { reads, said, confirmed, server } }: { row: ToolRow }) {
  const source =
    confirmed !== null ? words.source.person : said !== null ? words.source.server : words.source.nobody
  return (
    <span className="truncate">
      {reads ? words.reads : words.writes}
      {server === null ? null : <span className="text-sm text-ink-faint"> {source}</span>}
    </span>
  )
}

function Nothing() {
  return <span className="text-ink-faint">0</span>
}

function List({ texts }: { texts: readonly string[] }) {
  return (
    <span className="truncate text-ink-muted">
      <OneLine text={texts.join(', ')} />
    </span>
  )
}
