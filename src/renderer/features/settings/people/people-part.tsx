import type { SettingsView } from '../../../../preload/contract.ts'
import { useCall } from '../../../queries.ts'
import { Select } from '../../../ui/controls/select.tsx'
import { Badge } from '../../../ui/feedback/status.tsx'
import { Section } from '../../../ui/section.tsx'
import { Cell, Table } from '../../../ui/table.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { ClientTable } from '../connect/client-table.tsx'
import { useSave } from '../use-save.ts'
import { settingsWords } from '../words.ts'
import { autoLockWords } from '../workspace/change-words.ts'
import { PeopleTable } from './people-table.tsx'
import { PinSection } from './pin-section.tsx'
import { signInWords } from './sign-in-words.ts'

const words = settingsWords.people

/** Who may decide and which clients may do what, as the configuration says it. */
export function PeoplePart({ settings }: { settings: SettingsView }) {
  const { people, clients } = settings
  const undeclared = people.length === 1 && people[0]?.you === true && people[0].roles.length === 0
  return (
    <>
      <Section title={words.people}>
        <p className="mb-2 text-ink-muted">{undeclared ? words.undeclared : words.peopleText}</p>
        <PeopleTable people={people} />
      </Section>
      <PinSection />
      <AutoLockSection />
      <SessionsSection />
      <Section title={words.clients}>
        <p className="mb-2 text-ink-muted">{clients.length === 0 ? words.noClients : words.clientsText}</p>
        <ClientTable clients={clients} />
      </Section>
    </>
  )
}

const CHOICES = [null, 1, 2, 5, 10, 15, 30, 60]

/** After how long without a touch each desk of this gateway locks itself. */
function AutoLockSection() {
  const { data, refetch } = useCall('preferences.get', {})
  const { data: people } = useCall('people.list', {})
  const save = useSave('preferences.save', autoLockWords.failed, refetch)
  if (data === undefined) return null
  const { lockAfterMinutes: minutes } = data
  const choices = CHOICES.includes(minutes) ? CHOICES : [...CHOICES, minutes]
  return (
    <Section title={autoLockWords.title}>
      <div className="flex max-w-2xl flex-col items-start gap-2">
        <Select
          label={autoLockWords.title}
          className="w-56"
          options={choices.map((value) => ({ value, label: autoLockWords.after(value) }))}
          value={minutes}
          onChange={(lockAfterMinutes) => save({ lockAfterMinutes })}
        />
        <p className="text-ink-muted">{autoLockWords.text}</p>
        {minutes !== null && people?.pinsExist === false ? (
          <p className="text-needs">{autoLockWords.noPin}</p>
        ) : null}
      </div>
    </Section>
  )
}

/** Who is at which desk of this gateway (R1.4). */
function SessionsSection() {
  const { data } = useCall('desk.status', {})
  if (data === undefined) return null
  return (
    <Section title={signInWords.sessions}>
      <p className="mb-2 text-ink-muted">{signInWords.sessionsText}</p>
      <Table label={signInWords.sessions} columns={signInWords.columns.map((title) => ({ title }))}>
        {data.sessions.map(({ id, person, origin, since, you }) => (
          <tr key={id}>
            <Cell className="font-medium [overflow-wrap:anywhere]">
              {person ?? <span className="text-ink-muted">{signInWords.locked}</span>}{' '}
              {you ? <Badge tone="accent">{signInWords.here}</Badge> : null}
            </Cell>
            <Cell>{signInWords[origin]}</Cell>
            <Cell>
              <Time at={since} />
            </Cell>
          </tr>
        ))}
      </Table>
    </Section>
  )
}
