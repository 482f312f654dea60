import { describe, expect, it } from 'vitest'
import { claimOf, parkedOf } from '../../src/main/model/run.ts'
import { agent } from '../support/gateway.ts'
import { countRuns, effect, openWithCounter } from './counter.ts'
import { getRun, until } from './gated.ts'

/** Each goes on after a failure, but not after its client has stopped it. */
const GOES_ON = `
approvals: { holdMs: 20000 }
workflows:
  program:
    steps:
      - { name: first, onFailure: continue, executor: { kind: cli, command: /bin/sleep, args: ["20"] } }
      - { name: second, executor: { kind: cli, command: NODE, args: ["$.input.program", "$.input.file"] } }
  workflow:
    steps:
      - { name: first, onFailure: continue, executor: { kind: workflow, definitionId: asks } }
      - { name: second, executor: { kind: cli, command: NODE, args: ["$.input.program", "$.input.file"] } }
  group:
    steps:
      - name: first
        parallel:
          - { name: left, onFailure: continue, executor: { kind: cli, command: /bin/sleep, args: ["20"] } }
          - { name: right, onFailure: continue, executor: { kind: cli, command: /bin/sleep, args: ["20"] } }
      - { name: second, executor: { kind: cli, command: NODE, args: ["$.input.program", "$.input.file"] } }
  asks:
    initialState: ask
    states:
      ask: { transitions: { approve: { target: end, actor: human } } }
      end: {}
`

describe('a call that its client cancels', () => {
  it.each(['program', 'workflow', 'group'])(
    'stops its run at that step, whatever is declared for a failure [R4.6] (%s)',
    async (definitionId) => {
      const gateway = await openWithCounter(GOES_ON)
      const controller = new AbortController()
      const input = effect(gateway.folder)
      const call = gateway.runtime.start(agent(), { definitionId, input }, { signal: controller.signal })
      const running = async () => (await gateway.store.runs({ definitionId }, { limit: 1 })).items[0]
      await until(gateway, async () => {
        const run = await running()
        return run !== undefined && (claimOf(run) ?? parkedOf(run))?.transition === 'first'
      })
      controller.abort()
      await call
      const id = (await running())?.id
      await until(gateway, async () => (await getRun(gateway, id)).error?.code === 'CHAIN_FAILED')
      expect(await getRun(gateway, id)).toMatchObject({ state: 'first', version: 1 })
      expect((await getRun(gateway, id)).links.map((link) => link.rel)).toEqual(['first'])
      expect(await countRuns(gateway)).toBe(0)
      await gateway.close()
    },
  )
})
