import { describe, expect, it } from 'vitest'
import { follow, pending, person, press, start } from '../support/gateway.ts'
import { effect, WORKER } from './counter.ts'
import { crash, reopen } from './crashed.ts'
import { getRun, until } from './gated.ts'

/** The first call is cut short, so that nobody knows what it did; the second one is another way. */
const OTHER_WAY = (second: string) => `
workflows:
  work:
    initialState: ready
    states:
      ready:
        transitions:
          run:
            target: done
            executor: { kind: cli, command: /bin/sleep, args: ["20"] }
            reliability:
              timeoutMs: 100
              fallback: { strategy: first_success, executors: [{ kind: cli, command: "false", ${second} args: [] }] }
      done: {}
`

async function cutOff(yaml: string, point: string, code = '0') {
  let id = ''
  const crashed = await crash(yaml, point, async (gateway) => {
    const began = await start(gateway, 'work', effect(gateway.folder, '{}', code))
    id = began.workflowId ?? ''
    await follow(gateway, began, 'run')
  })
  return { id, gateway: await reopen(crashed, yaml) }
}

const UNKNOWN = expect.stringContaining('may have taken effect all the same')

describe('what may have happened before a crash', () => {
  it('stays said when the step itself is repeated, and fails [R4.7]', async () => {
    const yaml = WORKER.replace('{ kind: cli,', '{ kind: cli, idempotent: true,')
    const { id, gateway } = await cutOff(yaml, 'claim.committed', '1')
    await until(gateway, async () => (await gateway.store.run(id))?.activity.kind === 'resting')
    expect((await gateway.store.run(id))?.failure).toMatchObject({
      code: 'EXECUTOR_FAILED',
      uncertain: true,
      message: UNKNOWN,
    })
    await gateway.close()
  })

  it('stays said when a fallback is repeated after it, and fails [R4.7]', async () => {
    const { id, gateway } = await cutOff(OTHER_WAY('idempotent: true,'), 'fallback.committed')
    await until(gateway, async () => (await gateway.store.run(id))?.activity.kind === 'resting')
    expect((await gateway.store.run(id))?.failure).toMatchObject({
      code: 'EXECUTOR_FAILED',
      uncertain: true,
      message: UNKNOWN,
    })
    await gateway.close()
  })

  it('stays said when a person says that the fallback did not happen [R4.7]', async () => {
    const { id, gateway } = await cutOff(OTHER_WAY(''), 'fallback.committed')
    const [item] = await pending(gateway)
    expect(await press(gateway, item?.id ?? '', 'did_not_happen')).toMatchObject({ kind: 'decided' })
    expect((await gateway.store.run(id))?.failure).toMatchObject({ uncertain: true, message: UNKNOWN })
    await gateway.close()
  })

  it('says of each answer what it leads to before it is given [R4.7]', async () => {
    const { gateway } = await cutOff(WORKER, 'claim.committed')
    const [item] = await pending(gateway)
    const preview = async (outcome: string) =>
      await gateway.runtime.previewDecision(person(), {
        approvalId: item?.id ?? '',
        outcome,
        arguments: {},
      })
    const said = (stopsAt: string, nextStates: string[]) => ({
      stopsAt: expect.stringContaining(stopsAt),
      nextStates,
    })
    expect(await preview('happened')).toMatchObject(said('It goes on as if it had answered', ['done']))
    expect(await preview('did_not_happen')).toMatchObject(said('It goes back', ['ready']))
    expect(await preview('cancel')).toMatchObject(said('The workflow ends here', []))
    await gateway.close()
  })

  it.each([
    ['cancel', 1],
    ['did_not_happen', 0],
  ])(
    'is told in the log, when a person says ‘%s’, as what it came to [R4.7] [R4.9]',
    async (verdict, ended) => {
      const { id, gateway } = await cutOff(WORKER, 'claim.committed')
      const [item] = await pending(gateway)
      await press(gateway, item?.id ?? '', verdict)
      const log = await gateway.store.audit(
        { workflowId: id, eventTypes: ['workflow.cancelled'] },
        { limit: 5 },
      )
      expect(log.items).toHaveLength(ended)
      await gateway.close()
    },
  )

  it.each(['verdict', 'cancellation'])(
    'stays said when the run is ended by a %s [R4.7] [R4.9]',
    async (how) => {
      const { id, gateway } = await cutOff(WORKER, 'claim.committed')
      const [item] = await pending(gateway)
      if (how === 'verdict') await press(gateway, item?.id ?? '', 'cancel')
      else await gateway.runtime.cancel(person(), { workflowId: id, reason: '' })
      expect(await getRun(gateway, id)).toMatchObject({
        result: { status: 'cancelled' },
        error: { code: 'WORKFLOW_CANCELLED', message: UNKNOWN },
      })
      expect((await gateway.store.run(id))?.failure?.uncertain).toBe(true)
      await gateway.close()
    },
  )
})
