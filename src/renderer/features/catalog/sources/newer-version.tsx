import { useState } from 'react'
import type { PinnedPackage } from '../../../../preload/contract.ts'
import { useCall } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Section } from '../../../ui/section.tsx'
import { Code } from '../../../ui/text/code.tsx'
import { NewerVersionDialog } from './newer-version-dialog.tsx'
import { sourceWords } from './source-words.ts'

const words = sourceWords.newer

/** Of a server that is pinned to a version of a package: which, and looking for a newer one. */
export function NewerVersion({ name }: { name: string }) {
  const { data } = useCall('versions.pinned', { name })
  const [isOpen, setOpen] = useState(false)
  const pinned: PinnedPackage | null = data?.pinned ?? null
  if (pinned === null) return null
  return (
    <Section title={words.title}>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Code>{pinned.package}</Code> <Code>{pinned.version}</Code>
        <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {words.look}
        </Button>
      </p>
      {isOpen ? <NewerVersionDialog name={name} pinned={pinned} onClose={() => setOpen(false)} /> : null}
    </Section>
  )
}
