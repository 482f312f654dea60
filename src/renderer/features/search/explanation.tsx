import type { SearchView } from '../../../preload/contract.ts'
import { QuoteChip } from '../../ui/quote-chip.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { sayPoints, sumOf } from './explain.ts'
import { FIELD_LOOK } from './score-bar.tsx'
import { searchWords } from './words.ts'

/** Every hit with its points; together they are the score. */
export function Explanation({ result }: { result: SearchView['results'][number] }) {
  return (
    <div className="overflow-x-auto">
      <Table
        label={`${searchWords.why}: ${result.item.id}`}
        columns={searchWords.columns.map((title, place) => ({
          title,
          ...(place === searchWords.columns.length - 1 ? { className: 'text-right' } : {}),
        }))}
      >
        {result.explanation.map((hit) => (
          <tr key={`${hit.term} ${hit.field}`}>
            <Cell>
              <QuoteChip text={hit.term} />
            </Cell>
            <Cell>
              <span className="inline-flex items-center gap-1.5">
                <span aria-hidden className={`h-2.5 w-2.5 rounded-sm ${FIELD_LOOK[hit.field]}`} />
                {searchWords.field[hit.field]}
              </span>
            </Cell>
            <Cell className="text-ink-muted">{searchWords.strategy[hit.strategy]}</Cell>
            <Cell>
              <QuoteChip text={hit.word} />
            </Cell>
            <Cell className="text-right">{sayPoints(hit.points)}</Cell>
          </tr>
        ))}
        <tr className="font-medium">
          <Cell colSpan={4}>{searchWords.sum}</Cell>
          <Cell className="text-right">{sayPoints(sumOf(result.explanation))}</Cell>
        </tr>
      </Table>
    </div>
  )
}
