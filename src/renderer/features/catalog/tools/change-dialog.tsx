import { useEffect, useMemo, useState } from 'react'
import type { ConfigurationEdit, ToolChange, ToolRow } from '../../../../preload/contract.ts'
import { EditDialog } from '../../../editing/edit-dialog.tsx'
import { readList } from '../../../editing/typed-list.ts'
import { useSettled } from '../../../lists/use-settled.ts'
import { useCall } from '../../../queries.ts'
import { Choices } from '../../../ui/controls/choices.tsx'
import { TextField } from '../../../ui/controls/field.tsx'
import { Tick } from '../../../ui/controls/tick.tsx'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { OneLine } from '../../../ui/text/quote-chip.tsx'
import { AskForm } from './ask-form.tsx'
import { keyOf } from './filter-tools.ts'
import { Foreseen } from './foreseen.tsx'
import { toolWords as words } from './tools-words.ts'

const LONGEST = 80
const MOST = 50
/** So many that they have are offered to be taken away. */
const MOST_OFFERED = 40

/** Tags or aliases that all of them get, and those that are taken from whoever has them. */
function WordsForm({
  field,
  rows,
  onChange,
}: {
  field: 'tags' | 'aliases'
  rows: readonly ToolRow[]
  onChange: (change: ToolChange | null) => void
}) {
  const [text, setText] = useState('')
  const [gone, setGone] = useState<readonly string[]>([])
  const found = useMemo(() => [...new Set(rows.flatMap((row) => row[field]))].toSorted(), [rows, field])
  const add = useMemo(() => readList(text), [text])
  const isFit = add.length <= MOST && add.every((word) => word.length <= LONGEST)
  useEffect(() => {
    const isChange = isFit && add.length + gone.length > 0
    onChange(isChange ? { do: 'words', field, add, remove: [...gone] } : null)
  }, [add, gone, field, isFit, onChange])
  return (
    <div className="flex flex-col gap-4">
      <TextField
        label={words.add}
        hint={words.addHint}
        error={isFit ? undefined : words.wordError}
        value={text}
        onType={setText}
      />
      {found.length === 0 ? null : (
        <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
          <legend className="mb-1 text-sm font-medium">{words.remove}</legend>
          {found.slice(0, MOST_OFFERED).map((word) => (
            <label key={word} className="inline-flex items-center gap-1.5">
              <input
                type="checkbox"
                checked={gone.includes(word)}
                onChange={(event) =>
                  setGone(event.target.checked ? [...gone, word] : gone.filter((other) => other !== word))
                }
                className="size-4 accent-accent-solid"
              />
              <OneLine text={word} />
            </label>
          ))}
        </fieldset>
      )}
    </div>
  )
}

const MEANS = { reads: true, writes: false, nobody: null } as const
type Word = keyof typeof MEANS
const WORDS = ['reads', 'writes', 'nobody'] as const

/** What a person confirms of the tools. */
function ConfirmForm({ onChange }: { onChange: (change: ToolChange) => void }) {
  const [word, setWord] = useState<Word | null>(null)
  return (
    <Choices
      label={words.does}
      value={word}
      onChange={(next) => {
        setWord(next)
        onChange({ do: 'confirm', reads: MEANS[next] })
      }}
      options={WORDS.map((value) => ({ value, label: words.doesChoices[value] }))}
    />
  )
}

export interface Wish {
  action: 'on' | 'off' | 'ask' | 'tags' | 'aliases' | 'confirm' | 'free'
  rows: readonly ToolRow[]
}

const PAUSE_MS = 150

/** What of the tools is changed, which of them that changes, and what is written and loosened by it. */
export function ChangeDialog({ wish: { action, rows }, onClose }: { wish: Wish; onClose: () => void }) {
  const [change, setChange] = useState<ToolChange | null>(() => beginningOf(action))
  const [agreed, setAgreed] = useState<string | null>(null)
  const settled = useSettled(change, PAUSE_MS)
  const tools = useMemo(() => rows.map(({ server, name }) => ({ server, name })), [rows])
  const foresee = useCall(
    'tools.foresee',
    { tools, change: settled ?? NOTHING },
    { enabled: settled !== null, keepPrevious: true, keptMs: 0 },
  )
  const foreseen = settled === null || foresee.isPlaceholderData ? undefined : foresee.data
  const isOpen = foreseen !== undefined && foreseen.changed.length > 0
  // Who agreed to leave some out has agreed to this change of these, and to no other.
  const appearance = JSON.stringify([settled, foreseen])
  const mayChange = isOpen && (foreseen.fixed.length === 0 || agreed === appearance)
  const edit = useMemo<ConfigurationEdit | null>(
    () =>
      foreseen === undefined || settled === null || foreseen.changed.length === 0
        ? null
        : { kind: 'tools', tools: foreseen.changed, change: settled },
    [foreseen, settled],
  )
  const known = useMemo(() => new Map(rows.map((row) => [keyOf(row), row])), [rows])
  return (
    <EditDialog
      title={action === 'free' ? words.freeTitle : words.titles[action](rows.length)}
      description={action === 'free' ? words.freeText : words.texts[action]}
      edit={edit}
      isBehind={settled !== change || !mayChange}
      {...(action === 'free' ? { confirm: words.freeConfirm } : {})}
      onClose={onClose}
    >
      {action === 'ask' ? <AskForm onChange={setChange} /> : null}
      {action === 'tags' || action === 'aliases' ? (
        <WordsForm field={action} rows={rows} onChange={setChange} />
      ) : null}
      {action === 'confirm' ? <ConfirmForm onChange={setChange} /> : null}
      {foresee.error && settled !== null ? <Notice tone="failed">{foresee.error.message}</Notice> : null}
      {foreseen === undefined || settled === null ? null : (
        <Foreseen foreseen={foreseen} change={settled} rows={known} />
      )}
      {isOpen && foreseen.fixed.length > 0 ? (
        <Tick
          label={words.foreseen.agree(foreseen.changed.length)}
          checked={agreed === appearance}
          onChange={(checked) => setAgreed(checked ? appearance : null)}
        />
      ) : null}
    </EditDialog>
  )
}

const NOTHING: ToolChange = { do: 'words', field: 'tags', add: [], remove: [] }

/** What needs nothing to be filled in; null: the form says. */
function beginningOf(action: Wish['action']): ToolChange | null {
  if (action === 'on' || action === 'off') return { do: 'offer', on: action === 'on' }
  return action === 'free' ? { do: 'ask', when: 'writes' } : null
}
