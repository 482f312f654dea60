import { useState } from 'react'
import type { CatalogItem, SearchView } from '../../../../preload/contract.ts'
import { announce } from '../../../ui/feedback/announcer.tsx'
import { isOpen, type ResultChoices } from '../trying/result-choices.ts'
import { resultWords as words } from '../trying/result-words.ts'

/** Which explanations are open, which result is chosen, which two are compared, and what is to be made findable. */
export function useChoices(view: SearchView | undefined) {
  const [toggled, setToggled] = useState<Record<string, boolean>>({})
  const [picked, setPicked] = useState<string | null>(null)
  const [pair, setPair] = useState<{ above: string; below: string } | null>(null)
  const [finding, setFinding] = useState<{ item: CatalogItem | null } | null>(null)
  const ids = view?.results.map(({ item }) => item.id) ?? []
  const choices: ResultChoices = {
    toggled,
    toggle: (id) => {
      if (view !== undefined) setToggled((all) => ({ ...all, [id]: !isOpen(choices, view, id) }))
    },
    picked: picked !== null && ids.includes(picked) ? picked : null,
    pick: (id) => {
      const other = choices.picked
      if (other === null) {
        setPicked(id)
        announce(words.picked(id))
      } else if (other === id) {
        setPicked(null)
        announce(words.unpicked)
      } else {
        setPicked(null)
        const [above, below] = ids.indexOf(other) < ids.indexOf(id) ? [other, id] : [id, other]
        setPair({ above, below })
      }
    },
    askWhy: (above, below) => setPair({ above, below }),
    makeFindable: (item) => setFinding({ item }),
  }
  return {
    ids,
    choices,
    pair,
    finding,
    close: () => {
      setPair(null)
      setFinding(null)
    },
  }
}
