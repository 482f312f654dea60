/** The catalog: workflows, capabilities, connections. May import: ui, queries, state, words. */
import { useEffect } from 'react'
import { Redirect } from 'wouter'
import { readRouteId } from '../../routes/route-id.ts'
import { useDesk } from '../../state.ts'
import { ConnectionsPane } from './connections-pane.tsx'
import { ItemsPane } from './items-pane.tsx'
import { ToolsPane } from './tools/tools-pane.tsx'
import { routeOf, VIEWS } from './views.ts'

export function Catalog({ view, id: part }: { view: string | null; id: string | null }) {
  const id = readRouteId(part)
  const { filters, setFilter } = useDesk()
  const known = VIEWS.find((candidate) => candidate === view)
  const last = VIEWS.find((candidate) => candidate === filters['catalog.view']) ?? 'workflows'
  useEffect(() => {
    if (known !== undefined && known !== last) setFilter('catalog.view', known)
  }, [known, last, setFilter])
  if (known === undefined) return <Redirect to={routeOf(last, null)} replace />
  if (known === 'tools') return <ToolsPane />
  if (known === 'connections') return <ConnectionsPane id={id} />
  return <ItemsPane key={known} view={known} id={id} />
}
