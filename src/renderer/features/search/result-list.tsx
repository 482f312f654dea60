import { type RefObject, useRef } from 'react'
import type { SearchView } from '../../../preload/contract.ts'
import { GoneList } from './gone-list.tsx'
import { ResultRow } from './result-row.tsx'
import { useMoves } from './use-moves.ts'
import { searchWords } from './words.ts'

export interface ResultChoices {
  /** Whose explanations are open, or closed, by hand. */
  toggled: Record<string, boolean>
  toggle: (id: string) => void
  /** Chosen to be compared with another. */
  picked: string | null
  pick: (id: string) => void
  /** Asks why the upper one stands above the lower one. */
  askWhy: (above: string, below: string) => void
}

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

/** Pure. */
export function isOpen({ toggled }: ResultChoices, view: SearchView, id: string): boolean {
  return toggled[id] ?? (view.compared === null && id === view.results[0]?.item.id)
}
