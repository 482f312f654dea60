import { useState } from 'react'
import { useCall } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { HairlineList } from '../../../ui/list.tsx'
import { Section } from '../../../ui/section.tsx'
import { ClientFiguresDialog } from './client-figures-dialog.tsx'
import { connectWords } from './connect-words.ts'

const LOCAL = 'local'

/** Every identity that a client can have, and what each sees, asks and costs. */
export function ClientsSection() {
  const declared = useCall('settings.get', {}).data?.clients ?? []
  const [open, setOpen] = useState<string | null>(null)
  const names = [LOCAL, ...declared.map(({ name }) => name).filter((name) => name !== LOCAL)]
  return (
    <Section title={connectWords.figures}>
      <p className="mb-2 text-ink-muted">{connectWords.figuresText}</p>
      <HairlineList aria-label={connectWords.figures}>
        {names.map((name) => (
          <li key={name} className="row-padding flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="font-medium">{name}</span>
            <span className="text-ink-muted">{name === LOCAL ? connectWords.local : connectWords.declared}</span>
            <Button
              size="small"
              className="ml-auto"
              aria-label={connectWords.showFigures(name)}
              onClick={() => setOpen(name)}
            >
              {connectWords.figuresShort}
            </Button>
          </li>
        ))}
      </HairlineList>
      {open === null ? null : <ClientFiguresDialog name={open} onClose={() => setOpen(null)} />}
    </Section>
  )
}
