import { useState } from 'react'
import type { SettingsView } from '../../../../preload/contract.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { HairlineList } from '../../../ui/list.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { ClientDialog, RemoveDialog } from '../people/declared-dialogs.tsx'
import { settingsWords } from '../words.ts'
import { clientEditWords, editWords } from '../workspace/change-words.ts'
import { CreateTokenDialog, RevokeTokenDialog } from './token-dialog.tsx'

const words = settingsWords.people
type Client = SettingsView['clients'][number]

/** The clients that the configuration declares: what each may do, and its token. */
export function ClientTable({ clients }: { clients: Client[] }) {
  const [asking, setAsking] = useState<
    { what: 'create' | 'revoke' | 'change' | 'remove'; client: Client } | { what: 'add' } | null
  >(null)
  const close = () => setAsking(null)
  return (
    <>
      {clients.length === 0 ? null : (
        <HairlineList aria-label={words.clients}>
          {clients.map((client) => (
            <li key={client.name} className="row-padding flex flex-wrap items-start gap-x-6 gap-y-2 py-3">
              <div className="min-w-0 flex-1 basis-60">
                <p className="font-medium [overflow-wrap:anywhere]">{client.name}</p>
                <p className="text-ink-muted [overflow-wrap:anywhere]">{sayRights(client)}</p>
              </div>
              <div className="flex max-w-full shrink-0 flex-wrap items-center gap-2">
                {client.token === null ? (
                  <Status tone="quiet">{words.noToken}</Status>
                ) : (
                  <Status tone="done">
                    {words.tokenSince} <Time at={client.token.since} />
                  </Status>
                )}
                <Button size="small" onClick={() => setAsking({ what: 'create', client })}>
                  {client.token === null ? words.createToken : words.replaceToken}
                </Button>
                {client.token === null ? null : (
                  <Button size="small" onClick={() => setAsking({ what: 'revoke', client })}>
                    {words.revokeToken}
                  </Button>
                )}
                <Button
                  size="small"
                  aria-label={editWords.edit(client.name)}
                  onClick={() => setAsking({ what: 'change', client })}
                >
                  {editWords.editShort}
                </Button>
                <Button
                  size="small"
                  aria-label={editWords.remove(client.name)}
                  onClick={() => setAsking({ what: 'remove', client })}
                >
                  {editWords.removeShort}
                </Button>
              </div>
            </li>
          ))}
        </HairlineList>
      )}
      <Button className="mt-3" onClick={() => setAsking({ what: 'add' })}>
        {clientEditWords.add}
      </Button>
      {asking?.what === 'add' ? <ClientDialog changed={null} clients={clients} onClose={close} /> : null}
      {asking?.what === 'change' ? (
        <ClientDialog changed={asking.client.name} clients={clients} onClose={close} />
      ) : null}
      {asking?.what === 'remove' ? (
        <RemoveDialog kind="removeClient" name={asking.client.name} onClose={close} />
      ) : null}
      {asking?.what === 'create' ? (
        <CreateTokenDialog
          client={asking.client.name}
          replaces={asking.client.token !== null}
          onClose={close}
        />
      ) : null}
      {asking?.what === 'revoke' ? <RevokeTokenDialog client={asking.client.name} onClose={close} /> : null}
    </>
  )
}

/** In one sentence what a client may do and see. Pure. */
export function sayRights({ roles, permissions, tags, sees }: Omit<Client, 'name' | 'token'>): string {
  return [
    roles.length === 0 ? words.noRoles : words.roles(roles.join(', ')),
    permissions.length === 0 ? words.noPermissions : words.permissions(permissions.join(', ')),
    tags === null ? words.allTags : words.tags(tags.join(', ')),
    words.sees[sees],
  ].join(' ')
}
