import { useState } from 'react'
import type { RunDetail } from '../../../preload/contract.ts'
import { TryPanel } from '../../trying/try-panel.tsx'
import { tryWords } from '../../trying/try-words.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Notice } from '../../ui/feedback/error-state.tsx'
import { speakText } from '../../ui/text/visible-text.ts'
import { words } from '../../words.ts'
import { runWords } from './words.ts'

type Move = RunDetail['moves'][number]

/**
 * An agent's step, taken by the person at the desk (R1.7). It belongs to the run as it was when this was opened: one that
 * has gone on refuses it. `move`: as it is now; null: there is no such step any more.
 */
export function FireDialog({
  run,
  name,
  move,
  onClose,
}: {
  run: Pick<RunDetail, 'id' | 'version'>
  name: string
  move: Move | null
  onClose: () => void
}) {
  const [opened] = useState({ move, version: run.version })
  const { form, title = name } = opened.move ?? {}
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={runWords.fireTitle(speakText(title))}
      description={runWords.fireText}
      closeLabel={words.common.close}
    >
      <TryPanel
        once
        options={run.version === opened.version ? null : <Notice>{runWords.fireGone}</Notice>}
        schema={form?.schema ?? null}
        initial={form?.arguments ?? {}}
        label={tryWords.fire}
        compose={(values) => ({
          tool: 'workflow.submit',
          arguments: {
            workflowId: run.id,
            expectedVersion: opened.version,
            transition: name,
            arguments: values as Record<string, never>,
          },
        })}
      />
    </Dialog>
  )
}
