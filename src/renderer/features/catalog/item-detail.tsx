import type { CatalogDetail } from '../../../preload/contract.ts'
import { NotThere } from '../../lists/failed-to-load.tsx'
import { useCall } from '../../queries.ts'
import { useDesk } from '../../state.ts'
import { TryItem } from '../../trying/try-item.tsx'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { Tabs } from '../../ui/controls/tabs.tsx'
import { Notice } from '../../ui/feedback/error-state.tsx'
import { Section } from '../../ui/section.tsx'
import { JsonView } from '../../ui/text/json-view.tsx'
import { Said } from '../../ui/text/said.tsx'
import { ShortId } from '../../ui/text/short-id.tsx'
import { ItemHeader } from './item-header.tsx'
import { sayOrigin } from './look.ts'
import { PersonSide } from './person-side.tsx'
import { catalogWords } from './words.ts'

const SIDES = ['person', 'model', 'try'] as const
type Side = (typeof SIDES)[number]

/** One workflow or capability: what a person sees of it, and what a model sees. */
export function ItemDetail({
  id,
  onTag,
  onBack,
}: {
  id: string
  onTag: (tag: string) => void
  onBack: () => void
}) {
  const { data: item, error, refetch } = useCall('catalog.item', { id })
  if (item) return <OpenItem item={item} onTag={onTag} />
  const { gone, back } = catalogWords
  return <NotThere error={error} gone={gone} back={back} onBack={onBack} onRetry={() => void refetch()} />
}

function OpenItem({ item, onTag }: { item: CatalogDetail; onTag: (tag: string) => void }) {
  const { filters, setFilter } = useDesk()
  const side = SIDES.find((candidate) => candidate === filters['catalog.side']) ?? 'person'
  return (
    <article
      id="entry"
      tabIndex={-1}
      aria-label={catalogWords.detail}
      className="flex h-full min-h-0 flex-col wrap-break-word outline-none"
    >
      <div className="flex h-12 shrink-0 items-center gap-3 border-b border-line px-6 text-ink-muted">
        <span className="font-medium text-ink">{catalogWords.kind[item.kind]}</span>
        <span className="min-w-0 truncate">
          {catalogWords.from} {sayOrigin(item.source)}
        </span>
        <span className="ml-auto shrink-0">
          <ShortId id={item.id} />
        </span>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-6 pb-4">
        <ItemHeader item={item} onTag={onTag} />
        {item.blocked === null ? (
          <Tabs<Side>
            label={catalogWords.sides}
            value={side}
            onChange={(next) => setFilter('catalog.side', next)}
            tabs={SIDES.map((value) => ({ value, label: catalogWords.side[value] }))}
          >
            {side === 'person' ? (
              <PersonSide item={item} />
            ) : side === 'model' ? (
              <ModelSide item={item} />
            ) : (
              <TryItem key={item.id} item={item} />
            )}
          </Tabs>
        ) : (
          <Notice
            actions={
              item.blocked.approvalId === null ? null : (
                <ButtonLink size="small" href={`#/inbox/${encodeURIComponent(item.blocked.approvalId)}`}>
                  {catalogWords.openItem}
                </ButtonLink>
              )
            }
          >
            <Said text={item.blocked.because} />
          </Notice>
        )}
      </div>
    </article>
  )
}

/** Exactly what the gateway tells a model about it. */
function ModelSide({ item }: { item: CatalogDetail }) {
  const text = JSON.stringify(item.seenByModel, null, 2)
  return (
    <Section
      title={catalogWords.model}
      aside={
        <span data-count className="flex items-center gap-2">
          {catalogWords.modelSize(item.tokens)}
          <CopyButton text={text} label={catalogWords.copyModel} className="size-5" />
        </span>
      }
    >
      <JsonView label={catalogWords.side.model} value={item.seenByModel} openDepth={3} />
    </Section>
  )
}
