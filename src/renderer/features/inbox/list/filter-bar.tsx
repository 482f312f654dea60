import { ListFilter, X } from 'lucide-react'
import { type FormEvent, memo, useId, useState } from 'react'
import type { InboxPage } from '../../../../preload/contract.ts'
import { useDesk } from '../../../state.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Input } from '../../../ui/controls/field.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { SearchField } from '../../../ui/controls/search-field.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { words } from '../../../words.ts'
import { changeList } from '../state.ts'
import { changeFilter, focusRow } from './browse.ts'
import {
  chipsOf,
  FACETS,
  type Filter,
  type FilterField,
  isFiltered,
  labelOf,
  readFilter,
  sameFilter,
} from './filter.ts'
import { listWords } from './list-words.ts'

/** Text, and what else the list is narrowed to; each with a way to remove it. */
export const FilterBar = memo(function FilterBar({
  filter,
  facets,
}: {
  filter: Filter
  facets: InboxPage['facets'] | undefined
}) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const chips = chipsOf(filter, facets).filter(({ field }) => field !== 'text')
  // What is drawn may be older than the press before.
  const set = (field: FilterField, value: string, typing = false) =>
    changeFilter({ ...readFilter(useDesk.getState().filters), [field]: value }, typing)
  return (
    <search
      id="inbox-filter"
      // What comes late takes the focus from nobody who has gone here.
      onFocus={() => changeList({ focusing: null, entering: null })}
      className="flex flex-col gap-2 border-b border-line p-2"
    >
      <div className="flex items-center gap-1">
        <SearchField
          className="flex-1"
          label={words.inbox.filter}
          clearLabel={words.inbox.clearFilter}
          value={filter.text ?? ''}
          onChange={(next) => set('text', next, next !== '')}
          onLeave={(to) => {
            if (to === 'hits') changeList({ wantsFirst: true })
            else focusRow()
          }}
        />
        <IconButton
          label={listWords.filterBy}
          icon={<ListFilter aria-hidden size={15} />}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className={open || chips.length > 0 ? 'text-accent' : ''}
        />
      </div>
      {open ? (
        <section id={id} aria-label={listWords.filterPanel} className="grid grid-cols-2 gap-1">
          {FACETS.map((facet) => (
            <Select
              key={facet}
              label={listWords.fields[facet]}
              value={filter[facet] ?? ''}
              onChange={(value) => set(facet, value)}
              options={[
                { value: '', label: listWords.any[facet] },
                ...optionsOf(facets?.[facet] ?? [], filter[facet]).map(({ value, count }) => ({
                  value,
                  label: `${labelOf(facet, value, facets)}${count === null ? '' : ` (${count.toLocaleString('en')})`}`,
                })),
              ]}
            />
          ))}
          <Select
            label={listWords.fields.assigned}
            value={filter.assigned ?? ''}
            onChange={(value) => set('assigned', value)}
            options={[
              { value: '', label: listWords.any.assigned },
              { value: 'me', label: listWords.mine },
              { value: 'nobody', label: listWords.nobodys },
            ]}
          />
          <SavedFilters filter={filter} />
        </section>
      ) : null}
      {chips.length > 0 ? (
        <ul aria-label={listWords.active} className="flex flex-wrap gap-1">
          {chips.map(({ field, text }) => (
            <li
              key={field}
              className="inline-flex h-6 max-w-full items-center gap-1 rounded-full bg-accent-soft pr-1 pl-2 text-sm"
            >
              <span className="truncate">{text}</span>
              <button
                type="button"
                aria-label={listWords.remove(text)}
                onClick={() => set(field, '')}
                className="inline-flex size-4 shrink-0 items-center justify-center rounded-full hover:bg-hover"
              >
                <X aria-hidden size={12} />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </search>
  )
})

/** What is chosen stays among the options, whether or not anything of it waits. */
function optionsOf(
  counted: InboxPage['facets'][(typeof FACETS)[number]],
  chosen: string | undefined,
): { value: string; count: number | null }[] {
  return chosen === undefined || chosen === '' || counted.some(({ value }) => value === chosen)
    ? counted
    : [...counted, { value: chosen, count: 0 }]
}

/** Filters that this window keeps by name. */
function SavedFilters({ filter }: { filter: Filter }) {
  const { savedFilters, set } = useDesk()
  const [name, setName] = useState('')
  const known = savedFilters.some((saved) => sameFilter(saved.filter, filter))
  function save(event: FormEvent): void {
    event.preventDefault()
    const called = name.trim()
    if (called === '') return
    set({
      savedFilters: [...savedFilters.filter((saved) => saved.name !== called), { name: called, filter }],
    })
    setName('')
  }
  return (
    <>
      {savedFilters.length > 0 ? (
        <ul aria-label={listWords.saved} className="col-span-2 flex flex-wrap gap-1">
          {savedFilters.map((saved) => (
            <li key={saved.name} className="inline-flex max-w-full items-center">
              <Button
                size="small"
                look={sameFilter(saved.filter, filter) ? 'solid' : 'outline'}
                aria-pressed={sameFilter(saved.filter, filter)}
                onClick={() => changeFilter(saved.filter)}
              >
                <span className="truncate">{saved.name}</span>
              </Button>
              <button
                type="button"
                aria-label={listWords.forget(saved.name)}
                onClick={() => set({ savedFilters: savedFilters.filter((other) => other !== saved) })}
                className="inline-flex size-6 items-center justify-center rounded-sm text-ink-muted hover:bg-hover"
              >
                <X aria-hidden size={12} />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {isFiltered(filter) && !known ? (
        <form onSubmit={save} className="col-span-2 flex gap-1">
          <Input
            aria-label={listWords.saveAs}
            placeholder={listWords.saveAs}
            value={name}
            maxLength={60}
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="submit" disabled={name.trim() === ''}>
            {listWords.save}
          </Button>
        </form>
      ) : null}
    </>
  )
}
