import type { MachineCheck, SettingsView } from '../../../preload/contract.ts'
import { useCall } from '../../queries.ts'
import { Button } from '../../ui/controls/button.tsx'
import { copyAndSay } from '../../ui/controls/copy-button.tsx'
import { Notice } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Status } from '../../ui/feedback/status.tsx'
import { Fact, Facts, HairlineList } from '../../ui/list.tsx'
import { Section } from '../../ui/section.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { words as shared } from '../../words.ts'
import { UpdatesPart } from './updates-part.tsx'
import { settingsWords } from './words.ts'

const aboutWords = settingsWords.about

/** What this is, in which version, and whose work is in it. */
export function AboutPart({ settings }: { settings: SettingsView }) {
  const { data: status } = useCall('desk.status', {})
  const facts = status
    ? ([
        [aboutWords.version, status.version],
        [aboutWords.node, status.runtime.node],
        [aboutWords.electron, status.runtime.electron ?? aboutWords.noElectron],
        [aboutWords.platform, status.runtime.platform],
      ] as const)
    : []
  const text = [aboutWords.product, ...facts.map(([name, value]) => `${name}: ${value}`)].join('\n')
  return (
    <>
      <p className="mb-4 text-ink-muted">{aboutWords.text}</p>
      <div className="flex flex-col items-start gap-3 border-t border-line py-4">
        <Facts>
          {facts.map(([name, value]) => (
            <Fact key={name} name={name}>
              <span data-count>{value}</span>
            </Fact>
          ))}
        </Facts>
        <Button
          size="small"
          onClick={() => void copyAndSay(text, { ...settingsWords.connect, copied: aboutWords.copied })}
        >
          {aboutWords.copy}
        </Button>
      </div>
      <UpdatesPart />
      <Machine />
      <Section title={aboutWords.licences}>
        <p className="mb-2 text-ink-muted">{aboutWords.licencesText}</p>
        <Table label={aboutWords.licences} columns={aboutWords.licenceColumns.map((title) => ({ title }))}>
          {settings.licences.map((entry) => (
            <tr key={entry.name}>
              <Cell className="font-mono text-sm">{entry.name}</Cell>
              <Cell>{entry.licence}</Cell>
            </tr>
          ))}
        </Table>
      </Section>
    </>
  )
}

const TONES = { good: 'done', note: 'neutral', bad: 'failed' } as const satisfies Record<
  MachineCheck['state'],
  string
>

/** The same as `countersign doctor` says. */
function Machine() {
  const { data: checks, error, isFetching, refetch } = useCall('machine.check', {})
  return (
    <Section title={aboutWords.machine}>
      <p className="mb-2 text-ink-muted">{aboutWords.machineText}</p>
      {error ? <Notice tone="failed">{error.message}</Notice> : null}
      {checks === undefined ? (
        error ? null : (
          <Skeleton label={shared.common.loading} lines={8} />
        )
      ) : (
        <HairlineList aria-label={aboutWords.machine} aria-busy={isFetching}>
          {checks.map(({ id, title, state, text, help }) => (
            <li key={`${id} ${text}`} className="row-padding flex gap-3 max-[45rem]:block">
              <Status tone={TONES[state]} className="w-28 shrink-0 self-start">
                {title}
              </Status>
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <span className="sr-only">{aboutWords.states[state]}: </span>
                {text}
                {help === null ? null : <span className="block text-ink-muted">{help}</span>}
              </span>
            </li>
          ))}
        </HairlineList>
      )}
      <Button size="small" className="mt-3" disabled={isFetching} onClick={() => void refetch()}>
        {aboutWords.checkAgain}
      </Button>
    </Section>
  )
}
