import { X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useDesk } from '../../../state.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Input } from '../../../ui/controls/field.tsx'
import { type Filter, isFiltered, sameFilter } from './filter.ts'
import { listWords } from './list-words.ts'

/** Filters that this window keeps by name. */
export function SavedFilters({ filter, onApply }: { filter: Filter; onApply: (filter: Filter) => void }) {
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
                onClick={() => onApply(saved.filter)}
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
