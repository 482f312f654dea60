import type { SettingsView } from '../../../../preload/contract.ts'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { Section } from '../../../ui/section.tsx'
import { CodeBlock } from '../../../ui/text/code.tsx'
import { words as shared } from '../../../words.ts'
import { ClientTable } from '../connect/client-table.tsx'
import { settingsWords } from '../words.ts'
import { WhereToChange } from '../workspace/where-to-change.tsx'
import { AutoLockSection } from './auto-lock-section.tsx'
import { PeopleTable } from './people-table.tsx'
import { PinSection } from './pin-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

const words = settingsWords.people

/** Who may decide and which clients may do what, as the configuration says it. */
export function PeoplePart({ settings }: { settings: SettingsView }) {
  const { people, clients, workspace } = settings
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
        {clients.length > 0 ? <ClientTable clients={clients} /> : <ClientExample />}
        <WhereToChange place="clients" workspace={workspace} />
      </Section>
    </>
  )
}

/** What to write into the configuration, where it declares no client. */
function ClientExample() {
  return (
    <div className="flex items-start gap-1">
      <CodeBlock text={words.clientExample} label={words.clientExampleLabel} className="flex-1" />
      <CopyButton
        text={words.clientExample}
        label={words.copyClientExample}
        doneLabel={shared.common.copied}
      />
    </div>
  )
}
