import { expect } from 'vitest'
import { GatewayError } from '../../src/main/model/error.ts'
import { test as it } from '../support/fixtures.ts'
import { agent, pending, start } from '../support/gateway.ts'

/** A program is started, and the machine may be busy. */
const WAIT = { timeout: 20_000 }

const FLOW = `
store: { kind: sqlite }
workflows:
  flow:
    initialState: ready
    states:
      ready: { transitions: { run: { target: done, executor: { kind: cli, command: "true" } } } }
      done: { terminal: true }
`

it.for<[string, { isPassing: boolean }]>([
  ['that is full', { isPassing: true }],
  ['that is damaged', { isPassing: false }],
])(
  'a gateway that ends with a database %s asks after its next start [store.outcome-lost]',
  async ([, details], { folder, clock, openGateway }) => {
    const first = await openGateway(FLOW, { folder, clock })
    const { workflowId = '' } = await start(first, 'flow')
    const { commit } = first.store
    first.store.commit = async (batch) => {
      if (batch.audit.some(({ eventType }) => eventType === 'executor.succeeded'))
        throw new GatewayError('INTERNAL', 'The database takes nothing.', details)
      return await commit(batch)
    }
    const call = { workflowId, expectedVersion: 1, transition: 'run', arguments: {} }
    const ended = first.runtime.submit(agent(), call).catch((fault: unknown) => fault)
    await expect.poll(() => first.runtime.unwritten.of(workflowId), WAIT).not.toBeNull()
    const closing = first.close()
    clock.advance(5000)
    await closing
    expect(await ended).toMatchObject({ message: 'The database takes nothing.' })

    const second = await openGateway(FLOW, { folder })
    expect(await pending(second)).toMatchObject([
      { kind: 'interrupted', workflowId, step: { transition: 'run' } },
    ])
    expect(await second.store.run(workflowId)).toMatchObject({
      activity: { kind: 'interrupted' },
      version: 1,
    })
  },
)
