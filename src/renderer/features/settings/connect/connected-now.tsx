import { useCall } from '../../../queries.ts'
import { Section } from '../../../ui/section.tsx'
import { Cell, Table } from '../../../ui/table.tsx'
import { QuoteChip } from '../../../ui/text/quote-chip.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { settingsWords } from '../words.ts'

/** The clients that are connected, as they come and go. Their names are what they call themselves. */
export function ConnectedNow() {
  const clients = useCall('desk.status', {}).data?.clients ?? []
  return (
    <Section title={words.now}>
      {clients.length === 0 ? (
        <p>
          {words.nobody} <span className="text-ink-muted">{words.nobodyText}</span>
        </p>
      ) : (
        <Table label={words.now} columns={words.columns.map((title) => ({ title }))}>
          {clients.map((client) => (
            <tr key={`${client.label} ${client.client} ${client.since}`}>
              <Cell>
                <QuoteChip text={client.label} />
              </Cell>
              <Cell>{client.client}</Cell>
              <Cell>{client.transport}</Cell>
              <Cell>
                <Time at={client.since} />
              </Cell>
            </tr>
          ))}
        </Table>
      )}
    </Section>
  )
}
