import { expect, it } from 'vitest'
import { crash, reopen } from '../runtime/crashed.ts'
import { until } from '../runtime/gated.ts'
import { start } from '../support/gateway.ts'

const STEPS = Array.from(
  { length: 52 },
  (_, number) => `      - { name: s${number}, executor: { kind: workflow, definitionId: tiny } }`,
)
const YAML = `
workflows:
  tiny: { initialState: a, states: { a: { transitions: { go: { target: b, actor: deterministic } } }, b: {} } }
  many:
    steps:
${STEPS.join('\n')}
      - { name: last, executor: { kind: cli, command: NODE, args: ["-v"], idempotent: true } }
`

it('finds its run again after a crash, however many runs that one has started [orchestrator.crash]', async () => {
  const input = { capability: 'orchestrator.run_workflow', arguments: { workflow_name: 'many' } }
  const crashed = await crash(
    YAML,
    'executor.starting',
    (gateway) => start(gateway, 'proxy_default', input),
    1,
  )
  const gateway = await reopen(crashed, YAML)
  const called = async () =>
    (await gateway.store.runs({ definitionId: 'proxy_default' }, { limit: 1 })).items[0]?.context.lastResult
  await until(gateway, async () => (await called()) !== undefined)
  expect(await called()).toMatchObject({ status: 'success', steps_completed: 53, error_message: null })
  expect((await gateway.store.runs({ definitionId: 'many' }, { limit: 1 })).total).toBe(1)
  await gateway.close()
})
