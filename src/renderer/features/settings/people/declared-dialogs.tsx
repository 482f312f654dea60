import { type ReactNode, useRef, useState } from 'react'
import type { ConfigurationEdit, SettingsView } from '../../../../preload/contract.ts'
import { EditDialog } from '../../../editing/edit-dialog.tsx'
import { Choices } from '../../../ui/controls/choices.tsx'
import { TextField } from '../../../ui/controls/field.tsx'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { clientEditWords, editWords, personEditWords } from '../workspace/change-words.ts'
import { ListInput, useListField } from './list-field.tsx'

interface RightsHolder {
  name: string
  roles: readonly string[]
  permissions: readonly string[]
}

/** Roles and permissions of what the configuration names; `changed` null: of a new one. */
function DeclaredDialog({
  words,
  changed,
  all,
  taken,
  editOf,
  children,
  onClose,
}: {
  words: typeof clientEditWords | typeof personEditWords
  changed: string | null
  /** As they are now. */
  all: readonly RightsHolder[]
  /** Names that a new one cannot have. */
  taken: readonly string[]
  /** Null: something else is missing. */
  editOf: (whole: { name: string; roles: string[]; permissions: string[] }) => ConfigurationEdit | null
  children?: ReactNode
  onClose: () => void
}) {
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const name = changed ?? typed.trim()
  const now = changed === null ? undefined : all.find((one) => one.name === changed)
  const roles = useListField(now?.roles ?? [])
  const permissions = useListField(now?.permissions ?? [])
  const isGone = changed !== null && now === undefined
  const isTaken = changed === null && taken.includes(name)
  return (
    <EditDialog
      title={changed === null ? words.addTitle : words.title(changed)}
      field={field}
      edit={
        name === '' || isGone || isTaken
          ? null
          : editOf({ name, roles: roles.list, permissions: permissions.list })
      }
      onClose={onClose}
    >
      <div className="flex flex-col gap-3">
        {isGone ? <Notice tone="failed">{editWords.isGone(name)}</Notice> : null}
        {changed === null ? (
          <TextField
            label={words.name}
            hint={words.nameHint}
            error={isTaken ? editWords.isTaken(name) : undefined}
            ref={field}
            value={typed}
            maxLength={100}
            onType={setTyped}
          />
        ) : null}
        {children}
        <ListInput label={editWords.roles} field={roles} />
        <ListInput label={editWords.permissions} field={permissions} />
      </div>
    </EditDialog>
  )
}

export function PersonDialog({
  changed,
  people,
  onClose,
}: {
  changed: string | null
  people: SettingsView['people']
  onClose: () => void
}) {
  return (
    <DeclaredDialog
      words={personEditWords}
      changed={changed}
      all={people}
      taken={people.filter(({ declared }) => declared).map(({ name }) => name)}
      editOf={(whole) => ({ kind: 'person', ...whole })}
      onClose={onClose}
    />
  )
}

/** What a client may do and what it sees. */
export function ClientDialog({
  changed,
  clients,
  onClose,
}: {
  changed: string | null
  clients: SettingsView['clients']
  onClose: () => void
}) {
  const [chosen, setChosen] = useState<'all' | 'tags' | null>(null)
  const now = clients.find(({ name }) => name === changed)?.tags ?? null
  const tags = useListField(now ?? [])
  const sight = chosen ?? (now === null ? 'all' : 'tags')
  return (
    <DeclaredDialog
      words={clientEditWords}
      changed={changed}
      all={clients}
      taken={clients.map(({ name }) => name)}
      editOf={(whole) =>
        sight === 'tags' && tags.list.length === 0
          ? null
          : { kind: 'client', ...whole, tags: sight === 'all' ? null : tags.list }
      }
      onClose={onClose}
    >
      <Choices
        label={clientEditWords.sight}
        options={[
          { value: 'all', label: clientEditWords.everything },
          { value: 'tags', label: clientEditWords.onlyTags, hint: clientEditWords.onlyTagsHint },
        ]}
        value={sight}
        onChange={setChosen}
      />
      {sight === 'tags' ? <ListInput label={clientEditWords.tags} field={tags} /> : null}
    </DeclaredDialog>
  )
}

export function RemoveDialog({
  kind,
  name,
  onClose,
}: {
  kind: 'removePerson' | 'removeClient'
  name: string
  onClose: () => void
}) {
  const words = kind === 'removePerson' ? personEditWords : clientEditWords
  return (
    <EditDialog
      title={editWords.removeTitle(name)}
      description={words.removeText}
      edit={{ kind, name }}
      danger
      confirm={words.confirmRemove}
      onClose={onClose}
    />
  )
}
