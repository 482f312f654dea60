import { useState } from 'react'
import type { RunDetail } from '../../../preload/contract.ts'
import { TryPanel } from '../../trying/try-panel.tsx'
import { tryWords } from '../../trying/try-words.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Notice } from '../../ui/feedback/error-state.tsx'
import { Status } from '../../ui/feedback/status.tsx'
import { ACTOR_MARK } from '../../ui/graph/graph-picture.tsx'
import { HairlineList } from '../../ui/list.tsx'
import { Section } from '../../ui/section.tsx'
import { OneLine } from '../../ui/text/quote-chip.tsx'
import { Said } from '../../ui/text/said.tsx'
import { speakText } from '../../ui/text/visible-text.ts'
import { runWords } from './words.ts'

/** Every way out of the present state: who may take it, whether it is open now, and because of what. */
export function NextMoves({ run }: { run: RunDetail }) {
  const ended = run.status !== 'running'
  const [firing, setFiring] = useState<string | null>(null)
  const fired = run.moves.find(({ name }) => name === firing)
  return (
    <Section title={runWords.moves} aside={run.moves.length > 0 ? runWords.movesAside : null}>
      {ended || run.moves.length === 0 ? (
        <p className="text-ink-muted">{ended ? runWords.ended : runWords.noMoves}</p>
      ) : (
        <HairlineList>
          {run.moves.map((move) => {
            const Mark = ACTOR_MARK[move.actor]
            return (
              <li key={move.name} className="row-padding flex flex-wrap items-start gap-x-3">
                <span className="w-28 shrink-0 text-ink-muted">
                  <span className="inline-flex items-center gap-1.5">
                    <Mark aria-hidden size={13} />
                    {runWords.actor[move.actor]}
                  </span>
                </span>
                <span className="min-w-48 flex-1">
                  <span className="font-medium">
                    <OneLine text={move.title} />
                  </span>
                  <span className="block text-ink-muted [overflow-wrap:anywhere]">
                    <Said text={move.because} />
                  </span>
                </span>
                {move.form === null ? null : (
                  <Button
                    size="small"
                    aria-label={runWords.fireOf(speakText(move.title))}
                    onClick={() => setFiring(move.name)}
                  >
                    {runWords.fire}
                  </Button>
                )}
                <Status tone={move.allowed ? 'done' : 'quiet'} className="shrink-0">
                  {move.allowed ? runWords.allowed : runWords.notAllowed}
                </Status>
              </li>
            )
          })}
        </HairlineList>
      )}
      {firing === null ? null : (
        <FireDialog run={run} name={firing} move={fired ?? null} onClose={() => setFiring(null)} />
      )}
    </Section>
  )
}

type Move = RunDetail['moves'][number]

/**
 * An agent's step, taken by the person at the desk (R1.7). It belongs to the run as it was when this was opened: one that
 * has gone on refuses it. `move`: as it is now; null: there is no such step any more.
 */
function FireDialog({
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
      wide
      onClose={onClose}
      title={runWords.fireTitle(speakText(title))}
      description={runWords.fireText}
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
