import type { TrialView } from '../../preload/contract.ts'
import { Status, type Tone } from '../ui/feedback/status.tsx'
import { ScrollBox } from '../ui/scroll-box.tsx'
import { Cell, Table } from '../ui/table.tsx'
import { JsonView } from '../ui/text/json-view.tsx'
import { OneLine } from '../ui/text/quote-chip.tsx'
import { isObject } from '../values/typed-fields.ts'
import { tryWords } from './try-words.ts'

type Json = TrialView['output']

interface StepResult {
  name: string
  status: string
  seconds: number
  output: Json
}

const TONES: Record<string, Tone> = {
  success: 'done',
  failed: 'failed',
  refused: 'refused',
  aborted: 'failed',
  planned: 'neutral',
}

/** The answer of `run_workflow`; null: it is another. Pure. */
export function readSteps(output: Json): {
  steps: StepResult[]
  workflowId: string | null
  isRehearsal: boolean
  isPartial: boolean
  error: string | null
} | null {
  if (!isObject(output) || !Array.isArray(output.step_results)) return null
  const { workflow_id: id, status, dry_run, error_message: error } = output
  return {
    steps: output.step_results.filter(isObject).map((step) => ({
      name: String(step.step_name),
      status: String(step.status),
      seconds: Number(step.duration),
      output: step.output ?? null,
    })),
    workflowId: typeof id === 'string' && id !== '' ? id : null,
    isRehearsal: dry_run === true,
    isPartial: status === 'partial',
    error: typeof error === 'string' ? error : null,
  }
}

/** What became of each step of a workflow that was run or rehearsed. */
export function StepResults({ steps, isRehearsal }: { steps: StepResult[]; isRehearsal: boolean }) {
  const columns = tryWords.stepColumns.filter((_, place) => place !== 2 || !isRehearsal)
  return (
    <ScrollBox label={tryWords.steps}>
      <Table label={tryWords.steps} columns={columns.map((title) => ({ title }))}>
        {steps.map(({ name, status, seconds, output }) => (
          <tr key={name}>
            <Cell className="font-medium [overflow-wrap:anywhere]">
              <OneLine text={name} />
            </Cell>
            <Cell>
              <Status tone={TONES[status] ?? 'quiet'}>{tryWords.stepStatus[status] ?? status}</Status>
            </Cell>
            {isRehearsal ? null : (
              <Cell className="whitespace-nowrap text-ink-muted">
                <span data-count>{status === 'pending' ? '' : tryWords.took(seconds)}</span>
              </Cell>
            )}
            <Cell>
              {output === null ? null : (
                <JsonView label={`${tryWords.output}: ${name}`} value={output} openDepth={1} />
              )}
            </Cell>
          </tr>
        ))}
      </Table>
    </ScrollBox>
  )
}
