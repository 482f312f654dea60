import { useState } from 'react'
import type { SettingsView } from '../../../../preload/contract.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Badge } from '../../../ui/feedback/status.tsx'
import { Cell, StackedLabel, Table } from '../../../ui/table.tsx'
import { settingsWords } from '../words.ts'
import { editWords, personEditWords } from '../workspace/change-words.ts'
import { PersonDialog, RemoveDialog } from './declared-dialogs.tsx'

const words = settingsWords.people
type Person = SettingsView['people'][number]

/** Who may decide, with their roles and permissions, which are written into the configuration from here. */
export function PeopleTable({ people }: { people: Person[] }) {
  const [asking, setAsking] = useState<{ what: 'change' | 'remove'; name: string } | { what: 'add' } | null>(
    null,
  )
  const close = () => setAsking(null)
  return (
    <>
      <Table
        stacks
        label={words.people}
        columns={[
          ...words.peopleColumns.map((title) => ({ title })),
          { title: <span className="sr-only">{editWords.actions}</span> },
        ]}
      >
        {people.map((person) => (
          <tr key={person.name}>
            <Cell className="font-medium [overflow-wrap:anywhere]">
              {person.name} {person.you ? <Badge tone="accent">{words.you}</Badge> : null}
            </Cell>
            <Cell className="[overflow-wrap:anywhere]">
              <StackedLabel text={editWords.roles} />
              <Names names={person.roles} />
            </Cell>
            <Cell className="[overflow-wrap:anywhere]">
              <StackedLabel text={editWords.permissions} />
              <Names names={person.permissions} />
            </Cell>
            <Cell>
              <div className="flex justify-end gap-2 @max-[34rem]:justify-start">
                <Button
                  size="small"
                  aria-label={editWords.edit(person.name)}
                  onClick={() => setAsking({ what: 'change', name: person.name })}
                >
                  {editWords.editShort}
                </Button>
                {person.declared ? (
                  <Button
                    size="small"
                    aria-label={editWords.remove(person.name)}
                    onClick={() => setAsking({ what: 'remove', name: person.name })}
                  >
                    {editWords.removeShort}
                  </Button>
                ) : null}
              </div>
            </Cell>
          </tr>
        ))}
      </Table>
      <Button className="mt-3" onClick={() => setAsking({ what: 'add' })}>
        {personEditWords.add}
      </Button>
      {asking?.what === 'add' ? <PersonDialog changed={null} people={people} onClose={close} /> : null}
      {asking?.what === 'change' ? (
        <PersonDialog changed={asking.name} people={people} onClose={close} />
      ) : null}
      {asking?.what === 'remove' ? (
        <RemoveDialog kind="removePerson" name={asking.name} onClose={close} />
      ) : null}
    </>
  )
}

function Names({ names }: { names: string[] }) {
  return names.length === 0 ? (
    <span className="whitespace-nowrap text-ink-faint">{words.none}</span>
  ) : (
    names.join(', ')
  )
}
