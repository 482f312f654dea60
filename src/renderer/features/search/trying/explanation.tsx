import type { SearchExplanation, SearchResult } from '../../../../preload/contract.ts'
import { QuoteChip } from '../../../ui/text/quote-chip.tsx'
import { searchWords } from '../words.ts'
import { FIELDS, fieldOf, groupHits, sayPoints, sumOf } from './explain.ts'
import { resultWords } from './result-words.ts'
import { FIELD_LOOK } from './score-bar.tsx'

/** The sum stays in sight; what is beneath it in a narrow window fades, rather than ends, before it. */
const CELL =
  'px-2 py-1.5 text-left align-top first:pl-0 last:sticky last:right-0 last:bg-surface last:pr-0 last:pl-3 last:text-right last:shadow-[-12px_0_8px_-2px_var(--color-surface)]'

/** Every hit: a row for each word of the query, a column for each field; then what concerns the whole. Together they are the score. */
export function Explanation({ result, terms }: { result: SearchResult; terms: string[] }) {
  const { explanation } = result
  const inFields = explanation.filter((hit) => fieldOf(hit) !== 'whole')
  const fields = FIELDS.filter((field) => inFields.some((hit) => fieldOf(hit) === field))
  const { words, whole } = groupHits(explanation, terms)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <figure tabIndex={0} aria-label={searchWords.whyOf(result.item.id)} className="overflow-x-auto">
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-b border-line text-sm text-ink-muted *:font-medium">
            <th scope="col" className={CELL}>
              {searchWords.lookedFor}
            </th>
            {fields.map((field) => (
              <th key={field} scope="col" className={CELL}>
                <span className="inline-flex items-center gap-1.5">
                  <span
                    aria-hidden
                    className={`size-2.5 shrink-0 rounded-sm forced-color-adjust-none ${FIELD_LOOK[field]}`}
                  />
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
          {words.map(({ term, hits }) => (
            <tr key={term}>
              <th scope="row" className={`${CELL} font-normal whitespace-nowrap`}>
                <QuoteChip text={term} />
              </th>
              {fields.map((field) => (
                <td key={field} className={CELL}>
                  <Hits hits={hits.filter((hit) => fieldOf(hit) === field)} />
                </td>
              ))}
              <td className={CELL}>{sayPoints(sumOf(hits))}</td>
            </tr>
          ))}
          {whole.map((hit) => (
            <tr key={`${hit.strategy} ${hit.term} ${hit.word}`}>
              <th scope="row" colSpan={fields.length + 1} className={`${CELL} font-normal`}>
                <Whole hit={hit} />
              </th>
              <td className={CELL}>{sayPoints(hit.points)}</td>
            </tr>
          ))}
          <tr className="*:font-medium">
            <th scope="row" className={CELL}>
              {searchWords.sum}
            </th>
            {fields.map((field) => (
              <td key={field} className={CELL}>
                {sayPoints(sumOf(inFields.filter((hit) => fieldOf(hit) === field)))}
              </td>
            ))}
            <td className={CELL}>{sayPoints(sumOf(explanation))}</td>
          </tr>
        </tbody>
      </table>
    </figure>
  )
}

/** How many points, and on which word; a word that is only like the term says so. */
function Hits({ hits }: { hits: SearchExplanation[] }) {
  if (hits.length === 0) return <span className="text-ink-faint">–</span>
  return hits.map((hit) => (
    <span key={`${hit.strategy} ${hit.word}`} title={searchWords.strategy[hit.strategy]} className="block">
      {sayPoints(hit.points)}
      <span className="block text-sm text-ink-muted">
        {searchWords.how[hit.strategy]}{' '}
        <span className="whitespace-nowrap">
          <QuoteChip text={hit.word} />
        </span>
      </span>
    </span>
  ))
}

/** What concerns the query as a whole, as a sentence. */
function Whole({ hit }: { hit: SearchExplanation }) {
  const { sentences } = resultWords
  const says =
    hit.strategy === 'coverage' && hit.points > 0 ? sentences.coverageGain : sentences[hit.strategy]
  const quoted = hit.term === '' ? hit.word : hit.term
  return (
    <>
      {says} {quoted === '' ? null : <QuoteChip text={quoted} />}
    </>
  )
}
