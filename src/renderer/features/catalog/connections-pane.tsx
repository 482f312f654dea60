import { useMemo, useState } from 'react'
import type { ConnectionView, ServerCandidate } from '../../../preload/contract.ts'
import { useCall } from '../../queries.ts'
import { useDesk } from '../../state.ts'
import { Tabs } from '../../ui/controls/tabs.tsx'
import { Status } from '../../ui/feedback/status.tsx'
import { OneLine } from '../../ui/text/quote-chip.tsx'
import { CatalogFrame } from './catalog-frame.tsx'
import { ConnectionDetail } from './connection-detail.tsx'
import { HEALTH_TONE, mentionsConnection, orderConnections } from './look.ts'
import { AddServer } from './servers/add-server.tsx'
import { AddServerButton } from './servers/add-server-button.tsx'
import { ImportTab } from './sources/import-tab.tsx'
import { RegistryTab } from './sources/registry-tab.tsx'
import { sourceWords as words } from './sources/source-words.ts'
import { catalogWords } from './words.ts'

const NONE: never[] = []

/** Connections: how each of them is, and one of them. */
export function ConnectionsPane({ id }: { id: string | null }) {
  const { filters, setFilter, addingServer, set } = useDesk()
  const text = filters['catalog.connections.text'] ?? ''
  const call = useCall('connections.list', {})
  const all = call.data ?? NONE
  const shown = useMemo(
    () => orderConnections(all.filter((connection) => mentionsConnection(connection, text))),
    [all, text],
  )

  return (
    <>
      {addingServer ? <AddServerFrom onClose={() => set({ addingServer: false })} /> : null}
      <CatalogFrame
        view="connections"
        id={id}
        filters={<AddServerButton size="small" />}
        text={text}
        onText={(value) => setFilter('catalog.connections.text', value)}
        call={call}
        items={shown}
        all={all.length}
        keyOf={(connection) => connection.name}
        rowOf={rowOf}
        onClear={() => setFilter('catalog.connections.text', '')}
        detail={(name, onBack) => {
          const chosen = all.find((connection) => connection.name === name)
          return call.isPending && chosen === undefined ? null : (
            <ConnectionDetail key={name} name={name} connection={chosen ?? null} onBack={onBack} />
          )
        }}
      />
    </>
  )
}

function rowOf({ title, health, kind, error, target }: ConnectionView) {
  return {
    title: <OneLine text={title} />,
    remark: <Status tone={HEALTH_TONE[health]}>{catalogWords.health[health]}</Status>,
    lines: [
      <span key="kind">{catalogWords.connectionKind[kind]}</span>,
      error === null ? (
        <span key="target" className="font-mono text-xs">
          <OneLine text={target} />
        </span>
      ) : (
        <OneLine key="error" text={error} />
      ),
    ],
  }
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
