import { type ChangeEvent, type ClipboardEvent, useRef, useState } from 'react'
import type { ReplyOf } from '../../../../preload/contract.ts'
import { ActionDialog } from '../../../action-dialog.tsx'
import { useSend } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Field, TextArea } from '../../../ui/controls/field.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { Code, CodeBlock } from '../../../ui/text/code.tsx'
import { QuoteChip } from '../../../ui/text/quote-chip.tsx'
import { judgedWords as words } from './judged-words.ts'

/** As the contract has it, in characters. */
const MOST = 8_000_000
/** Characters that a field of text shows without becoming slow; more is named, not shown. */
const MOST_SHOWN = 20_000

/** JSON lines from a file or pasted. What is wrong is said by line, and nothing is taken over then. */
export function JudgedImport({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  /** Of what is taken over without being shown; null: it is in the field. */
  const [name, setName] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const file = useRef<HTMLInputElement>(null)
  const send = useSend('judged.import')
  function take(given: string, from: string | null): void {
    setText(given)
    setName(from)
    setProblem(given.length > MOST ? words.tooLarge : null)
    send.reset()
  }
  function read(event: ChangeEvent<HTMLInputElement>): void {
    const chosen = event.target.files?.[0]
    event.target.value = ''
    if (chosen === undefined) return
    if (chosen.size > MOST) setProblem(words.tooLarge)
    else {
      chosen.text().then(
        (given) => take(given, chosen.name),
        () => setProblem(words.notRead),
      )
    }
  }
  function paste(event: ClipboardEvent): void {
    const given = event.clipboardData.getData('text')
    if (given.length <= MOST_SHOWN) return
    event.preventDefault()
    take(given, words.pasted)
  }
  if (send.data) return <Imported result={send.data} onClose={onClose} />
  const said = problem ?? send.error?.message ?? null
  return (
    <ActionDialog
      wide
      onClose={onClose}
      title={words.importTitle}
      description={words.importText}
      isReady={text.trim() !== '' && problem === null && !send.isPending}
      confirm={words.confirmImport}
      onConfirm={() => send.mutate({ text })}
    >
      <CodeBlock text={words.importExample} label={words.lines} wrap />
      <div>
        <input
          ref={file}
          type="file"
          accept=".jsonl,.ndjson,.json,.txt"
          aria-label={words.chooseFile}
          tabIndex={-1}
          className="sr-only"
          onChange={read}
        />
        <Button onClick={() => file.current?.click()}>{words.chooseFile}</Button>
      </div>
      {name === null ? (
        <Field label={words.lines} hint={words.linesHint}>
          {(ids) => (
            <TextArea
              {...ids}
              rows={6}
              spellCheck={false}
              className="font-mono text-sm"
              value={text}
              onChange={(event) => take(event.target.value, null)}
              onPaste={paste}
            />
          )}
        </Field>
      ) : (
        <p className="flex flex-wrap items-center gap-3" data-count>
          <span>
            <Code>{name}</Code> {words.lineCount(countLines(text))}
          </span>
          <Button size="small" onClick={() => take('', null)}>
            {words.takeAway}
          </Button>
        </p>
      )}
      {said === null ? null : (
        <Notice tone="failed">
          <span className="whitespace-pre-line">{said}</span>
        </Notice>
      )}
    </ActionDialog>
  )
}

function Imported({ result, onClose }: { result: ReplyOf<'judged.import'>; onClose: () => void }) {
  const { added, changed, unknown, unknownItems } = result
  return (
    <Dialog
      onClose={onClose}
      title={words.imported(added, changed)}
      actions={
        <Button look="solid" onClick={onClose}>
          {words.done}
        </Button>
      }
    >
      {unknown === 0 ? null : (
        <Notice>
          <p>{words.unknownItems(unknown)}</p>
          <ul className="flex flex-col gap-0.5">
            {unknownItems.map((id) => (
              <li key={id}>
                <QuoteChip text={id} />
              </li>
            ))}
          </ul>
          {unknown > unknownItems.length ? <p>{words.andMore(unknown - unknownItems.length)}</p> : null}
        </Notice>
      )}
    </Dialog>
  )
}

function countLines(text: string): number {
  return text.split('\n').filter((line) => line.trim() !== '').length
}
