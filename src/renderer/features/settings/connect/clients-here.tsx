import { useEffect } from 'react'
import { useCall } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { HairlineList } from '../../../ui/list.tsx'
import { Section } from '../../../ui/section.tsx'
import { words } from '../../../words.ts'
import { ClientRow } from './client-row.tsx'
import { connectWords } from './connect-words.ts'

/** The MCP clients of this machine, which the desk can connect by itself. */
export function ClientsHere() {
  const { data, error, refetch } = useCall('clients.files', {})
  // Clients write their files themselves; nothing tells of it.
  useEffect(() => {
    const look = () => void refetch()
    look()
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [refetch])
  const found = data?.filter(({ state }) => state !== 'absent') ?? []
  const absent = data?.filter(({ state }) => state === 'absent') ?? []
  return (
    <Section
      title={connectWords.here}
      aside={
        <Button size="small" look="plain" onClick={() => void refetch()}>
          {connectWords.lookAgain}
        </Button>
      }
    >
      <p className="mb-2 text-ink-muted">{connectWords.hereText}</p>
      {error ? (
        <Notice tone="failed">
          {connectWords.failed} {error.message}
        </Notice>
      ) : data === undefined ? (
        <Skeleton label={words.common.loading} lines={4} className="py-4" />
      ) : found.length === 0 ? (
        <p>{connectWords.none}</p>
      ) : (
        <>
          <HairlineList aria-label={connectWords.list}>
            {found.map((client) => (
              <ClientRow key={client.id} client={client} onChanged={() => void refetch()} />
            ))}
          </HairlineList>
          {absent.length === 0 ? null : (
            <p className="mt-2 text-sm text-ink-muted">
              {connectWords.absent(absent.map(({ title }) => title).join(', '))}
            </p>
          )}
        </>
      )}
    </Section>
  )
}
