import { type ReactNode, useState } from 'react'
import { ScrollBox } from '../ui/scroll-box.tsx'
import { Cell, Table } from '../ui/table.tsx'
import { WordDifference } from '../ui/text/difference.tsx'
import { OneLine, Quotation } from '../ui/text/quote-chip.tsx'
import { Scalar } from '../ui/text/values.tsx'
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
  const [open, setOpen] = useState(false)
  const columns = columnsOf([...value, ...(before ?? [])]) ?? []
  const all = pairRecords(value, before)
  // What differs is never folded away.
  const shown = open
    ? all
    : all.filter((row, place) => place < MOST_ROWS || (row.mark !== 'same' && row.mark !== null))
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
        {shown.map((row, place) => (
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
        ))}
      </Table>
      {shown.length < all.length ? (
        <button
          type="button"
          data-folded={all.length - shown.length}
          onClick={() => setOpen(true)}
          className="mt-1 rounded-sm text-sm text-accent hover:underline"
        >
          {valueWords.rows(all.length)}
        </button>
      ) : null}
    </ScrollBox>
  )
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
