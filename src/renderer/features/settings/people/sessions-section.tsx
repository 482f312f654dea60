import { useCall } from '../../../queries.ts'
import { Badge } from '../../../ui/feedback/status.tsx'
import { Section } from '../../../ui/section.tsx'
import { Cell, Table } from '../../../ui/table.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { signInWords as words } from './sign-in-words.ts'

/** Who is at which desk of this gateway (R1.4). */
export function SessionsSection() {
  const { data } = useCall('desk.status', {})
  if (data === undefined) return null
  return (
    <Section title={words.sessions}>
      <p className="mb-2 text-ink-muted">{words.sessionsText}</p>
      <Table label={words.sessions} columns={words.columns.map((title) => ({ title }))}>
        {data.sessions.map(({ id, person, origin, since, you }) => (
          <tr key={id}>
            <Cell className="font-medium [overflow-wrap:anywhere]">
              {person ?? <span className="text-ink-muted">{words.locked}</span>}{' '}
              {you ? <Badge tone="accent">{words.here}</Badge> : null}
            </Cell>
            <Cell>{words[origin]}</Cell>
            <Cell>
              <Time at={since} />
            </Cell>
          </tr>
        ))}
      </Table>
    </Section>
  )
}
