import { useState } from 'react'
import type { ServerCandidate } from '../../../../preload/contract.ts'
import { Tabs } from '../../../ui/controls/tabs.tsx'
import { AddServer } from '../servers/add-server.tsx'
import { ImportTab } from './import-tab.tsx'
import { RegistryTab } from './registry-tab.tsx'
import { sourceWords as words } from './source-words.ts'

type Source = 'form' | 'import' | 'registry'

/** The dialog that adds a server, with the ways to come to one: by hand, from another client, from a registry. */
export function AddServerFrom({ onClose }: { onClose: () => void }) {
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
