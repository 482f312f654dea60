import { describe, expect } from 'vitest'
import { test } from '../support/fixtures.ts'
import { follow, press, start } from '../support/gateway.ts'
import { contentOf } from '../support/items.ts'
import { getRun, onlyItem, until } from './gated.ts'

const call = (path: string) => `kind: rest, connection: api, method: POST, path: ${path}`

/** The first call of the child may have happened. */
const it = test.extend('open', ({ service, openGateway }) => async (holdMs: number) => {
  service.script('/first', { status: 500 })
  service.script('/certain', { status: 400 })
  const gateway = await openGateway(`
approvals: { holdMs: ${holdMs} }
connections: { api: { kind: rest, baseUrl: "${service.base}" } }
capabilities:
  second: { title: Second, description: Another way, approval: { required: true }, executor: { ${call('/second')} } }
workflows:
  parent:
    initialState: ready
    states:
      ready:
        transitions:
          go: { target: done, executor: { kind: workflow, definitionId: child } }
          guarded: { target: done, executor: { kind: workflow, definitionId: child }, reliability: { fallback: { executors: [ { ${call('/second')} } ] } } }
          before: { target: done, executor: { ${call('/first')} }, reliability: { fallback: { executors: [ { kind: workflow, definitionId: certain } ] } } }
      done: {}
  child:
    initialState: a
    states: { a: { transitions: { tries: { target: b, actor: deterministic, executor: { ${call('/first')} } } } }, b: {} }
  certain:
    initialState: a
    states: { a: { transitions: { tries: { target: b, actor: deterministic, executor: { ${call('/certain')} } } } }, b: {} }
`)
  return { gateway, run: await start(gateway, 'parent') }
})

describe('a step whose other workflow has failed', () => {
  it('may have had an effect where that one may have had one, and says so once [child.uncertain] [R4.8]', async ({
    open,
  }) => {
    const { gateway, run } = await open(5000)
    const response = await follow(gateway, run, 'go')
    expect(response.error).toMatchObject({ code: 'EXECUTOR_FAILED' })
    expect(response.error?.message.match(/may have taken effect/g)).toHaveLength(1)
    const failed = await gateway.store.run(run.workflowId ?? '')
    expect(failed?.failure).toMatchObject({ uncertain: true })
    expect(JSON.stringify(failed?.failure)).not.toMatch(/It may .* It may/)
  })

  it('may have had an effect where a call before that workflow may have had one [child.uncertain]', async ({
    open,
  }) => {
    const { gateway, run } = await open(5000)
    const response = await follow(gateway, run, 'before')
    expect(response.error?.message).toMatch(/‘certain’ .* failed/)
    const failed = await gateway.store.run(run.workflowId ?? '')
    expect(failed?.failure).toMatchObject({ uncertain: true })
  })

  it('asks for its fallback, and a refusal says what came before it [child.uncertain] [R5.1]', async ({
    service,
    open,
  }) => {
    const { gateway, run } = await open(5000)
    const response = await follow(gateway, run, 'guarded')
    expect(response.result).toMatchObject({ status: 'waiting_for_action' })
    const item = await onlyItem(gateway)
    expect(contentOf(item).held).toMatchObject({ from: 1, tried: { uncertain: true } })
    await press(gateway, item.id, 'refuse', { comment: 'no' })
    await until(gateway, async () => (await getRun(gateway, run.workflowId)).error !== undefined)
    const { error } = await getRun(gateway, run.workflowId)
    expect(error).toMatchObject({ code: 'APPROVAL_DENIED' })
    expect(error?.message).toMatch(/tried before that has failed: .*may have taken effect/)
    expect(service.count('/second')).toBe(0)
  })

  it('stays uncertain when the fallback that people let through fails for sure [child.uncertain]', async ({
    service,
    open,
  }) => {
    const { gateway, run } = await open(5000)
    await follow(gateway, run, 'guarded')
    service.script('/second', { status: 400 })
    await press(gateway, (await onlyItem(gateway)).id, 'approve')
    const failed = await gateway.store.run(run.workflowId ?? '')
    expect(failed?.failure).toMatchObject({ code: 'EXECUTOR_FAILED', uncertain: true })
  })
})
