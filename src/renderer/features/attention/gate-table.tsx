import type { AttentionGate } from '../../../preload/contract.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ScrollBox } from '../../ui/scroll-box.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { OneLine } from '../../ui/text/quote-chip.tsx'
import { sayTime } from './say-time.ts'
import { attentionWords as words } from './words.ts'

const NUMBER = 'text-right tabular-nums whitespace-nowrap'
const COLUMNS = Object.entries(words.columns).map(([name, title]) => ({
  title,
  ...(name === 'gate' || name === 'action' ? {} : { className: NUMBER }),
}))

/** What was asked most, first. */
export function GateTable({
  gates,
  onSuggest,
}: {
  gates: AttentionGate[]
  onSuggest: (gate: AttentionGate) => void
}) {
  return (
    <ScrollBox label={words.table}>
      <Table label={words.table} columns={COLUMNS}>
        {gates.map((gate) => (
          <tr key={gate.key}>
            <Cell className="min-w-48 [overflow-wrap:anywhere]">
              <OneLine text={gate.title} />
              <span className="block text-sm text-ink-muted">{words.kind[gate.kind]}</span>
            </Cell>
            <Cell className={NUMBER}>{gate.decided.toLocaleString('en')}</Cell>
            <Cell className={NUMBER}>{gate.approved.toLocaleString('en')}</Cell>
            <Cell className={NUMBER}>{gate.refused.toLocaleString('en')}</Cell>
            <Cell className={NUMBER}>{gate.expired.toLocaleString('en')}</Cell>
            <Cell className={NUMBER}>{gate.medianMs === null ? '–' : sayTime(gate.medianMs)}</Cell>
            <Cell className={NUMBER}>{gate.hasty.toLocaleString('en')}</Cell>
            <Cell className="whitespace-nowrap">
              {gate.suggestible ? (
                <Button
                  size="small"
                  aria-label={words.suggestFor(gate.title)}
                  onClick={() => onSuggest(gate)}
                >
                  {words.suggest}
                </Button>
              ) : null}
            </Cell>
          </tr>
        ))}
      </Table>
    </ScrollBox>
  )
}
