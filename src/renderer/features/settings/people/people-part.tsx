import type { SettingsView } from '../../../../preload/contract.ts'
import { Section } from '../../../ui/section.tsx'
import { ClientTable } from '../connect/client-table.tsx'
import { settingsWords } from '../words.ts'
import { AutoLockSection } from './auto-lock-section.tsx'
import { PeopleTable } from './people-table.tsx'
import { PinSection } from './pin-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

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
