import { describe, expect, it } from 'vitest'
import { agent, follow, pending, press, start } from '../support/gateway.ts'
import { countRuns, effect, openWithCounter } from './counter.ts'
import { followCancellably, getRun, until } from './gated.ts'

/** Chains whose only step cannot come about by itself; nobody but whoever takes it by hand can go on. */
const STOPS = `
approvals: { holdMs: 60 }
connections:
  free: { kind: cli, command: NODE }
  asked: { kind: cli, command: NODE, approval: { required: true } }
workflows:
  fails:
    initialState: one
    states:
      one: { transitions: { step: { target: done, actor: deterministic, executor: { kind: cli, connection: free, args: ["$.input.program", "$.input.file", "{}", "$.input.code"] } } } }
      done: {}
  gated:
    initialState: one
    states:
      one: { transitions: { step: { target: done, actor: deterministic, executor: { kind: cli, connection: asked, args: ["$.input.program", "$.input.file"] } } } }
      done: {}
`

async function stopped(definition: string, code = '0') {
  const gateway = await openWithCounter(STOPS)
  const begun = await start(gateway, definition, effect(gateway.folder, '{}', code))
  for (const item of await pending(gateway)) await press(gateway, item.id, 'refuse')
  return { gateway, run: await getRun(gateway, begun.workflowId) }
}

const names = (answer: { links: { rel: string }[] }) => answer.links.map((link) => link.rel)

describe('a step of a chain that is taken by hand', () => {
  it('and fails again can be taken once more [R4.5]', async () => {
    const { gateway, run } = await stopped('fails', '1')
    const again = await follow(gateway, run, 'step')
    expect(again.error?.code).toBe('EXECUTOR_FAILED')
    expect(names(again)).toContain('step')
    expect((await follow(gateway, again, 'step')).error?.code).toBe('EXECUTOR_FAILED')
    expect(await countRuns(gateway)).toBe(3)
    await gateway.close()
  })

  it('and cannot even be called can be taken when it can [R4.5]', async () => {
    const { gateway, run } = await stopped('fails', '-1')
    const again = await follow(gateway, run, 'step')
    expect(again.error).toMatchObject({ code: 'EXECUTOR_FAILED', message: expect.stringContaining('option') })
    expect(names(again)).toContain('step')
    await gateway.close()
  })

  it('and is refused can be asked for again; while it waits, a repetition waits for the same [R4.5] [R1.8]', async () => {
    const { gateway, run } = await stopped('gated')
    await follow(gateway, run, 'step')
    const waiting = await follow(gateway, run, 'step')
    expect(waiting.result.status).toBe('waiting_for_action')
    const [item, ...others] = await pending(gateway)
    expect(others).toEqual([])
    await press(gateway, item?.id ?? '', 'refuse')
    const refused = await getRun(gateway, run.workflowId)
    expect(refused.error?.code).toBe('APPROVAL_DENIED')
    await follow(gateway, refused, 'step')
    const [last] = await pending(gateway)
    expect(await press(gateway, last?.id ?? '', 'approve')).toMatchObject({ kind: 'decided' })
    expect(await getRun(gateway, run.workflowId)).toMatchObject({ state: 'done', terminal: true })
    expect(await countRuns(gateway)).toBe(1)
    await gateway.close()
  })

  it('and is taken back by its client can be asked for again [R4.5] [R4.6]', async () => {
    const { gateway, run } = await stopped('gated')
    const call = followCancellably(gateway, run, 'step')
    await until(gateway, async () => (await pending(gateway)).length === 1)
    await call.cancel()
    expect(await pending(gateway)).toEqual([])
    expect(names(await getRun(gateway, run.workflowId))).toContain('step')
    const other = await follow(gateway, run, 'step', {}, agent())
    expect(other.result.status).toBe('waiting_for_action')
    await gateway.close()
  })
})
