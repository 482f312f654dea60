import type { ConnectionView } from '../../../../preload/contract.ts'
import { useCall } from '../../../queries.ts'
import { ButtonLink } from '../../../ui/controls/button-link.tsx'
import { serverWords as words } from './words.ts'

/** Why a server does not come up, where that is known: a program or a secret that is missing, and the way to it. */
export function WhatIsMissing({ connection: { name } }: { connection: ConnectionView }) {
  const declared = useCall('servers.declared', { name }).data
  const draft = { name, connection: declared?.connection ?? {}, tools: null }
  const { data } = useCall(
    'servers.examine',
    { draft, candidate: null },
    { enabled: declared !== undefined, keptMs: 0 },
  )
  if (data === undefined) return null
  const helps = data.needs.flatMap(({ program, help }) => (help === null ? [] : [{ program, help }]))
  const secrets = data.variables
    .flatMap((variable) => variable.secrets)
    .flatMap((secret) => (secret.isStored ? [] : [secret.name]))
  if (helps.length + secrets.length === 0) return null
  return (
    <ul aria-label={words.missingLabel} className="mt-1 flex max-w-prose flex-col gap-1">
      {helps.map(({ program, help }) => (
        <li key={program}>
          {words.look.missing(program)} {help}
        </li>
      ))}
      {secrets.map((secret) => (
        <li key={secret} className="flex flex-wrap items-center gap-2">
          {words.secretMissing(secret)}
          <ButtonLink href="#/settings/secrets" size="small">
            {words.storeSecret}
          </ButtonLink>
        </li>
      ))}
    </ul>
  )
}
