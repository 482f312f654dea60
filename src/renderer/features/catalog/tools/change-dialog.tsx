import { useMemo, useState } from 'react'
import type { ConfigurationEdit, ToolChange, ToolRow } from '../../../../preload/contract.ts'
import { EditDialog } from '../../../editing/edit-dialog.tsx'
import { useSettled } from '../../../lists/use-settled.ts'
import { useCall } from '../../../queries.ts'
import { Tick } from '../../../ui/controls/tick.tsx'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { AskForm } from './ask-form.tsx'
import { ConfirmForm } from './confirm-form.tsx'
import { keyOf } from './filter-tools.ts'
import { Foreseen } from './foreseen.tsx'
import { toolWords as words } from './tools-words.ts'
import { WordsForm } from './words-form.tsx'

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
