import { useState } from 'react'
import type { SettingsView } from '../../../../preload/contract.ts'
import { useCall } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Section } from '../../../ui/section.tsx'
import { Cell, Table } from '../../../ui/table.tsx'
import { Code } from '../../../ui/text/code.tsx'
import { OneLine } from '../../../ui/text/quote-chip.tsx'
import { settingsWords } from '../words.ts'
import { ApprovalsDialog } from './approvals-dialog.tsx'
import { editWords } from './change-words.ts'
import { PathLine } from './path-line.tsx'

const words = settingsWords.approvals

/** How long is waited, and what happens then. */
export function ApprovalsPart({ settings }: { settings: SettingsView }) {
  const { holdMs, timeoutMs, undoMs } = settings.approvals
  const proof = useCall('people.list', {}).data?.proof
  const [changing, setChanging] = useState(false)
  return (
    <>
      <p className="mb-4 text-ink-muted">{words.lead}</p>
      <dl className="flex flex-col divide-y divide-line border-y border-line">
        <Row name={words.hold} value={sayDuration(holdMs)} text={words.holdText} />
        <Row name={words.timeout} value={sayDuration(timeoutMs)} text={words.timeoutText} />
        <Row name={editWords.undoName} value={sayDuration(undoMs)} text={editWords.undoText} />
        {proof === undefined ? null : (
          <Row name={editWords.proofName} value={editWords.proofStates[proof]} text={editWords.proofHint} />
        )}
      </dl>
      <Button className="mt-3" onClick={() => setChanging(true)}>
        {editWords.change}
      </Button>
      {changing ? (
        <ApprovalsDialog approvals={settings.approvals} onClose={() => setChanging(false)} />
      ) : null}
      <Gates gates={settings.approvals.gates} />
      <WhereToChange place="approval" workspace={settings.workspace} />
      <Queues queues={settings.approvals.queues} />
      <WhereToChange place="approvals.queues" workspace={settings.workspace} />
    </>
  )
}

function Gates({ gates }: Pick<SettingsView['approvals'], 'gates'>) {
  return (
    <Section title={words.gates} className="mt-4">
      <p className="mb-2 text-ink-muted">{gates.length === 0 ? words.noGates : words.gatesText}</p>
      {gates.length === 0 ? null : (
        <Table label={words.gates} columns={words.gateColumns.map((title) => ({ title }))}>
          {gates.map(({ holds, place, people, text }, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one place can declare equal gates, and they do not move
            <tr key={`${place} ${row}`}>
              <Cell className="min-w-56 [overflow-wrap:anywhere]">
                <span className="font-medium">
                  <OneLine text={holds} />
                </span>
                <Code className="block text-ink-muted">{place}</Code>
              </Cell>
              <Cell className="whitespace-nowrap">{words.people(people)}</Cell>
              <Cell>{text}</Cell>
            </tr>
          ))}
        </Table>
      )}
    </Section>
  )
}

function Queues({ queues }: Pick<SettingsView['approvals'], 'queues'>) {
  return (
    <Section title={words.queues} className="mt-4">
      <p className="mb-2 text-ink-muted">{queues.length === 0 ? words.noQueues : words.queuesText}</p>
      {queues.length === 0 ? null : (
        <Table label={words.queues} columns={words.queueColumns.map((title) => ({ title }))}>
          {queues.map(({ name, role, permission }) => (
            <tr key={name}>
              <Cell className="font-medium">{name}</Cell>
              <Cell>{sayDeciders(role, permission)}</Cell>
            </tr>
          ))}
        </Table>
      )}
    </Section>
  )
}

function sayDeciders(role: string | null, permission: string | null): string {
  const rights = [
    ...(role === null ? [] : [words.role(role)]),
    ...(permission === null ? [] : [words.permission(permission)]),
  ]
  return rights.length === 0 ? words.everybody : words.decidedBy(rights.join(words.both))
}

function Row({ name, value, text }: { name: string; value: string; text: string }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 py-3">
      <dt>
        <span className="font-medium">{name}</span>
        <span className="block max-w-prose text-ink-muted">{text}</span>
      </dt>
      <dd className="font-medium">{value}</dd>
    </div>
  )
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

/** “5 minutes”, “1 hour 30 minutes”; milliseconds in, the two largest units that are not zero. Pure. */
export function sayDuration(milliseconds: number): string {
  if (milliseconds <= 0) return 'no time'
  let rest = milliseconds
  const parts: string[] = []
  for (const [unit, length] of UNITS) {
    const count = Math.floor(rest / length)
    rest -= count * length
    if (count > 0) parts.push(`${count} ${unit}${count === 1 ? '' : 's'}`)
  }
  if (parts.length === 0) return `${Math.round(rest)} milliseconds`
  return parts.slice(0, 2).join(' ')
}

/** What is only shown here, and where it is written. */
function WhereToChange({ place, workspace }: { place: string; workspace: SettingsView['workspace'] }) {
  return (
    <p className="mt-3 text-sm text-ink-muted">
      {settingsWords.change(place)}{' '}
      <PathLine path={workspace.configuration} copyLabel={settingsWords.workspace.copyPath} />
    </p>
  )
}
