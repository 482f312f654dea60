import { useState } from 'react'
import type { ImportChoice, ServerCandidate } from '../../../../preload/contract.ts'
import { useCall } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Field, Input } from '../../../ui/controls/field.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { useWayBack } from '../../../ui/focus-home.ts'
import { FoundFilePart } from './found-file.tsx'
import { ImportReview } from './import-review.tsx'
import { sourceWords } from './source-words.ts'
import { useChoice } from './use-choice.ts'

const words = sourceWords.import

/** Servers of other clients on this machine: found, chosen, looked at, and added in one act. */
export function ImportTab({
  onDone,
  onChoose,
}: {
  onDone: () => void
  /** To be changed in the form before it is added. */
  onChoose: (candidate: ServerCandidate) => void
}) {
  const [folder, setFolder] = useState<string | null>(null)
  const [reviewing, setReviewing] = useState<ImportChoice | null>(null)
  const { data, error, isPending, isFetching, refetch } = useCall(
    'sources.found',
    { folder },
    { keepPrevious: true },
  )
  const wayBack = useWayBack<'review'>()
  const files = data ?? []
  const chosen = useChoice(files)
  const count = chosen.servers.length
  const canReplace = chosen.servers.some(({ file }) => file.canReplace)
  if (reviewing !== null) {
    return (
      <ImportReview
        choice={reviewing}
        canReplace={canReplace}
        onBack={() => {
          wayBack.comeBack('review')
          setReviewing(null)
        }}
        onDone={onDone}
      />
    )
  }
  return (
    <div className="flex flex-col gap-4 py-2">
      <p className="max-w-prose text-ink-muted">{words.text}</p>
      {error ? <Notice tone="failed">{error.message}</Notice> : null}
      {isPending ? (
        <p role="status" className="text-ink-muted">
          {words.looking}
        </p>
      ) : null}
      {files.map((file) => (
        <FoundFilePart key={file.id} file={file} chosen={chosen} onChoose={onChoose} />
      ))}
      {!isPending && files.length === 0 && !error ? (
        <EmptyState
          title={words.none}
          actions={
            <Button disabled={isFetching} onClick={() => void refetch()}>
              {words.again}
            </Button>
          }
        >
          {words.noneText}
        </EmptyState>
      ) : null}
      <FolderField onLook={setFolder} />
      <div className="sticky -bottom-2 -mx-5 -mb-2 border-t border-line bg-raised px-5 pt-3 pb-2">
        <div className="flex flex-wrap items-center justify-end gap-3">
          <p role="status" className="mr-auto text-ink-muted">
            {words.selected(count)}
            {count > 0 && !chosen.isComplete ? ` · ${words.missing}` : ''}
          </p>
          <Button
            ref={wayBack.ref('review')}
            look="solid"
            disabled={count === 0 || !chosen.isComplete}
            onClick={() => setReviewing(chosen.requestOf(folder))}
          >
            {words.review}
          </Button>
        </div>
      </div>
    </div>
  )
}

function FolderField({ onLook }: { onLook: (folder: string | null) => void }) {
  const [typed, setTyped] = useState('')
  const look = (): void => onLook(typed.trim() === '' ? null : typed.trim())
  return (
    <Field label={words.folder} hint={words.folderHint}>
      {(ids) => (
        <div className="flex gap-2">
          <Input
            {...ids}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              look()
            }}
            maxLength={4096}
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
          />
          <Button onClick={look}>{words.look}</Button>
        </div>
      )}
    </Field>
  )
}
