/** Which rows of the table a filter leaves, in which order, and what there is to choose. Pure. */
import type { ToolRef, ToolRow } from '../../../../preload/contract.ts'
import type { GridOrder } from '../../../ui/data-grid.tsx'
import { toolWords as words } from './tools-words.ts'

export const FACETS = ['server', 'state', 'reads', 'asks'] as const
export type Facet = (typeof FACETS)[number]
export type ToolFilter = { text: string } & Record<Facet, string>

/** Of a row, as a facet has it. What has no server is told from servers by a mark that no name has. */
const VALUES: Record<Facet, (row: ToolRow) => string> = {
  server: ({ server, kind }) => server ?? `\0${kind}`,
  state: ({ state }) => state,
  reads: ({ reads }) => (reads ? 'reads' : 'writes'),
  asks: ({ asks }) => asks.when,
}

const SORTS: Record<string, (row: ToolRow) => string | number> = {
  name: ({ name }) => name,
  // Servers first.
  server: ({ serverTitle, kind }) => serverTitle ?? `\uffff${words.kinds[kind]}`,
  about: ({ about }) => about,
  reads: ({ reads }) => Number(reads),
  state: ({ state }) => words.states[state],
  asks: ({ asks }) => ['never', 'writes', 'maybe', 'always'].indexOf(asks.when) * 1000 + asks.people,
  used: ({ used }) => used.count,
  by: ({ used }) => used.by[0]?.name ?? '',
  last: ({ used }) => used.lastAt ?? '',
  failed: ({ used }) => used.failed,
  tokens: ({ tokens }) => tokens,
  tags: ({ tags }) => tags.join(', '),
  aliases: ({ aliases }) => aliases.join(', '),
  clients: ({ clients }) => clients?.join(', ') ?? '',
}

/** No server has a line break in its name, and CSS can spell it. */
export function keyOf({ server, name }: ToolRef): string {
  return `${server ?? ''}\n${name}`
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** What is equal keeps the order of the list. */
export function sortTools(rows: readonly ToolRow[], { by, down }: GridOrder): ToolRow[] {
  const value = SORTS[by] ?? SORTS.name ?? keyOf
  const sign = down ? -1 : 1
  const keyed = rows.map((row) => ({ row, key: value(row) }))
  keyed.sort(({ key: one }, { key: other }) =>
    typeof one === 'number' && typeof other === 'number'
      ? sign * (one - other)
      : sign * collator.compare(String(one), String(other)),
  )
  return keyed.map(({ row }) => row)
}

/** Takes a moment for thousands: before a filter is written letter by letter. */
export function prepareTexts(rows: readonly ToolRow[]): void {
  for (const row of rows) textOf(row)
}

/** Made once for each row. */
const spoken = new WeakMap<ToolRow, string>()

function textOf(row: ToolRow): string {
  const known = spoken.get(row)
  if (known !== undefined) return known
  const { name, title, about, serverTitle, server, item, tags, aliases } = row
  const text = [name, title, about, serverTitle, server, item, ...tags, ...aliases].join('\n').toLowerCase()
  spoken.set(row, text)
  return text
}

/** `rows` in their order; every word of the text must be somewhere. */
export function filterTools(rows: readonly ToolRow[], filter: ToolFilter): ToolRow[] {
  const wanted = filter.text.toLowerCase().split(/\s+/).filter(Boolean)
  const facets = FACETS.filter((facet) => filter[facet] !== '')
  return rows.filter(
    (row) =>
      facets.every((facet) => VALUES[facet](row) === filter[facet]) &&
      wanted.every((word) => textOf(row).includes(word)),
  )
}

export interface FacetChoice {
  value: string
  label: string
  count: number
}

/** What there is of each, with how many of all rows. */
export function choicesOf(rows: readonly ToolRow[]): Record<Facet, FacetChoice[]> {
  const choices = (facet: Facet): FacetChoice[] => {
    const found = new Map<string, FacetChoice>()
    for (const row of rows) {
      const value = VALUES[facet](row)
      const known = found.get(value)
      if (known === undefined) found.set(value, { value, label: labelOf(facet, row), count: 1 })
      else known.count += 1
    }
    return [...found.values()].toSorted((one, other) => collator.compare(one.label, other.label))
  }
  return {
    server: choices('server'),
    state: choices('state'),
    reads: choices('reads'),
    asks: choices('asks'),
  }
}

function labelOf(facet: Facet, row: ToolRow): string {
  switch (facet) {
    case 'server':
      return row.serverTitle ?? words.kinds[row.kind]
    case 'state':
      return words.states[row.state]
    case 'reads':
      return row.reads ? words.reads : words.writes
    case 'asks':
      return words.asks[row.asks.when]
  }
}

/** Those that a person is asked about at each call, though their servers say that they only read. */
export function askedReaders(rows: readonly ToolRow[]): ToolRow[] {
  return rows.filter(
    ({ kind, item, said, confirmed, asks }) =>
      kind === 'tool' && item !== null && said === true && confirmed !== false && asks.when === 'always',
  )
}
