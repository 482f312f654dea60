import type { SettingsView } from '../../../preload/contract.ts'
import { useCall } from '../../queries.ts'
import { Button } from '../../ui/controls/button.tsx'
import { copyText } from '../../ui/controls/copy-button.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { Fact, Facts } from '../../ui/list.tsx'
import { Section } from '../../ui/section.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { settingsWords } from './words.ts'

const words = settingsWords.about

/** What this is, in which version, and whose work is in it. */
export function AboutPart({ settings }: { settings: SettingsView }) {
  const { data: status } = useCall('desk.status', {})
  const facts = status
    ? ([
        [words.version, status.version],
        [words.node, status.runtime.node],
        [words.electron, status.runtime.electron ?? words.noElectron],
        [words.platform, status.runtime.platform],
      ] as const)
    : []
  async function copy(): Promise<void> {
    const text = [words.product, ...facts.map(([name, value]) => `${name}: ${value}`)].join('\n')
    if (await copyText(text)) showToast(words.copied)
    else showToast(settingsWords.connect.notCopied, { tone: 'failed' })
  }
  return (
    <>
      <p className="mb-4 text-ink-muted">{words.text}</p>
      <div className="flex flex-col items-start gap-3 border-t border-line py-4">
        <Facts>
          {facts.map(([name, value]) => (
            <Fact key={name} name={name}>
              <span data-count>{value}</span>
            </Fact>
          ))}
        </Facts>
        <Button size="small" onClick={() => void copy()}>
          {words.copy}
        </Button>
      </div>
      <Section title={words.licences}>
        <p className="mb-2 text-ink-muted">{words.licencesText}</p>
        <Table label={words.licences} columns={words.licenceColumns.map((title) => ({ title }))}>
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
