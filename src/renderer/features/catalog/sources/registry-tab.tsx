import { type FormEvent, type Ref, useId, useState } from 'react'
import type { RegistryPage, RegistryServer, ServerCandidate } from '../../../../preload/contract.ts'
import { useCall, useSend } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Input } from '../../../ui/controls/field.tsx'
import { SelectField } from '../../../ui/controls/select.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { Badge } from '../../../ui/feedback/status.tsx'
import { useWayBack } from '../../../ui/focus-home.ts'
import { HairlineList } from '../../../ui/list.tsx'
import { OneLine } from '../../../ui/text/quote-chip.tsx'
import { plainLabel } from './plain-label.ts'
import { RegistriesDialog } from './registries-dialog.tsx'
import { RegistryServerView } from './registry-server-view.tsx'
import { sourceWords } from './source-words.ts'

const words = sourceWords.registry

/** What a search has found so far. */
interface Results {
  registry: string
  text: string
  pages: RegistryPage[]
}

/** Servers of a registry: nothing is asked before a person presses for it. */
export function RegistryTab({ onChoose }: { onChoose: (candidate: ServerCandidate) => void }) {
  const list = useCall('registries.list', {}, { keptMs: 0 })
  const [wanted, setWanted] = useState<string | null>(null)
  const [results, setResults] = useState<Results | null>(null)
  const [open, setOpen] = useState<RegistryServer | null>(null)
  const wayBack = useWayBack<RegistryServer>()
  const [managing, setManaging] = useState(false)
  const search = useSend('registries.search')
  const registries = list.data?.registries ?? []
  const registry = registries.find(({ id }) => id === wanted) ?? registries[0]

  function ask(text: string): void {
    if (registry === undefined) return
    setResults(null)
    search.mutate(
      { id: registry.id, text },
      { onSuccess: (page) => setResults({ registry: registry.id, text, pages: [page] }) },
    )
  }
  function askMore(cursor: string): void {
    if (results === null) return
    const { registry: id, text, pages } = results
    search.mutate(
      { id, text, cursor },
      { onSuccess: (page) => setResults({ ...results, pages: [...pages, page] }) },
    )
  }
  if (open !== null && results !== null) {
    return (
      <RegistryServerView
        registry={results.registry}
        server={open}
        onBack={() => {
          wayBack.comeBack(open)
          setOpen(null)
        }}
        onChoose={onChoose}
      />
    )
  }
  return (
    <div className="flex flex-col gap-4 py-2">
      {list.error ? <Notice tone="failed">{list.error.message}</Notice> : null}
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-52 flex-1">
          <SelectField
            label={words.registry}
            options={registries.map((each) => ({ value: each.id, label: plainLabel(each.title) }))}
            value={registry?.id ?? ''}
            onChange={(next) => {
              setWanted(next)
              setResults(null)
              search.reset()
            }}
          />
        </div>
        <Button aria-haspopup="dialog" onClick={() => setManaging(true)}>
          {words.manage}
        </Button>
      </div>
      {registry === undefined ? null : (
        <SearchForm address={registry.address} isAsking={search.isPending} onSearch={ask} />
      )}
      {search.error ? <Notice tone="failed">{search.error.message}</Notice> : null}
      {search.isPending ? (
        <p role="status" className="text-ink-muted">
          {words.searching}
        </p>
      ) : null}
      {results === null ? null : (
        <Found
          pages={results.pages}
          isAsking={search.isPending}
          wayBack={wayBack}
          onOpen={setOpen}
          onMore={askMore}
        />
      )}
      {managing ? <RegistriesDialog onClose={() => setManaging(false)} /> : null}
    </div>
  )
}

function SearchForm({
  address,
  isAsking,
  onSearch,
}: {
  address: string
  isAsking: boolean
  onSearch: (text: string) => void
}) {
  const [text, setText] = useState('')
  const hint = useId()
  function send(event: FormEvent): void {
    event.preventDefault()
    event.stopPropagation()
    if (!isAsking) onSearch(text)
  }
  return (
    <form onSubmit={send} autoComplete="off" className="flex flex-col gap-1">
      <div className="flex gap-2">
        <Input
          type="search"
          aria-label={words.placeholder}
          aria-describedby={hint}
          placeholder={words.placeholder}
          value={text}
          onChange={(event) => setText(event.target.value)}
          maxLength={200}
          spellCheck={false}
        />
        <Button look="solid" type="submit" disabled={isAsking}>
          {words.search}
        </Button>
      </div>
      <p id={hint} className="text-sm text-ink-muted [overflow-wrap:anywhere]">
        {words.asks(address)}
      </p>
    </form>
  )
}

function Found({
  pages,
  isAsking,
  wayBack,
  onOpen,
  onMore,
}: {
  pages: RegistryPage[]
  isAsking: boolean
  wayBack: ReturnType<typeof useWayBack<RegistryServer>>
  onOpen: (server: RegistryServer) => void
  onMore: (cursor: string) => void
}) {
  const servers = pages.flatMap((page) => page.servers)
  const next = pages.at(-1)?.nextCursor ?? null
  const unreadable = pages.reduce((sum, page) => sum + page.unreadable, 0)
  if (servers.length === 0 && unreadable === 0)
    return <EmptyState title={words.none}>{words.noneText}</EmptyState>
  return (
    <section aria-label={words.results} className="flex flex-col gap-2">
      <p role="status" className="text-sm text-ink-muted">
        {words.count(servers.length, next === null)} {unreadable > 0 ? words.unreadable(unreadable) : null}
      </p>
      <HairlineList>
        {servers.map((server, index) => (
          <RegistryRow
            // biome-ignore lint/suspicious/noArrayIndexKey: what a registry answers may name the same twice, and only grows
            key={index}
            server={server}
            taken={wayBack.ref(server)}
            onOpen={() => onOpen(server)}
          />
        ))}
      </HairlineList>
      {next === null ? null : (
        <Button className="self-center" disabled={isAsking} onClick={() => onMore(next)}>
          {words.more}
        </Button>
      )}
    </section>
  )
}

/** One server of a list: every text of it is an outsider's. */
function RegistryRow({
  server,
  taken,
  onOpen,
}: {
  server: RegistryServer
  taken: Ref<HTMLButtonElement>
  onOpen: () => void
}) {
  const { name, title, description, version, publisher, status } = server
  return (
    <li>
      <button
        ref={taken}
        type="button"
        onClick={onOpen}
        className="row-padding -mx-2 flex w-[calc(100%+1rem)] flex-col gap-0.5 rounded-md px-2 text-left hover:bg-hover"
      >
        <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="line-clamp-1 font-medium [overflow-wrap:anywhere]">
            <OneLine text={(title ?? name).slice(0, 200)} />
          </span>
          <span className="text-sm text-ink-muted">
            <OneLine text={version.slice(0, 40)} />
          </span>
          {status === 'active' ? null : <Badge tone="failed">{words.status[status]}</Badge>}
        </span>
        <span className="line-clamp-1 text-sm text-ink-muted [overflow-wrap:anywhere]">
          <OneLine text={name.slice(0, 200)} /> ·{' '}
          {publisher === null ? (
            words.noPublisher
          ) : (
            <>
              {words.by} <OneLine text={publisher.slice(0, 100)} />
            </>
          )}
        </span>
        {description === '' ? null : (
          <q className="line-clamp-2 text-ink-muted [overflow-wrap:anywhere]">
            <OneLine text={description.slice(0, 400)} />
          </q>
        )}
      </button>
    </li>
  )
}
