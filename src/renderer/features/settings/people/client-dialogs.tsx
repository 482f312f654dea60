import { useState } from 'react'
import type { SettingsView } from '../../../../preload/contract.ts'
import { EditDialog } from '../../../editing/edit-dialog.tsx'
import { Choices } from '../../../ui/controls/choices.tsx'
import { Field, Input } from '../../../ui/controls/field.tsx'
import { editWords, clientEditWords as words } from '../workspace/change-words.ts'
import { readList } from './person-dialogs.tsx'

type Client = SettingsView['clients'][number]
type Sight = 'all' | 'tags'

/** What a client may do and what it sees; `client` null: of a new one. */
export function ClientDialog({ client, onClose }: { client: Client | null; onClose: () => void }) {
  const [name, setName] = useState(client?.name ?? '')
  const [roles, setRoles] = useState((client?.roles ?? []).join(', '))
  const [permissions, setPermissions] = useState((client?.permissions ?? []).join(', '))
  const [sight, setSight] = useState<Sight>(client?.tags == null ? 'all' : 'tags')
  const [tags, setTags] = useState((client?.tags ?? []).join(', '))
  const isWhole = name.trim() !== '' && (sight === 'all' || readList(tags).length > 0)
  const edit = isWhole
    ? {
        kind: 'client' as const,
        name: name.trim(),
        roles: readList(roles),
        permissions: readList(permissions),
        tags: sight === 'all' ? null : readList(tags),
      }
    : null
  return (
    <EditDialog
      title={client === null ? words.addTitle : words.title(client.name)}
      edit={edit}
      onClose={onClose}
    >
      <div className="flex flex-col gap-3">
        {client === null ? (
          <Field label={words.name} hint={words.nameHint}>
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
        <Choices
          label={words.sight}
          options={[
            { value: 'all', label: words.everything },
            { value: 'tags', label: words.onlyTags, hint: words.onlyTagsHint },
          ]}
          value={sight}
          onChange={setSight}
        />
        {sight === 'tags' ? (
          <Field label={words.tags} hint={editWords.listHint}>
            {(ids) => <Input {...ids} value={tags} onChange={(event) => setTags(event.target.value)} />}
          </Field>
        ) : null}
        <Field label={editWords.roles} hint={editWords.listHint}>
          {(ids) => <Input {...ids} value={roles} onChange={(event) => setRoles(event.target.value)} />}
        </Field>
        <Field label={editWords.permissions} hint={editWords.listHint}>
          {(ids) => (
            <Input {...ids} value={permissions} onChange={(event) => setPermissions(event.target.value)} />
          )}
        </Field>
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
