import { useState } from 'react'
import type { SecretsView } from '../../../../preload/contract.ts'
import { NotLoaded } from '../../../lists/failed-to-load.tsx'
import { useCall } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { HairlineList, HairlineRow } from '../../../ui/list.tsx'
import { Section } from '../../../ui/section.tsx'
import { Cell, Table } from '../../../ui/table.tsx'
import { Code } from '../../../ui/text/code.tsx'
import { secretWords as words } from './change-words.ts'
import { DeleteSecretDialog, StoreSecretDialog } from './secret-dialogs.tsx'

type Secret = SecretsView['names'][number]
type SecretRequest =
  | { what: 'store'; name: string | null; replaces: boolean }
  | { what: 'delete'; secret: Secret }

/** Which secrets there are, which are missing, and where they are kept; never what they are. */
export function SecretsPart() {
  const { data, error, refetch } = useCall('secrets.list', {})
  const [asking, setAsking] = useState<SecretRequest | null>(null)
  const close = () => setAsking(null)
  if (error || data === undefined)
    return <NotLoaded error={error} onRetry={() => void refetch()} lines={4} className="py-4" />
  return (
    <>
      <p className="mb-3 text-ink-muted">{words.lead}</p>
      <div className="mb-4">
        <Status tone={data.kept.kind === 'keychain' ? 'done' : 'neutral'}>
          {words.kept[data.kept.kind]}
        </Status>
        <p className="text-ink-muted [overflow-wrap:anywhere]">{data.kept.honest}</p>
      </div>
      {data.missing.length === 0 ? null : (
        <Section title={words.missing}>
          <Notice>{words.missingText}</Notice>
          <HairlineList aria-label={words.missing} className="mt-1">
            {data.missing.map(({ name, usedBy }) => (
              <HairlineRow key={name} className="flex-wrap">
                <Status tone="failed">{name}</Status>
                <span className="min-w-0 flex-1 text-ink-muted [overflow-wrap:anywhere]">
                  {words.neededBy} {usedBy.join(', ')}
                </span>
                <Button
                  size="small"
                  look="solid"
                  aria-label={words.storeNamed(name)}
                  onClick={() => setAsking({ what: 'store', name, replaces: false })}
                >
                  {words.store}
                </Button>
              </HairlineRow>
            ))}
          </HairlineList>
        </Section>
      )}
      <Section
        title={words.list}
        aside={
          <Button size="small" onClick={() => setAsking({ what: 'store', name: null, replaces: false })}>
            {words.add}
          </Button>
        }
      >
        {data.names.length === 0 ? (
          <p>
            {words.none} <span className="text-ink-muted">{words.noneText}</span> <Code>{words.example}</Code>
          </p>
        ) : (
          <Table
            stacks
            label={words.list}
            columns={words.columns.map((title, index) => ({
              title: index === 2 ? <span className="sr-only">{title}</span> : title,
            }))}
          >
            {data.names.map((secret) => (
              <tr key={secret.name}>
                <Cell className="font-mono text-sm [overflow-wrap:anywhere]">{secret.name}</Cell>
                <Cell className="[overflow-wrap:anywhere]">
                  <UsedBy secret={secret} />
                </Cell>
                <Cell>
                  <div className="flex flex-wrap justify-end gap-2 @max-[34rem]:justify-start">
                    <Button
                      size="small"
                      aria-label={words.replaceNamed(secret.name)}
                      onClick={() => setAsking({ what: 'store', name: secret.name, replaces: true })}
                    >
                      {words.replace}
                    </Button>
                    <Button
                      size="small"
                      aria-label={words.deleteNamed(secret.name)}
                      onClick={() => setAsking({ what: 'delete', secret })}
                    >
                      {words.delete}
                    </Button>
                  </div>
                </Cell>
              </tr>
            ))}
          </Table>
        )}
      </Section>
      {asking?.what === 'store' ? (
        <StoreSecretDialog
          name={asking.name}
          replaces={asking.replaces}
          known={data.names.map(({ name }) => name)}
          onClose={close}
          onChanged={() => void refetch()}
        />
      ) : null}
      {asking?.what === 'delete' ? (
        <DeleteSecretDialog secret={asking.secret} onClose={close} onChanged={() => void refetch()} />
      ) : null}
    </>
  )
}

function UsedBy({ secret: { usedBy, signIn } }: { secret: Secret }) {
  if (usedBy.length > 0) return usedBy.join(', ')
  return <span className="text-ink-muted">{signIn ? words.signIn : words.usedByNone}</span>
}
