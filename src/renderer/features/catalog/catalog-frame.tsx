import type { ReactNode } from 'react'
import { ListBesideDetail } from '../../lists/list-beside-detail.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { words } from '../../words.ts'
import { CatalogTabs } from './catalog-tabs.tsx'
import type { ListView } from './views.ts'
import { catalogWords } from './words.ts'

/** The parts that all three lists share: the views above, the filter, the list, the detail. */
export function CatalogFrame({
  view,
  text,
  onText,
  filters,
  list,
  detail,
  detailFirst,
}: {
  view: ListView
  text: string
  onText: (text: string) => void
  filters?: ReactNode
  list: ReactNode
  detail: ReactNode
  detailFirst: boolean
}) {
  return (
    <ListBesideDetail
      title={words.screens.catalog}
      list={
        <>
          <CatalogTabs view={view} />
          <div id="catalog-filter" className="flex flex-col gap-2 border-b border-line p-2">
            <SearchField label={catalogWords.filter[view]} value={text} onChange={onText} />
            {filters}
          </div>
          {list}
        </>
      }
      detail={detail}
      detailFirst={detailFirst}
    />
  )
}
