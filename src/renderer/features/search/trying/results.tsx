import { memo, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { CatalogItem, ProfilesView, SearchView } from '../../../../preload/contract.ts'
import { WordsDialog } from '../../../editing/words-dialog.tsx'
import { focusRow, stepKey } from '../../../lists/list-keys.ts'
import { useDesk } from '../../../state.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useKeys } from '../../../ui/controls/keys.ts'
import { announce } from '../../../ui/feedback/announcer.tsx'
import { OneLine } from '../../../ui/text/quote-chip.tsx'
import {
  type Profile,
  readSetting,
  type SmartProfile,
  type WordChange,
  writeSetting,
} from '../profiles/profile-settings.ts'
import { useTuning } from '../tuning/tuning.ts'
import { searchWords } from '../words.ts'
import { AgentSide } from './agent-side.tsx'
import { Facets, NO_FILTERS, type SearchFilters } from './facets.tsx'
import { HintText, NothingFits, NothingFound } from './nothing.tsx'
import { isOpen, type ResultChoices } from './result-choices.ts'
import { ResultRow } from './result-row.tsx'
import { resultWords as words } from './result-words.ts'
import { Legend, SearchFacts } from './search-facts.tsx'
import { SideBySide } from './side-by-side.tsx'
import { WhyDialog } from './why-dialog.tsx'

const LONGEST_TITLE = 160

/** What stands on the live page and not on this one. */
function GoneList({ view }: { view: SearchView }) {
  const shown = new Set(view.results.map(({ item }) => item.id))
  const gone = (view.compared?.live ?? []).filter(({ item }) => !shown.has(item.id))
  if (gone.length === 0) return null
  return (
    <section aria-label={words.gone} className="border-t border-line pt-3 text-ink-muted">
      <h2 className="mb-1 text-sm font-semibold">{words.gone}</h2>
      <ul className="flex flex-col gap-1">
        {gone.map(({ rank, item }) => (
          <li key={item.id} className="flex flex-wrap items-baseline gap-x-3">
            <s className="min-w-0 decoration-line-strong [overflow-wrap:anywhere]">
              <OneLine text={item.title} longest={LONGEST_TITLE} />
            </s>
            <span className="text-sm" data-count>
              {words.goneFrom(rank)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What a query finds: facts, filters, and the results as a list or beside those of what is live. Drawn again only for another view. */
export const Results = memo(function Results({
  view,
  profiles,
  limit,
  most,
  isSmart,
  filters,
  onFilters,
  onQuery,
  onMore,
  sideBySide,
}: {
  view: SearchView
  profiles: ProfilesView | null
  limit: number
  /** More than these are never shown. */
  most: number
  /** Only the smart ranking leaves words out. */
  isSmart: boolean
  filters: SearchFilters
  onFilters: (filters: SearchFilters) => void
  onQuery: (query: string) => void
  onMore: () => void
  sideBySide: boolean
}) {
  const { ids, choices, pair, finding, close } = useChoices(view)
  useResultKeys({ ids, toggle: choices.toggle, pick: choices.pick })
  function choose(word: string, choice: typeof letCount): void {
    const { draft, change } = useTuning.getState()
    const tried = profiles === null ? null : asSmart(draft ?? profiles.live.profile)
    if (profiles !== null && tried !== null) change(`word ${word}`, choice(profiles, tried, word), Date.now())
  }
  const isFiltered = filters.kind !== null || filters.source !== null || filters.tags.length > 0
  return (
    <>
      <SearchFacts
        view={view}
        onCount={isSmart ? (word) => choose(word, letCount) : null}
        onIgnore={isSmart ? (word) => choose(word, letIgnore) : null}
      >
        <AgentSide query={view.query} limit={limit} filters={filters} view={view} />
      </SearchFacts>
      <Facets facets={view.facets} filters={filters} onChange={onFilters} />
      {sideBySide ? null : <Legend view={view} />}
      <div className="border-t border-line">
        {sideBySide ? (
          <SideBySide view={view} />
        ) : view.results.length > 0 ? (
          <>
            {view.weak ? (
              <NothingFits hint={view.hint} onFindable={() => choices.makeFindable(null)} />
            ) : null}
            <ResultList view={view} choices={choices} />
          </>
        ) : isFiltered && view.facets.kind.length > 0 ? (
          <p className="flex flex-wrap items-center gap-3 py-6 text-ink-muted">
            <HintText hint={view.hint} />{' '}
            <Button onClick={() => onFilters(NO_FILTERS)}>{words.noFilter}</Button>
          </p>
        ) : (
          <NothingFound hint={view.hint} onTry={onQuery} onFindable={() => choices.makeFindable(null)} />
        )}
      </div>
      {view.results.length < Math.min(view.total, most) ? (
        <Button className="self-center" onClick={onMore}>
          {searchWords.more}
        </Button>
      ) : null}
      {pair === null ? null : (
        <WhyDialog query={view.query} above={pair.above} below={pair.below} onClose={close} />
      )}
      {finding === null ? null : <WordsDialog query={view.query} item={finding.item} onClose={close} />}
    </>
  )
})

/** Best first; each says on demand which word hit where. The first one says so at once, unless places are compared. */
function ResultList({ view, choices }: { view: SearchView; choices: ResultChoices }) {
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

const MOVE_MS = 140

/** Rows that get another place glide there; nothing moves for somebody who wants stillness. */
function useMoves(list: RefObject<HTMLElement | null>, order: string): void {
  const tops = useRef(new Map<string, number>())
  const shown = useRef(order)
  useLayoutEffect(() => {
    const rows = list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? []
    const moves = shown.current !== order && !matchMedia('(prefers-reduced-motion: reduce)').matches
    const now = new Map<string, number>()
    for (const row of rows) {
      const key = row.dataset.row ?? ''
      const top = row.offsetTop
      now.set(key, top)
      const before = tops.current.get(key)
      if (moves && before !== undefined && before !== top) {
        row.animate([{ transform: `translateY(${before - top}px)` }, { transform: 'none' }], {
          duration: MOVE_MS,
          easing: 'ease-out',
        })
      }
    }
    tops.current = now
    shown.current = order
  })
}

/** J and K go through the results, Enter explains the one in focus, X chooses it for a comparison, / goes to the query. */
function useResultKeys({
  ids,
  toggle,
  pick,
}: {
  /** In the order in which they are shown. */
  ids: string[]
  toggle: (id: string) => void
  pick: (id: string) => void
}): void {
  const singleKeys = useDesk((desk) => desk.singleKeys)
  function move(step: 1 | -1): void {
    const next = stepKey(ids, findFocused(), step)
    if (next !== null) focusRow(next)
  }
  useKeys({ j: () => move(1), k: () => move(-1) }, { enabled: singleKeys, repeats: true })
  useKeys(
    {
      Enter: (event) => {
        const id = event.target instanceof HTMLElement ? event.target.dataset.row : undefined
        if (id === undefined) return
        event.preventDefault()
        toggle(id)
      },
      x: () => {
        const id = findFocused()
        if (id !== null) pick(id)
      },
      '/': (event) => {
        event.preventDefault()
        document.querySelector<HTMLInputElement>('#search-query input')?.focus()
      },
    },
    { enabled: singleKeys },
  )
}

/** The row that has the focus, or that holds what has it. */
function findFocused(): string | null {
  return document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row ?? null
}

const LISTS = [
  ['commonWords', 'common'],
  ['askingWords', 'asking'],
] as const

function findList(profiles: ProfilesView, key: string) {
  return profiles.settings.flatMap(({ settings }) => settings).find((setting) => setting.key === key)
}

/** The profile under which a word that does not count counts. Pure. */
export function letCount(profiles: ProfilesView, profile: SmartProfile, word: string): SmartProfile {
  return LISTS.reduce<SmartProfile>((now, [key, standard]) => {
    const setting = findList(profiles, key)
    if (setting === undefined) return now
    const { add, remove } = readSetting(now, setting) as WordChange
    const isBuiltIn = profiles.standardWords[standard].includes(word) && !remove.includes(word)
    return writeSetting(now, setting, {
      add: add.filter((one) => one !== word),
      remove: isBuiltIn ? [...remove, word] : remove,
    })
  }, profile)
}

/** The profile under which a word does not count. Pure. */
export function letIgnore(profiles: ProfilesView, profile: SmartProfile, word: string): SmartProfile {
  const taken = LISTS.find(([key]) => {
    const setting = findList(profiles, key)
    return setting !== undefined && (readSetting(profile, setting) as WordChange).remove.includes(word)
  })
  const setting = findList(profiles, taken?.[0] ?? 'commonWords')
  if (setting === undefined) return profile
  const { add, remove } = readSetting(profile, setting) as WordChange
  return taken === undefined
    ? writeSetting(profile, setting, { add: [...add, word], remove })
    : writeSetting(profile, setting, { add, remove: remove.filter((one) => one !== word) })
}

/** Null where words cannot be chosen: the classic ranking counts them all. Pure. */
function asSmart(profile: Profile): SmartProfile | null {
  return profile.ranking === 'smart' ? profile : null
}

/** Which explanations are open, which result is chosen, which two are compared, and what is to be made findable. */
function useChoices(view: SearchView | undefined) {
  const [toggled, setToggled] = useState<Record<string, boolean>>({})
  const [picked, setPicked] = useState<string | null>(null)
  const [pair, setPair] = useState<{ above: string; below: string } | null>(null)
  const [finding, setFinding] = useState<{ item: CatalogItem | null } | null>(null)
  const ids = view?.results.map(({ item }) => item.id) ?? []
  const choices: ResultChoices = {
    toggled,
    toggle: (id) => {
      if (view !== undefined) setToggled((all) => ({ ...all, [id]: !isOpen(choices, view, id) }))
    },
    picked: picked !== null && ids.includes(picked) ? picked : null,
    pick: (id) => {
      const other = choices.picked
      if (other === null) {
        setPicked(id)
        announce(words.picked(id))
      } else if (other === id) {
        setPicked(null)
        announce(words.unpicked)
      } else {
        setPicked(null)
        const [above, below] = ids.indexOf(other) < ids.indexOf(id) ? [other, id] : [id, other]
        setPair({ above, below })
      }
    },
    askWhy: (above, below) => setPair({ above, below }),
    makeFindable: (item) => setFinding({ item }),
  }
  return {
    ids,
    choices,
    pair,
    finding,
    close: () => {
      setPair(null)
      setFinding(null)
    },
  }
}
