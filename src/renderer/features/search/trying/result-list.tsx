import { type RefObject, useRef } from 'react'
import type { SearchView } from '../../../../preload/contract.ts'
import { searchWords } from '../words.ts'
import { GoneList } from './gone-list.tsx'
import { isOpen, type ResultChoices } from './result-choices.ts'
import { ResultRow } from './result-row.tsx'
import { useMoves } from './use-moves.ts'

/** Best first; each says on demand which word hit where. The first one says so at once, unless places are compared. */
export function ResultList({ view, choices }: { view: SearchView; choices: ResultChoices }) {
  const list = useRef<HTMLOListElement>(null)
  useMoves(list as RefObject<HTMLElement | null>, view.results.map(({ item }) => item.id).join('\n'))
  return (
    <>
      <ol ref={list} aria-label={searchWords.results} className="flex flex-col divide-y divide-line">
        {view.results.map((result, place) => (
          <ResultRow
            key={result.item.id}
            result={result}
            next={view.results[place + 1]?.item.id ?? null}
            view={view}
            open={isOpen(choices, view, result.item.id)}
            choices={choices}
          />
        ))}
      </ol>
      <GoneList view={view} />
    </>
  )
}
