/** A workflow that a step starts is started with the rights that whoever asked has then, not with those of when they asked. */
import { expect, it } from 'vitest'
import type { ExecutionOutcome } from '../../../src/main/model/call.ts'
import { agent, person } from '../../support/gateway.ts'
import {
  declareProgram,
  declareState,
  declareTransition,
  declareWorkflow,
} from '../../workflow/declarations.ts'
import { type Known, openSmallWorld } from '../small-world.ts'

const LEAD = { roles: ['lead'], permissions: [] }
const known = (isThere: boolean): Known => ({
  people: isThere ? { kim: LEAD } : {},
  clients: isThere ? { bot: { ...LEAD, sees: 'own' } } : {},
  declarations: { people: isThere ? { kim: 'kim' } : {}, clients: isThere ? { bot: 'bot' } : {} },
})
const ASKERS = {
  client: agent('bot', { ...LEAD, declared: 'bot' }),
  person: person('kim', { ...LEAD, declared: 'kim' }),
}

it.each(['client', 'person'] as const)(
  'is refused where the %s that asked was removed while the step before it ran [client.of-now]',
  async (asker) => {
    const done = Promise.withResolvers<ExecutionOutcome>()
    const flow = declareWorkflow({
      asked: declareState({ go: declareTransition('ready', { executor: declareProgram('work') }) }),
      ready: declareState({
        below: declareTransition('done', {
          actor: 'deterministic',
          executor: { kind: 'workflow', definitionId: 'below', idempotent: false },
        }),
      }),
      done: declareState(),
    })
    const below = declareWorkflow(
      {
        ready: declareState({ on: declareTransition('done', { actor: 'deterministic' }) }),
        done: declareState(),
      },
      { id: 'below', guards: [{ kind: 'role', role: 'lead' }] },
    )
    let current = known(true)
    const world = openSmallWorld(
      { workflows: { flow, below }, capabilities: [], connections: {} },
      () => done.promise,
      { known: () => current },
    )
    const who = ASKERS[asker]
    const { response } = await world.runtime.start(who, { definitionId: 'flow', input: {} })
    const workflowId = response.workflowId ?? ''
    const call = { workflowId, expectedVersion: 1, transition: 'go', arguments: {} }
    const submitted = world.runtime.submit(who, call)
    await expect.poll(() => world.ran.length).toBe(1)
    current = known(false)
    done.resolve({ ok: true, output: {}, evidence: [], content: [] })
    await submitted
    await expect.poll(async () => (await world.store.run(workflowId))?.activity.kind).toBe('resting')
    expect(await world.store.run(workflowId)).toMatchObject({
      state: 'ready',
      failure: { code: 'CHAIN_FAILED', message: expect.stringContaining('the role ‘lead’') },
    })
  },
)
