import { useEffect, useRef, useState } from 'react'
import type { ImportChoice, ImportPreview, SandboxMode } from '../../../../preload/contract.ts'
import { ChangeView } from '../../../editing/change-view.tsx'
import { Written } from '../../../editing/edit-dialog.tsx'
import { offerPutBack, takeBackImport } from '../../../editing/put-back.tsx'
import type { DeskError } from '../../../gateway.ts'
import { useProof } from '../../../proof/proof-dialog.tsx'
import { useBridge, useCall, useSend } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Switch } from '../../../ui/controls/switch.tsx'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { HairlineList } from '../../../ui/list.tsx'
import { Section } from '../../../ui/section.tsx'
import { Code } from '../../../ui/text/code.tsx'
import { OneLine } from '../../../ui/text/quote-chip.tsx'
import { ReviewedServer } from './reviewed-server.tsx'
import { sourceWords } from './source-words.ts'

const words = sourceWords.import

/** Everything that adding them writes and starts, before it does. */
export function ImportReview({
  choice: chosen,
  canReplace,
  onBack,
  onDone,
}: {
  choice: ImportChoice
  /** Some of them come from an app's own file. */
  canReplace: boolean
  onBack: () => void
  onDone: () => void
}) {
  const bridge = useBridge()
  const [choice, setChoice] = useState(chosen)
  const { data, error, isPlaceholderData, refetch } = useCall(
    'sources.previewImport',
    { choice },
    { keptMs: 0, keepPrevious: true },
  )
  const send = useSend('sources.import')
  const top = useRef<HTMLParagraphElement>(null)
  useEffect(() => top.current?.focus(), [])
  const proof = useProof(words.add(choice.servers.length), add)
  const isRefused = data?.drafts.some(({ examination }) =>
    examination.hazards.some(({ level }) => level === 'refused'),
  )
  // A press counts while the same is asked again: what is added is what was seen, or it is refused.
  const isSeen = data !== undefined && !isPlaceholderData && !error
  const canAdd = isSeen && !isRefused && data.edit.problems.length === 0

  function lockIn(name: string, sandbox: SandboxMode): void {
    const taken = data?.names.filter((each) => each.name === name) ?? []
    const isTaken = (file: string, key: string) =>
      taken.some((each) => each.file === file && each.key === key)
    setChoice({
      ...choice,
      servers: choice.servers.map((each) => (isTaken(each.file, each.key) ? { ...each, sandbox } : each)),
    })
  }

  function add(): void {
    if (data === undefined || send.isPending) return
    send.mutateAsync({ choice, hash: data.hash }).then(
      ({ undo }) => {
        offerPutBack(bridge, words.added(data.drafts.length), { undo, words, takeBack: takeBackImport })
        onDone()
      },
      (fault: DeskError) => {
        if (!proof.isNeeded(fault)) void refetch()
      },
    )
  }
  if (proof.dialog !== null) return proof.dialog
  const count = data?.drafts.length ?? choice.servers.length
  return (
    <div className="flex flex-col gap-4 py-2">
      <p ref={top} tabIndex={-1} className="max-w-prose text-ink-muted outline-none">
        {words.reviewText}
      </p>
      {canReplace ? (
        <Switch
          label={words.replace}
          hint={words.replaceText}
          checked={choice.replace}
          onChange={(replace) => setChoice({ ...choice, replace })}
        />
      ) : null}
      {send.error && send.error.code !== 'NEEDS_PROOF' ? (
        <Notice tone="failed">{send.error.message}</Notice>
      ) : null}
      {error ? <Notice tone="failed">{error.message}</Notice> : null}
      {data === undefined ? null : <Preview preview={data} choice={choice} onSandbox={lockIn} />}
      <div className="sticky -bottom-2 -mx-5 -mb-2 flex flex-wrap justify-end gap-2 border-t border-line bg-raised px-5 pt-3 pb-2">
        <Button onClick={onBack}>{words.back}</Button>
        <Button look="solid" disabled={!canAdd || send.isPending} onClick={add}>
          {data !== undefined && data.clients.length > 0 ? words.addAndReplace(count) : words.add(count)}
        </Button>
      </div>
    </div>
  )
}

function Preview({
  preview: { edit, drafts, names, secrets, clients, hash },
  choice,
  onSandbox,
}: {
  preview: ImportPreview
  choice: ImportChoice
  onSandbox: (name: string, mode: SandboxMode) => void
}) {
  // Of one alone there is room for everything.
  const [open, setOpen] = useState(drafts.length === 1 ? (drafts[0]?.draft.name ?? null) : null)
  const renamed = names.filter(({ key, name }) => key !== name)
  return (
    <>
      <HairlineList>
        {drafts.map((server) => (
          <ReviewedServer
            key={server.draft.name}
            server={server}
            choice={choice}
            hash={hash}
            isOpen={open === server.draft.name}
            onToggle={() => setOpen(open === server.draft.name ? null : server.draft.name)}
            onSandbox={(mode) => onSandbox(server.draft.name, mode)}
          />
        ))}
      </HairlineList>
      {renamed.length === 0 ? null : (
        <ul className="list-disc pl-5 text-ink-muted">
          {renamed.map(({ file, key, name }) => (
            <li key={`${file} ${key}`}>
              <OneLine text={words.named(key, name)} />
            </li>
          ))}
        </ul>
      )}
      {secrets.length === 0 ? null : (
        <Section title={words.willStore}>
          <ul className="flex flex-wrap gap-2">
            {secrets.map((secret) => (
              <li key={secret}>
                <Code>{secret}</Code>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Written preview={edit} />
      {clients.map(({ title, file, patch }) => (
        <section key={file} aria-label={words.clientChange(title)} className="flex flex-col gap-2">
          <p className="text-sm text-ink-muted">
            {words.clientChange(title)}: <Code>{file}</Code>
          </p>
          <ChangeView patch={patch} label={words.clientChange(title)} />
          {patch.includes('•••') ? <p className="text-sm text-ink-muted">{words.hidden}</p> : null}
        </section>
      ))}
    </>
  )
}
