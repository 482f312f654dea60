import { useQuery } from '@tanstack/react-query'
import { Columns3 } from 'lucide-react'
import { memo, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { Bridge, ToolRow, ToolsPage } from '../../../../preload/contract.ts'
import { callGateway, DeskError } from '../../../gateway.ts'
import { FailedToLoad } from '../../../lists/failed-to-load.tsx'
import { useBridge } from '../../../queries.ts'
import { writeRouteId } from '../../../routes/route-id.ts'
import { useDesk } from '../../../state.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ButtonLink } from '../../../ui/controls/button-link.tsx'
import { useKeys } from '../../../ui/controls/keys.ts'
import { Menu } from '../../../ui/controls/menu.tsx'
import { SearchField } from '../../../ui/controls/search-field.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { DataGrid } from '../../../ui/data-grid.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { useToastsAbove } from '../../../ui/feedback/toast.tsx'
import { NOTHING_PICKED, type Picking } from '../../../ui/picking.ts'
import { speakText } from '../../../ui/text/visible-text.ts'
import { words as shared } from '../../../words.ts'
import { CatalogTabs } from '../catalog-tabs.tsx'
import { routeOf } from '../views.ts'
import { ChangeDialog, type Wish } from './change-dialog.tsx'
import { COLUMNS } from './columns.tsx'
import {
  askedReaders,
  choicesOf,
  FACETS,
  type Facet,
  type FacetChoice,
  filterTools,
  keyOf,
  prepareTexts,
  sortTools,
} from './filter-tools.ts'
import { useKeptColumns, useKeptOrder, useToolFilter } from './kept-view.ts'
import { toolWords as words } from './tools-words.ts'

/** By server, state and so on, with how many each has. Not drawn again for each letter that is written beside them. */
const FacetChoices = memo(function FacetChoices({
  choices,
  chosen,
  onChoose,
}: {
  choices: Record<Facet, FacetChoice[]>
  chosen: Record<Facet, string>
  onChoose: (facet: Facet, value: string) => void
}) {
  return FACETS.map((facet) => (
    <Select
      key={facet}
      label={words.facets[facet]}
      value={chosen[facet]}
      onChange={(value) => onChoose(facet, value)}
      options={[
        { value: '', label: words.any[facet] },
        ...choices[facet].map(({ value, label, count }) => ({ value, label: words.choice(label, count) })),
      ]}
      className="min-w-0 flex-[1_1_8rem]"
    />
  ))
})

const ColumnsMenu = memo(function ColumnsMenu({
  shown,
  onToggle,
}: {
  shown: readonly string[]
  onToggle: (id: string) => void
}) {
  return (
    <Menu
      trigger={
        <Button icon={<Columns3 aria-hidden size={14} />} aria-haspopup="menu">
          {words.columns}
        </Button>
      }
      groups={[
        COLUMNS.filter(({ id }) => id !== 'name').map(({ id, title }) => ({
          label: title,
          checked: shown.includes(id),
          onSelect: () => onToggle(id),
        })),
      ]}
    />
  )
})

interface AllTools extends Pick<ToolsPage, 'tokens' | 'counting'> {
  rows: ToolRow[]
}

/** Calls are still being counted: the next list says more. */
const COUNTING_MS = 1000
/** Somebody else may have the list made anew while it is read. */
const MOST_TRIES = 3

/** All tools, page by page of one list; again whenever the table is opened, and when servers or settings change. */
function useTools() {
  const bridge = useBridge()
  return useQuery<AllTools, DeskError>({
    queryKey: ['tools.list', {}],
    queryFn: () => readAll(bridge, MOST_TRIES),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.counting === true ? COUNTING_MS : false),
    // Comparing ten thousand rows one by one takes longer than drawing those in sight.
    structuralSharing: false,
  })
}

async function readAll(bridge: Bridge, tries: number): Promise<AllTools> {
  try {
    const first = await callGateway(bridge, 'tools.list', {})
    const rows = [...first.rows]
    prepareTexts(first.rows)
    for (let { cursor } = first; cursor !== null; ) {
      const page = await callGateway(bridge, 'tools.list', { cursor })
      rows.push(...page.rows)
      prepareTexts(page.rows)
      cursor = page.cursor
    }
    return { rows, tokens: first.tokens, counting: first.counting }
  } catch (fault) {
    if (tries > 1 && fault instanceof DeskError && fault.code === 'SEEN_CHANGED')
      return await readAll(bridge, tries - 1)
    throw fault
  }
}

const ACTIONS = ['on', 'off', 'ask', 'tags', 'aliases', 'confirm'] as const
/** As many as one save changes. */
const MOST_AT_ONCE = 1000

/** What can be done to everything that is picked in the table. */
function BulkBar({
  rows,
  onWish,
  onNone,
}: {
  rows: readonly ToolRow[]
  onWish: (wish: Wish) => void
  onNone: () => void
}) {
  const bar = useRef<HTMLElement>(null)
  useToastsAbove(bar)
  const isTooMuch = rows.length > MOST_AT_ONCE
  return (
    <section
      ref={bar}
      aria-label={words.selection}
      className="flex shrink-0 flex-wrap items-center gap-1 border-t border-line bg-raised p-2"
    >
      <span className="px-1 font-medium tabular-nums">{words.selected(rows.length)}</span>
      <Button size="small" look="plain" onClick={onNone}>
        {words.clearSelection}
      </Button>
      {ACTIONS.map((action) => (
        <Button key={action} size="small" disabled={isTooMuch} onClick={() => onWish({ action, rows })}>
          {words.actions[action]}
        </Button>
      ))}
      {isTooMuch ? <p className="w-full px-1 text-sm text-ink-muted">{words.tooMany(MOST_AT_ONCE)}</p> : null}
    </section>
  )
}

const ROW_PX = { comfortable: 36, compact: 28 } as const
const NONE: readonly ToolRow[] = []

/** One table of all tools of all servers, of workflows and of what the settings file declares. */
export function ToolsPane() {
  const { data, error, isPending, refetch } = useTools()
  const [, navigate] = useLocation()
  const density = useDesk((desk) => desk.density)
  const singleKeys = useDesk((desk) => desk.singleKeys)
  const { filter, facets, chooseFacet, write, clear } = useToolFilter()
  const [order, setOrder] = useKeptOrder()
  const [shownColumns, toggleColumn] = useKeptColumns()
  const [picking, setPicking] = useState<Picking>(NOTHING_PICKED)
  const [wish, setWish] = useState<Wish | null>(null)
  const all = data?.rows ?? NONE
  const sorted = useMemo(() => sortTools(all, order), [all, order])
  const shown = useMemo(() => filterTools(sorted, filter), [sorted, filter])
  const choices = useMemo(() => choicesOf(all), [all])
  const workflows = useMemo(() => all.filter(({ kind }) => kind === 'workflow').length, [all])
  const readers = useMemo(() => askedReaders(all), [all])
  const columns = useMemo(() => COLUMNS.filter(({ id }) => shownColumns.includes(id)), [shownColumns])
  // Only what is in sight is changed.
  const picked = useMemo(
    () => (picking.picked.size === 0 ? NONE : shown.filter((row) => picking.picked.has(keyOf(row)))),
    [picking, shown],
  )
  useKeys(
    {
      '/': (event) => {
        event.preventDefault()
        document.querySelector<HTMLInputElement>('#tools-filter input')?.focus()
      },
    },
    { enabled: singleKeys },
  )
  useKeys({ Escape: () => setPicking(NOTHING_PICKED) })

  return (
    <div className="h-full overflow-y-auto">
      <div className="flex h-full min-h-[30rem] min-w-0 flex-col">
        <h1 className="sr-only">{shared.screens.catalog}</h1>
        <CatalogTabs view="tools" />
        <div
          id="tools-filter"
          className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line p-2"
        >
          <SearchField
            label={words.filter}
            value={filter.text}
            onChange={write}
            className="min-w-48 flex-[2_1_14rem]"
          />
          <FacetChoices choices={choices} chosen={facets} onChoose={chooseFacet} />
          <ColumnsMenu shown={shownColumns} onToggle={toggleColumn} />
        </div>
        {readers.length > 0 ? (
          <div className="shrink-0 px-2 pt-2">
            <Notice
              actions={
                <Button size="small" onClick={() => setWish({ action: 'free', rows: readers })}>
                  {words.freeReaders}
                </Button>
              }
            >
              {words.readers(readers.length)}
            </Notice>
          </div>
        ) : null}
        {isPending ? (
          <Skeleton label={shared.common.loading} lines={10} className="p-4" />
        ) : data === undefined ? (
          <FailedToLoad message={error?.message ?? ''} onRetry={() => void refetch()} />
        ) : all.length === 0 ? (
          <EmptyState
            title={words.empty.title}
            actions={<ButtonLink href="#/catalog/connections">{words.facets.server}</ButtonLink>}
          >
            {words.empty.text}
          </EmptyState>
        ) : shown.length === 0 ? (
          <EmptyState title={words.nothingFound} actions={<Button onClick={clear}>{words.clearAll}</Button>}>
            {words.nothingFoundText}
          </EmptyState>
        ) : (
          <DataGrid
            label={words.table}
            columns={columns}
            items={shown}
            keyOf={keyOf}
            nameOf={({ name }) => speakText(name)}
            rowPx={ROW_PX[density]}
            order={order}
            onOrder={setOrder}
            picking={picking}
            onPicking={setPicking}
            onOpen={(row) => navigate(placeOf(row))}
            words={words.grid}
          />
        )}
        {picked.length > 0 ? (
          <BulkBar rows={picked} onWish={setWish} onNone={() => setPicking(NOTHING_PICKED)} />
        ) : null}
        {data === undefined ? null : (
          <p
            data-count
            className="flex shrink-0 flex-wrap gap-x-4 border-t border-line px-4 py-1 text-sm text-ink-muted"
          >
            <span>{words.count(shown.length, all.length - workflows, workflows)}</span>
            {data.counting ? <span>{words.counting}</span> : null}
            <span className="ml-auto" title={words.tokenizer(data.tokens.tokenizer)}>
              {words.tokens(data.tokens.flat, data.tokens.own)} {words.tokenizer(data.tokens.tokenizer)}
            </span>
          </p>
        )}
        {wish === null ? null : <ChangeDialog wish={wish} onClose={() => setWish(null)} />}
      </div>
    </div>
  )
}

/** Where more is said of it: its entry, the item in which it waits, or its server. */
function placeOf({ kind, item, approvalId, server }: ToolRow): string {
  if (item !== null) return routeOf(kind === 'workflow' ? 'workflows' : 'capabilities', item)
  if (approvalId !== null) return `/inbox/${writeRouteId(approvalId)}`
  return routeOf('connections', server)
}
