import { Columns3 } from 'lucide-react'
import { memo } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { Menu } from '../../../ui/controls/menu.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { COLUMNS } from './columns.tsx'
import { FACETS, type Facet, type FacetChoice } from './filter-tools.ts'
import { toolWords as words } from './tools-words.ts'

/** By server, state and so on, with how many each has. Not drawn again for each letter that is written beside them. */
export const FacetChoices = memo(function FacetChoices({
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

export const ColumnsMenu = memo(function ColumnsMenu({
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
