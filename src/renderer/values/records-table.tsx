import { type ReactNode, useState } from 'react'
import { ScrollBox } from '../ui/scroll-box.tsx'
import { Cell, Table } from '../ui/table.tsx'
import { WordDifference } from '../ui/text/difference.tsx'
import { OneLine, Quotation } from '../ui/text/quote-chip.tsx'
import { Scalar } from '../ui/text/values.tsx'
import { uiWords } from '../ui/ui-words.ts'
import {
  columnsOf,
  isSame,
  type Json,
  type JsonObject,
  own,
  pairRecords,
  type RecordRow,
} from './typed-fields.ts'
import { valueWords } from './value-words.ts'

const MOST_ROWS = 12
/** To draw many thousands at once would stop the window. */
const STEP = 200
const LONGEST_CELL = 160

/** A list of records; with `before`, each row says how it differs. */
export function RecordsTable({
  name,
  value,
  before,
}: {
  name: string
  value: JsonObject[]
  before: JsonObject[] | null
}) {
  const [more, setMore] = useState(0)
  const columns = columnsOf([...value, ...(before ?? [])]) ?? []
  const all = pairRecords(value, before)
  const places = placesShown(all, more)
  const left = all.length - places.size
  return (
    <ScrollBox label={name}>
      <Table
        label={name}
        columns={[
          ...(before === null ? [] : [{ title: valueWords.rowMark, className: 'w-20' }]),
          ...columns.map((column) => ({
            title: <OneLine text={column} />,
            className: '[overflow-wrap:anywhere]',
          })),
        ]}
      >
        {all.map((row, place) =>
          places.has(place) ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows may be equal, and their place is all they have
            <tr key={place} className={row.mark === 'removed' ? 'text-ink-muted' : ''}>
              {before === null ? null : (
                <Cell className="text-sm font-medium text-needs">
                  {valueWords.rowMarks[row.mark ?? 'same']}
                </Cell>
              )}
              {columns.map((column) => (
                <Cell key={column} className="[overflow-wrap:anywhere]">
                  <CellValue row={row} column={column} />
                </Cell>
              ))}
            </tr>
          ) : null,
        )}
      </Table>
      {left > 0 ? (
        <button
          type="button"
          data-folded={left}
          onClick={() => setMore(more + STEP)}
          className="mt-1 rounded-sm text-sm text-accent hover:underline"
        >
          {uiWords.showNext(Math.min(STEP, left), left)}
        </button>
      ) : null}
    </ScrollBox>
  )
}

/** The first, and what differs beside what is alike; then `more` of what was folded away. Pure. */
export function placesShown(rows: readonly Pick<RecordRow, 'mark'>[], more: number): ReadonlySet<number> {
  const all = rows.map((_, place) => place)
  const differs = ({ mark }: Pick<RecordRow, 'mark'>) => mark !== 'same' && mark !== null
  const first = rows.flatMap((row, place) => (place < MOST_ROWS || differs(row) ? [place] : []))
  const shown = new Set(first.slice(0, MOST_ROWS + STEP))
  return new Set([...shown, ...all.filter((place) => !shown.has(place)).slice(0, more)])
}

function CellValue({ row, column }: { row: RecordRow; column: string }): ReactNode {
  const [now, before] = [cellOf(row.value, column), cellOf(row.before, column)]
  if (row.mark === 'changed' && !isSame(now, before))
    return <WordDifference before={asText(before)} after={asText(now)} />
  const value = row.value === undefined ? before : now
  if (value === undefined) return null
  if (typeof value === 'string' && value.length > LONGEST_CELL)
    return <Quotation text={value} longest={LONGEST_CELL} bare />
  return <Scalar value={value as string | number | boolean | null} />
}

function cellOf(record: JsonObject | undefined, column: string): Json | undefined {
  return record === undefined ? undefined : own(record, column)
}

function asText(value: Json | undefined): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
