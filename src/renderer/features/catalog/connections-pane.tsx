import { useMemo, useState } from 'react'
import type { ServerCandidate } from '../../../preload/contract.ts'
import { focusRow } from '../../lists/list-keys.ts'
import { useCall } from '../../queries.ts'
import { useDesk } from '../../state.ts'
import { Tabs } from '../../ui/controls/tabs.tsx'
import { Status } from '../../ui/feedback/status.tsx'
import { OneLine } from '../../ui/text/quote-chip.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { CatalogFrame } from './catalog-frame.tsx'
import { CatalogRow } from './catalog-row.tsx'
import { ConnectionDetail } from './connection-detail.tsx'
import { ListBody } from './list-body.tsx'
import { HEALTH_TONE, mentionsConnection, orderConnections } from './look.ts'
import { AddServer } from './servers/add-server.tsx'
import { AddServerButton } from './servers/add-server-button.tsx'
import { ImportTab } from './sources/import-tab.tsx'
import { RegistryTab } from './sources/registry-tab.tsx'
import { sourceWords as words } from './sources/source-words.ts'
import { useSelection } from './use-selection.ts'
import { catalogWords } from './words.ts'

const ROW_PX = 79
const NONE: never[] = []

/** Connections: how each of them is, and one of them. */
export function ConnectionsPane({ id }: { id: string | null }) {
  const { filters, setFilter, addingServer, set } = useDesk()
  const text = filters['catalog.connections.text'] ?? ''
  const { data, error, isPending, refetch } = useCall('connections.list', {})
  const all = data ?? NONE
  const shown = useMemo(
    () => orderConnections(all.filter((connection) => mentionsConnection(connection, text))),
    [all, text],
  )
  const keys = useMemo(() => shown.map((connection) => connection.name), [shown])
  const open = useSelection('connections', id, keys)
  const chosen = all.find((connection) => connection.name === id)

  return (
    <>
      {addingServer ? <AddServerFrom onClose={() => set({ addingServer: false })} /> : null}
      <CatalogFrame
        view="connections"
        filters={<AddServerButton size="small" />}
        text={text}
        onText={(value) => setFilter('catalog.connections.text', value)}
        list={
          <ListBody
            view="connections"
            state={isPending ? 'loading' : data ? 'there' : 'failed'}
            shown={shown.length}
            all={all.length}
            error={error?.message ?? null}
            onRetry={() => void refetch()}
            onClear={() => setFilter('catalog.connections.text', '')}
          >
            <VirtualList
              label={catalogWords.lists.connections}
              items={shown}
              keyOf={(connection) => connection.name}
              rowPx={ROW_PX}
              selected={id}
            >
              {(connection, tabIndex) => (
                <CatalogRow
                  id={connection.name}
                  tabIndex={tabIndex}
                  title={<OneLine text={connection.title} />}
                  remark={
                    <Status tone={HEALTH_TONE[connection.health]}>
                      {catalogWords.health[connection.health]}
                    </Status>
                  }
                  lines={[
                    <span key="kind">{catalogWords.connectionKind[connection.kind]}</span>,
                    connection.error === null ? (
                      <span key="target" className="font-mono text-xs">
                        <OneLine text={connection.target} />
                      </span>
                    ) : (
                      <OneLine key="error" text={connection.error} />
                    ),
                  ]}
                  selected={connection.name === id}
                  onSelect={() => open(connection.name)}
                />
              )}
            </VirtualList>
          </ListBody>
        }
        detailFirst={id !== null}
        detail={
          id === null || (isPending && chosen === undefined) ? null : (
            <ConnectionDetail
              key={id}
              name={id}
              connection={chosen ?? null}
              onBack={() => (keys.includes(id) ? focusRow(id) : open(null))}
            />
          )
        }
      />
    </>
  )
}

type Source = 'form' | 'import' | 'registry'

/** The dialog that adds a server, with the ways to come to one: by hand, from another client, from a registry. */
function AddServerFrom({ onClose }: { onClose: () => void }) {
  const [source, setSource] = useState<Source>('form')
  const [candidate, setCandidate] = useState<ServerCandidate | undefined>()
  const [count, setCount] = useState(0)
  function choose(chosen: ServerCandidate): void {
    setCandidate(chosen)
    // The form begins anew with it.
    setCount(count + 1)
    setSource('form')
  }
  return (
    <AddServer
      key={count}
      candidate={candidate}
      onClose={onClose}
      tabs={
        <Tabs<Source>
          label={words.tabs}
          tabs={[
            { value: 'form', label: words.tab.form },
            { value: 'import', label: words.tab.import },
            { value: 'registry', label: words.tab.registry },
          ]}
          value={source}
          onChange={setSource}
        />
      }
      instead={
        source === 'import' ? (
          <ImportTab onDone={onClose} onChoose={choose} />
        ) : source === 'registry' ? (
          <RegistryTab onChoose={choose} />
        ) : null
      }
    />
  )
}
