import { Search } from 'lucide-react'
import type { CatalogItem } from '../../../../preload/contract.ts'
import { useCall } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ButtonLink } from '../../../ui/controls/button-link.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Revealed } from '../../../ui/text/quote-chip.tsx'
import { foldText, hidesSomething } from '../../../ui/text/visible-text.ts'
import { searchWords } from '../words.ts'

const EXAMPLES = 4
/** A title that is longer, or hides something, is nothing to press. */
const LONGEST_EXAMPLE = 40
const LONGEST_HINT = 600
/** Of the engine: what everybody has, and nobody begins with. */
const ENGINE = 'orchestrator.'

/** Before the first word: something to start with, out of this catalog. */
export function NothingSearched({ onTry }: { onTry: (query: string) => void }) {
  const catalog = useCall('catalog.list', {})
  const items = (catalog.data ?? []).filter(({ id }) => !id.startsWith(ENGINE))
  if (catalog.data && items.length === 0) {
    return (
      <EmptyState
        title={searchWords.emptyCatalog}
        actions={<ButtonLink href="#/catalog">{searchWords.seeCatalog}</ButtonLink>}
      >
        {searchWords.emptyCatalogText}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<Search aria-hidden size={24} strokeWidth={1.5} />}
      title={searchWords.emptyTitle}
      actions={chooseExamples(items).map((example) => (
        <Button key={example} size="small" onClick={() => onTry(example)}>
          {example}
        </Button>
      ))}
    >
      {searchWords.emptyText}
    </EmptyState>
  )
}

/** Of what can be called, and does not itself say that nobody should. */
export function chooseExamples(items: readonly CatalogItem[]): string[] {
  const wanted = items.filter(
    ({ blocked, title, description }) =>
      blocked === null && !/\bdeprecated\b/i.test(`${title} ${description}`),
  )
  return [...new Set(wanted.map(({ tags, title }) => (tags.slice(0, 2).join(' ') || title).toLowerCase()))]
    .filter(
      (example) => example.trim() !== '' && example.length <= LONGEST_EXAMPLE && !hidesSomething(example),
    )
    .slice(0, EXAMPLES)
}

/** What the agent is told too, with the words that are near as buttons. */
export function NothingFound({
  hint,
  onTry,
  onFindable,
}: {
  hint: string | null
  onTry: (query: string) => void
  onFindable: () => void
}) {
  return (
    <EmptyState
      title={searchWords.told}
      actions={
        <>
          {nearestWords(hint ?? '').map((word) => (
            <Button key={word} size="small" onClick={() => onTry(word)}>
              {searchWords.retype} “{word}”
            </Button>
          ))}
          <Button size="small" onClick={onFindable}>
            {searchWords.findableNothing}
          </Button>
        </>
      }
    >
      <HintText hint={hint} />
    </EmptyState>
  )
}

/** Above results that only come nearest. */
export function NothingFits({ hint, onFindable }: { hint: string | null; onFindable: () => void }) {
  return (
    <section
      aria-label={searchWords.toldWeak}
      className="my-3 flex flex-wrap items-start gap-x-4 gap-y-2 rounded-md bg-sunken px-3 py-2 ring-1 ring-line ring-inset"
    >
      <div className="min-w-0 flex-1 basis-80">
        <p className="font-medium">{searchWords.toldWeak}</p>
        <p className="text-ink-muted">
          <HintText hint={hint} />
        </p>
      </div>
      <Button size="small" onClick={onFindable}>
        {searchWords.findableNothing}
      </Button>
    </section>
  )
}

/** An agent’s hint, with what hides in it made visible. */
export function HintText({ hint }: { hint: string | null }) {
  return (
    // The query may be an agent’s.
    <bdi className="[overflow-wrap:anywhere]">
      <Revealed text={foldText(hint ?? '', LONGEST_HINT).text} />
    </bdi>
  )
}

const NEAREST = /The nearest known words: ([^.]+)\.$/u

/** The near words in the sentence that an agent gets, so that each can be pressed. Pure. */
export function nearestWords(hint: string): string[] {
  const [, list] = NEAREST.exec(hint) ?? []
  return list === undefined ? [] : list.split(', ').filter((word) => word !== '')
}
