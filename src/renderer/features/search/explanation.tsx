import type { SearchExplanation, SearchView } from '../../../preload/contract.ts'
import { QuoteChip } from '../../ui/quote-chip.tsx'
import { FIELDS, fieldOf, sayPoints, sumOf } from './explain.ts'
import { FIELD_LOOK } from './score-bar.tsx'
import { searchWords } from './words.ts'

const CELL = 'px-2 py-1.5 text-left align-top first:pl-0 last:pr-0 last:text-right'

/** Every hit: a row for each word of the query, a column for each field. Together they are the score. */
export function Explanation({ result, terms }: { result: SearchView['results'][number]; terms: string[] }) {
  const { explanation } = result
  const fields = FIELDS.filter((field) => explanation.some((hit) => fieldOf(hit) === field))
  const rows = [...new Set(terms)].map((term) => ({
    term,
    hits: explanation.filter((hit) => hit.term === term),
  }))
  return (
    <div className="overflow-x-auto">
      <table aria-label={searchWords.whyOf(result.item.id)} className="w-full border-collapse">
        <thead>
          <tr className="border-b border-line text-sm text-ink-muted *:font-medium">
            <th scope="col" className={CELL}>
              {searchWords.lookedFor}
            </th>
            {fields.map((field) => (
              <th key={field} scope="col" className={CELL}>
                <span className="inline-flex items-center gap-1.5">
                  <span aria-hidden className={`size-2.5 rounded-sm ${FIELD_LOOK[field]}`} />
                  {searchWords.field[field]}
                </span>
              </th>
            ))}
            <th scope="col" className={CELL}>
              {searchWords.sum}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(({ term, hits }) => (
            <tr key={term}>
              <th scope="row" className={`${CELL} font-normal`}>
                <QuoteChip text={term} />
              </th>
              {fields.map((field) => (
                <td key={field} className={CELL}>
                  <Hit hit={hits.find((hit) => fieldOf(hit) === field)} />
                </td>
              ))}
              <td className={CELL}>{sayPoints(sumOf(hits))}</td>
            </tr>
          ))}
          <tr className="*:font-medium">
            <th scope="row" className={CELL}>
              {searchWords.sum}
            </th>
            {fields.map((field) => (
              <td key={field} className={CELL}>
                {sayPoints(sumOf(explanation.filter((hit) => fieldOf(hit) === field)))}
              </td>
            ))}
            <td className={CELL}>{sayPoints(sumOf(explanation))}</td>
          </tr>
        </tbody>
      </table>
    </div>
  )
}

/** How many points, and on which word; a word that is only like the term says so. */
function Hit({ hit }: { hit: SearchExplanation | undefined }) {
  if (hit === undefined) return <span className="text-ink-faint">–</span>
  return (
    <span title={searchWords.strategy[hit.strategy]}>
      {sayPoints(hit.points)}
      <span className="block text-sm text-ink-muted">
        {searchWords.how[hit.strategy]} <QuoteChip text={hit.word} />
      </span>
    </span>
  )
}
