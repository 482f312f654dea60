import { useState } from 'react'
import type { SettingsView } from '../../../../preload/contract.ts'
import { EditDialog } from '../../../editing/edit-dialog.tsx'
import { TextField } from '../../../ui/controls/field.tsx'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { editWords as words } from '../workspace/change-words.ts'
import { ListInput, useListField } from './list-field.tsx'

type Person = SettingsView['people'][number]

/** Roles and permissions of somebody; `changed` null: of somebody new. */
export function PersonDialog({
  changed,
  people,
  onClose,
}: {
  changed: string | null
  /** As they are now. */
  people: readonly Person[]
  onClose: () => void
}) {
  const [typed, setTyped] = useState('')
  const name = changed ?? typed.trim()
  const person = changed === null ? undefined : people.find((one) => one.name === changed)
  const roles = useListField(person?.roles ?? [])
  const permissions = useListField(person?.permissions ?? [])
  const isGone = changed !== null && person === undefined
  const isTaken = changed === null && people.some((one) => one.declared && one.name === name)
  const edit =
    name === '' || isGone || isTaken
      ? null
      : { kind: 'person' as const, name, roles: roles.list, permissions: permissions.list }
  return (
    <EditDialog
      title={changed === null ? words.addTitle : words.personTitle(changed)}
      edit={edit}
      onClose={onClose}
    >
      <div className="flex flex-col gap-3">
        {isGone ? <Notice tone="failed">{words.isGone(name)}</Notice> : null}
        {changed === null ? (
          <TextField
            label={words.personName}
            hint={words.personNameHint}
            error={isTaken ? words.isTaken(name) : undefined}
            value={typed}
            maxLength={100}
            onType={setTyped}
          />
        ) : null}
        <ListInput label={words.roles} field={roles} />
        <ListInput label={words.permissions} field={permissions} />
      </div>
    </EditDialog>
  )
}

export function RemovePersonDialog({ name, onClose }: { name: string; onClose: () => void }) {
  return (
    <EditDialog
      title={words.removeTitle(name)}
      description={words.removeText}
      edit={{ kind: 'removePerson', name }}
      danger
      confirm={words.confirmRemove}
      onClose={onClose}
    />
  )
}
