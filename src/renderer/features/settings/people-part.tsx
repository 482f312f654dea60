import type { SettingsView } from '../../../preload/contract.ts'
import { Section } from '../../ui/section.tsx'
import { Badge } from '../../ui/status.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { WhereToChange } from './where-to-change.tsx'
import { settingsWords } from './words.ts'

const words = settingsWords.people

/** Who may decide and which clients may do what, as the configuration says it. */
export function PeoplePart({ settings }: { settings: SettingsView }) {
  const { people, clients, workspace } = settings
  const undeclared = people.length === 1 && people[0]?.you === true && people[0].roles.length === 0
  return (
    <>
      <Section title={words.people}>
        <p className="mb-2 text-ink-muted">{undeclared ? words.undeclared : words.peopleText}</p>
        <Table label={words.people} columns={words.peopleColumns.map((title) => ({ title }))}>
          {people.map((person) => (
            <tr key={person.name}>
              <Cell className="font-medium">
                {person.name} {person.you ? <Badge tone="accent">{words.you}</Badge> : null}
              </Cell>
              <Cell>
                <Names names={person.roles} />
              </Cell>
            </tr>
          ))}
        </Table>
        <WhereToChange place="people" workspace={workspace} />
      </Section>
      <Section title={words.clients}>
        <p className="mb-2 text-ink-muted">{clients.length === 0 ? words.noClients : words.clientsText}</p>
        {clients.length > 0 ? (
          <Table label={words.clients} columns={words.clientColumns.map((title) => ({ title }))}>
            {clients.map((client) => (
              <tr key={client.name}>
                <Cell className="font-medium">{client.name}</Cell>
                <Cell>
                  <Names names={client.roles} />
                </Cell>
                <Cell>
                  <Names names={client.permissions} />
                </Cell>
                <Cell>{words.sees[client.sees]}</Cell>
              </tr>
            ))}
          </Table>
        ) : null}
        <WhereToChange place="clients" workspace={workspace} />
      </Section>
    </>
  )
}

function Names({ names }: { names: string[] }) {
  return names.length === 0 ? <span className="text-ink-faint">{words.none}</span> : names.join(', ')
}
