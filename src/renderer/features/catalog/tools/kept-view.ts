/** How a person looks at the table: filter, order and columns, kept over restarts as all filters are. */
import { useCallback, useMemo } from 'react'
import { useDesk } from '../../../state.ts'
import type { GridOrder } from '../../../ui/data-grid.tsx'
import { USUAL_COLUMNS } from './columns.tsx'
import { FACETS, type Facet, type ToolFilter } from './filter-tools.ts'

const nameOf = (part: string) => `catalog.tools.${part}`

export function useToolFilter() {
  const setFilter = useDesk((desk) => desk.setFilter)
  const text = useDesk(({ filters }) => filters[nameOf('text')] ?? '')
  const chosen = useDesk(({ filters }) => FACETS.map((facet) => filters[nameOf(facet)] ?? '').join('\n'))
  const facets = useMemo(() => {
    const [server = '', state = '', reads = '', asks = ''] = chosen.split('\n')
    return { server, state, reads, asks }
  }, [chosen])
  const filter = useMemo((): ToolFilter => ({ text, ...facets }), [text, facets])
  const chooseFacet = useCallback(
    (facet: Facet, value: string) => setFilter(nameOf(facet), value),
    [setFilter],
  )
  return {
    filter,
    facets,
    chooseFacet,
    write: (words: string) => setFilter(nameOf('text'), words),
    clear() {
      for (const part of ['text', ...FACETS]) setFilter(nameOf(part), '')
    },
  }
}

export function useKeptOrder(): [GridOrder, (order: GridOrder) => void] {
  const setFilter = useDesk((desk) => desk.setFilter)
  const kept = useDesk(({ filters }) => filters[nameOf('order')] ?? 'server')
  const order = useMemo(() => {
    const [by = 'server', direction] = kept.split(' ')
    return { by, down: direction === 'down' }
  }, [kept])
  return [order, ({ by, down }) => setFilter(nameOf('order'), `${by}${down ? ' down' : ''}`)]
}

/** Ids of the columns, and what shows or hides one. The name is always there. */
export function useKeptColumns(): [readonly string[], (toggled: string) => void] {
  const setFilter = useDesk((desk) => desk.setFilter)
  const kept = useDesk(({ filters }) => filters[nameOf('columns')])
  const shown = useMemo(
    (): readonly string[] => (kept === undefined ? USUAL_COLUMNS : ['name', ...kept.split(' ')]),
    [kept],
  )
  const toggleColumn = useCallback(
    (id: string) => {
      const next = shown.includes(id) ? shown.filter((other) => other !== id) : [...shown, id]
      setFilter(nameOf('columns'), next.filter((other) => other !== 'name').join(' '))
    },
    [shown, setFilter],
  )
  return [shown, toggleColumn]
}
