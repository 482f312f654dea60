import type { SearchView } from '../../../../preload/contract.ts'
import { Revealed } from '../../../ui/text/quote-chip.tsx'
import { foldText, revealText } from '../../../ui/text/visible-text.ts'
import { resultWords as words } from './result-words.ts'

const LONGEST_TITLE = 160

/** What stands on the live page and not on this one. */
export function GoneList({ view }: { view: SearchView }) {
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
              <bdi>
                <Revealed pieces={revealText(foldText(item.title, LONGEST_TITLE).text, true)} />
              </bdi>
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
