import { useState } from 'react'
import type { SettingsView } from '../../../../preload/contract.ts'
import { EditDialog } from '../../../editing/edit-dialog.tsx'
import { Field, Input } from '../../../ui/controls/field.tsx'
import { editWords as words } from '../workspace/change-words.ts'

type Person = SettingsView['people'][number]

/** Roles and permissions of somebody; `person` null: of somebody new. */
export function PersonDialog({ person, onClose }: { person: Person | null; onClose: () => void }) {
  const [name, setName] = useState(person?.name ?? '')
  const [roles, setRoles] = useState((person?.roles ?? []).join(', '))
  const [permissions, setPermissions] = useState((person?.permissions ?? []).join(', '))
  const edit =
    name.trim() === ''
      ? null
      : {
          kind: 'person' as const,
          name: name.trim(),
          roles: readList(roles),
          permissions: readList(permissions),
        }
  return (
    <EditDialog
      title={person === null ? words.addTitle : words.personTitle(person.name)}
      edit={edit}
      onClose={onClose}
    >
      <div className="flex flex-col gap-3">
        {person === null ? (
          <Field label={words.personName} hint={words.personNameHint}>
            {(ids) => (
              <Input
                {...ids}
                value={name}
                maxLength={100}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
        ) : null}
        <Field label={words.roles} hint={words.listHint}>
          {(ids) => <Input {...ids} value={roles} onChange={(event) => setRoles(event.target.value)} />}
        </Field>
        <Field label={words.permissions} hint={words.listHint}>
          {(ids) => (
            <Input {...ids} value={permissions} onChange={(event) => setPermissions(event.target.value)} />
          )}
        </Field>
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

/** Each once, in the order of the text. */
export function readList(text: string): string[] {
  const entries = text.split(',').map((entry) => entry.trim())
  return [...new Set(entries.filter((entry) => entry !== ''))]
}
