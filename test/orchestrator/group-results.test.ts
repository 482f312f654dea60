import { describe, expect, it } from 'vitest'
import { countRuns, effect, openWithCounter } from '../runtime/counter.ts'
import { orchestrate } from './call-orchestrator.ts'

const GROUPS = (onFailure: string) => `
workflows:
  group:
    steps:
      - name: all
        limit: 1
        onFailure: ${onFailure}
        parallel:
          - { name: left_out, when: { kind: expr, expr: "false" }, executor: { kind: noop } }
          - { name: works, executor: { kind: cli, command: NODE, args: ["$.input.program", "$.input.file", '{"n":1}'] } }
          - { name: breaks, executor: { kind: cli, command: NODE, args: ["$.input.program", "$.input.file", "{}", "1"] } }
          - { name: never, executor: { kind: cli, command: NODE, args: ["$.input.program", "$.input.file"] } }
      - { name: after, executor: { kind: noop } }
`

describe('a group that fails', () => {
  it.each([
    ['abort', 'failed', 'never pending', 'after pending'],
    ['continue', 'partial', 'never aborted', 'after success'],
  ])(
    'says of each member what became of it [steps.failure] (%s)',
    async (onFailure, status, never, after) => {
      const gateway = await openWithCounter(GROUPS(onFailure))
      const parameters = effect(gateway.folder)
      const result = await orchestrate(gateway, 'run_workflow', { workflow_name: 'group', parameters })
      const steps = result.step_results as { step_name: string; status: string; output: unknown }[]
      expect(steps.map(({ step_name, status }) => `${step_name} ${status}`)).toEqual([
        'all failed',
        'left_out skipped',
        'works success',
        'breaks failed',
        never,
        after,
      ])
      expect(steps[2]?.output).toMatchObject({ json: { n: 1 } })
      expect(result.status).toBe(status)
      expect(await countRuns(gateway)).toBe(2)
      await gateway.close()
    },
  )
})
