import { Eye, EyeOff } from 'lucide-react'
import { type ClipboardEvent, type ComponentProps, type RefObject, useRef, useState } from 'react'
import type { ServerCandidate } from '../../../../preload/contract.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Field, TextArea, TextField } from '../../../ui/controls/field.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { Tabs } from '../../../ui/controls/tabs.tsx'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { CandidateInputs } from './candidate-inputs.tsx'
import { CapabilityField } from './capability-field.tsx'
import { maskLine } from './mask-line.ts'
import { isInstallLink, readPasted } from './read-pasted.ts'
import { RowsField } from './rows-field.tsx'
import { emptyCapability, type FormKind, formOf, isMcp, type ServerForm, suggestName } from './server-form.ts'
import { serverWords as words } from './words.ts'

/** Both draw the same signs at the same places. */
const SAME_FACE = 'font-mono text-sm whitespace-pre-wrap [overflow-wrap:normal] [word-break:break-all]'

/** A command line in which what follows `--token` and its like is drawn as dots while it is typed. */
function CommandField({ value, ...rest }: Omit<ComponentProps<'textarea'>, 'value'> & { value: string }) {
  const [isShown, setShown] = useState(false)
  const dots = useRef<HTMLDivElement>(null)
  const masked = maskLine(value)
  const hasSecret = masked !== value
  const isMasked = hasSecret && !isShown
  return (
    <div className="flex items-start gap-1">
      <div className="relative min-w-0 flex-1">
        <TextArea
          {...rest}
          rows={2}
          value={value}
          spellCheck={false}
          autoComplete="off"
          onScroll={(event) => {
            if (dots.current !== null) dots.current.scrollTop = event.currentTarget.scrollTop
          }}
          className={classNames(
            SAME_FACE,
            isMasked && 'text-transparent caret-ink selection:text-transparent',
          )}
        />
        {isMasked ? (
          <div
            ref={dots}
            aria-hidden
            className={classNames(
              SAME_FACE,
              'pointer-events-none absolute inset-0 overflow-hidden border border-transparent px-2.5 py-1.5 text-ink',
            )}
          >
            {masked}
          </div>
        ) : null}
      </div>
      {hasSecret ? (
        <IconButton
          label={isShown ? words.hideValues : words.showValues}
          icon={isShown ? <EyeOff aria-hidden size={14} /> : <Eye aria-hidden size={14} />}
          onClick={() => setShown(!isShown)}
        />
      ) : null}
    </div>
  )
}

const KINDS: FormKind[] = ['command', 'address', 'program', 'api']

/** What a server is, as a form. What is pasted as a whole fills it in. `fixed`: it has its name, and its kind. */
export function FillIn({
  form,
  taken,
  candidate,
  field,
  fixed = false,
  onChange,
}: {
  form: ServerForm
  taken: readonly string[]
  candidate?: ServerCandidate | undefined
  field: RefObject<HTMLTextAreaElement | HTMLInputElement | null>
  fixed?: boolean
  onChange: (form: ServerForm) => void
}) {
  const [pasted, setPasted] = useState<string | null>(null)
  const isAddress = form.kind === 'address' || form.kind === 'api'

  /** The name follows what is typed until somebody has named it; tools are called after their server. */
  function edit(change: Partial<ServerForm>): void {
    const next = { ...form, ...change }
    const name = next.isNamed || change.name !== undefined ? next.name : suggestName(next, taken)
    onChange({ ...next, name, ...(form.prefix === form.name ? { prefix: name } : {}) })
  }
  function paste(event: ClipboardEvent): void {
    const text = event.clipboardData.getData('text')
    const isWhole =
      event.currentTarget instanceof HTMLTextAreaElement && event.currentTarget.value.trim() === ''
    const found = isWhole || /^\s*[{"`]/.test(text) || isInstallLink(text) ? readPasted(text) : null
    if (found === null) return
    event.preventDefault()
    const read = formOf('', found.connection)
    const isUsable =
      found.name !== null && /^[A-Za-z0-9_][\w.-]*$/.test(found.name) && !taken.includes(found.name)
    const given = isUsable && !fixed ? found.name : form.isNamed ? form.name : null
    const name = given ?? suggestName(read, taken)
    onChange({ ...read, name, prefix: name, isNamed: given !== null })
    setPasted(words.pasted(name, found.others))
  }

  return (
    <div className="flex flex-col gap-3 py-1">
      {candidate === undefined ? null : (
        <CandidateInputs
          candidate={candidate}
          inputs={form.inputs}
          onChange={(inputs) => onChange({ ...form, inputs })}
        />
      )}
      {fixed ? null : (
        <div>
          <Tabs<FormKind>
            label={words.kind}
            value={form.kind}
            onChange={(kind) =>
              edit({ kind, capability: isMcp({ kind }) ? null : (form.capability ?? emptyCapability()) })
            }
            tabs={KINDS.map((value) => ({ value, label: words.kinds[value] }))}
          />
          <p className="mt-2 text-ink-muted">{words.kindText[form.kind]}</p>
        </div>
      )}
      {isAddress ? (
        <TextField
          label={words.url}
          hint={form.kind === 'api' ? words.apiHint : words.urlHint}
          ref={field as RefObject<HTMLInputElement | null>}
          value={form.url}
          maxLength={4000}
          spellCheck={false}
          autoComplete="off"
          onPaste={paste}
          onType={(text) => edit({ url: text })}
          className="font-mono text-sm"
        />
      ) : form.kind === 'command' ? (
        <Field label={words.command} hint={words.commandHint}>
          {(ids) => (
            <CommandField
              {...ids}
              ref={field as RefObject<HTMLTextAreaElement | null>}
              value={form.command}
              maxLength={20_000}
              placeholder="npx -y @modelcontextprotocol/server-everything"
              onPaste={paste}
              onKeyDown={(event) => {
                // It is one line, however it is broken.
                if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
                event.preventDefault()
                event.currentTarget.form?.requestSubmit()
              }}
              onChange={(event) => edit({ command: event.target.value.replace(/\r?\n/g, ' ') })}
            />
          )}
        </Field>
      ) : (
        <TextField
          label={words.program}
          hint={words.programHint}
          ref={field as RefObject<HTMLInputElement | null>}
          value={form.command}
          maxLength={4000}
          spellCheck={false}
          autoComplete="off"
          onType={(text) => edit({ command: text })}
          className="font-mono text-sm"
        />
      )}
      {pasted === null ? null : <Notice tone="accent">{pasted}</Notice>}
      {fixed ? null : (
        <TextField
          label={words.nameOf}
          hint={words.nameHint}
          value={form.name}
          maxLength={64}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target: { value: name } }) => edit({ name, isNamed: name !== '' })}
        />
      )}
      <RowsField
        legend={isAddress ? words.headers : words.variables}
        addLabel={isAddress ? words.addHeader : words.addVariable}
        rows={form.rows}
        onChange={(rows) => edit({ rows })}
      />
      {isAddress ? null : (
        <TextField
          label={words.folder}
          hint={words.folderHint}
          value={form.folder}
          maxLength={4000}
          spellCheck={false}
          autoComplete="off"
          onType={(text) => edit({ folder: text })}
          className="font-mono text-sm"
        />
      )}
      {isMcp(form) || fixed ? null : (
        <CapabilityField
          kind={form.kind === 'program' ? 'program' : 'api'}
          capability={form.capability}
          onChange={(capability) => edit({ capability })}
        />
      )}
    </div>
  )
}
