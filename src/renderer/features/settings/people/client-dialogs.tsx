import { useState } from 'react'
import type { SettingsView } from '../../../../preload/contract.ts'
import { EditDialog } from '../../../editing/edit-dialog.tsx'
import { Choices } from '../../../ui/controls/choices.tsx'
import { TextField } from '../../../ui/controls/field.tsx'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { editWords, clientEditWords as words } from '../workspace/change-words.ts'
import { ListInput, useListField } from './list-field.tsx'

type Client = SettingsView['clients'][number]
type Sight = 'all' | 'tags'

/** What a client may do and what it sees; `changed` null: of a new one. */
export function ClientDialog({
  changed,
  clients,
  onClose,
}: {
  changed: string | null
  /** As they are now. */
  clients: readonly Client[]
  onClose: () => void
}) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<Sight | null>(null)
  const name = changed ?? typed.trim()
  const client = changed === null ? undefined : clients.find((one) => one.name === changed)
  const roles = useListField(client?.roles ?? [])
  const permissions = useListField(client?.permissions ?? [])
  const tags = useListField(client?.tags ?? [])
  const sight = chosen ?? (client?.tags == null ? 'all' : 'tags')
  const isGone = changed !== null && client === undefined
  const isTaken = changed === null && clients.some((one) => one.name === name)
  const isWhole = name !== '' && !isGone && !isTaken && (sight === 'all' || tags.list.length > 0)
  const edit = isWhole
    ? {
        kind: 'client' as const,
        name,
        roles: roles.list,
        permissions: permissions.list,
        tags: sight === 'all' ? null : tags.list,
      }
    : null
  return (
    <EditDialog
      title={changed === null ? words.addTitle : words.title(changed)}
      edit={edit}
      onClose={onClose}
    >
      <div className="flex flex-col gap-3">
        {isGone ? <Notice tone="failed">{editWords.isGone(name)}</Notice> : null}
        {changed === null ? (
          <TextField
            label={words.name}
            hint={words.nameHint}
            error={isTaken ? editWords.isTaken(name) : undefined}
            value={typed}
            maxLength={100}
            onType={setTyped}
          />
        ) : null}
        <Choices
          label={words.sight}
          options={[
            { value: 'all', label: words.everything },
            { value: 'tags', label: words.onlyTags, hint: words.onlyTagsHint },
          ]}
          value={sight}
          onChange={setChosen}
        />
        {sight === 'tags' ? <ListInput label={words.tags} field={tags} /> : null}
        <ListInput label={editWords.roles} field={roles} />
        <ListInput label={editWords.permissions} field={permissions} />
      </div>
    </EditDialog>
  )
}

export function RemoveClientDialog({ name, onClose }: { name: string; onClose: () => void }) {
  return (
    <EditDialog
      title={words.removeTitle(name)}
      description={words.removeText}
      edit={{ kind: 'removeClient', name }}
      danger
      confirm={words.confirmRemove}
      onClose={onClose}
    />
  )
}
