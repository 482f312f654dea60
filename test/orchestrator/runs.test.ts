import { describe, expect, it } from 'vitest'
import type { Claim, Run } from '../../src/main/model/run.ts'
import { countRuns, effect, openWithCounter } from '../runtime/counter.ts'
import { agent, person, start, type TestGateway } from '../support/gateway.ts'
import { orchestrate, PIPELINE } from './call-orchestrator.ts'

const GROUPS = `
workflows:
  wide:
    inputSchema: { type: object, properties: { program: { type: string }, file: { type: string } } }
    steps:
      - name: all
        limit: 10
        parallel:
${Array.from({ length: 6 }, (_, index) => `          - { name: m${index}, executor: { kind: cli, command: NODE, args: ["-e", "const fs=require('fs');fs.appendFileSync(process.argv[1],'b');setTimeout(()=>fs.appendFileSync(process.argv[1],'e'),300)", "$.input.file"] } }`).join('\n')}
`

describe('list_workflows', () => {
  it('lists by tag, with the open runs of the caller [orchestrator.list]', async () => {
    const gateway = await openWithCounter(PIPELINE)
    const run = await orchestrate(gateway, 'run_workflow', { workflow_name: 'decides' })
    const all = await orchestrate(gateway, 'list_workflows', {})
    const names = (all.workflows as { name: string }[]).map(({ name }) => name)
    expect(names).toEqual(['pipeline', 'tolerant', 'broken', 'stubborn', 'slow', 'decides'])
    expect(all.running_count).toBe(1)
    expect(all.workflows).toContainEqual(
      expect.objectContaining({
        name: 'decides',
        running: [expect.objectContaining({ workflow_id: run.workflow_id, state: 'ask', status: 'waiting' })],
      }),
    )
    const build = await orchestrate(gateway, 'list_workflows', { category: 'build', include_running: false })
    expect(build.workflows).toMatchObject([{ name: 'pipeline', category: 'build', tags: ['build'] }])
    expect(JSON.stringify(build)).not.toContain('"running":')
    expect((await orchestrate(gateway, 'list_workflows', { category: 'none' })).workflows).toEqual([])
    const other = await orchestrate(gateway, 'list_workflows', {}, agent('other'))
    expect(other.running_count).toBe(0)
    await gateway.close()
  })
})

describe('the status of an open run', () => {
  it('does not call executing what was cut off and waits for a person [orchestrator.list] [R4.7]', async () => {
    const gateway = await openWithCounter(PIPELINE)
    const { workflow_id = '' } = await orchestrate(gateway, 'run_workflow', { workflow_name: 'decides' })
    const run = (await gateway.store.run(String(workflow_id))) ?? expect.fail()
    const claim: Claim = {
      kind: 'chain',
      transition: 'ask',
      arguments: {},
      by: { id: 'engine', roles: [], permissions: [] },
      correlationId: 'co_1',
      at: run.updatedAt,
      repeatable: false,
      idempotencyKey: null,
      call: null,
    }
    const statuses = async (activity: Run['activity']) => {
      await gateway.store.commit({ expect: [], runs: [{ ...run, activity }], audit: [] })
      const listed = await orchestrate(gateway, 'list_workflows', {})
      const all = (listed.workflows as { running: { status: string }[] }[]).flatMap(({ running }) => running)
      return all.map(({ status }) => status)
    }
    expect(await statuses({ kind: 'claimed', claim })).toEqual(['executing'])
    expect(await statuses({ kind: 'interrupted', claim })).toEqual(['interrupted'])
    await gateway.close()
  })
})

describe('cancel_workflow', () => {
  it('ends a run of its own and says how far it came; twice is the same as once [orchestrator.cancel]', async () => {
    const gateway = await openWithCounter(PIPELINE)
    const { workflow_id } = await orchestrate(gateway, 'run_workflow', { workflow_name: 'decides' })
    const other = await orchestrate(
      gateway,
      'cancel_workflow',
      { workflow_id: workflow_id ?? '' },
      agent('other'),
    )
    expect(other).toMatchObject({ status: 'error', message: expect.stringContaining('There is no workflow') })
    const all = agent('other', { sees: 'all' })
    expect(
      (await orchestrate(gateway, 'cancel_workflow', { workflow_id: workflow_id ?? '' }, all)).status,
    ).toBe('error')
    for (const words of ['is cancelled', 'was cancelled before']) {
      const ended = await orchestrate(gateway, 'cancel_workflow', {
        workflow_id: workflow_id ?? '',
        reason: 'Enough',
      })
      expect(ended).toMatchObject({
        status: 'cancelled',
        steps_completed: 0,
        message: expect.stringContaining(words),
      })
    }
    const done = await orchestrate(gateway, 'run_workflow', { workflow_name: 'tolerant' })
    expect(
      await orchestrate(gateway, 'cancel_workflow', { workflow_id: done.workflow_id ?? '' }),
    ).toMatchObject({
      status: 'error',
      steps_completed: 1,
      message: expect.stringContaining('completed already'),
    })
    await gateway.close()
  })

  it('stops what the run is executing [orchestrator.cancel]', async () => {
    const gateway = await openWithCounter(PIPELINE)
    const running = orchestrate(gateway, 'run_workflow', { workflow_name: 'slow' })
    const find = async () => (await gateway.store.runs({ definitionId: 'slow' }, { limit: 1 })).items[0]
    await expect.poll(async () => (await find())?.activity.kind).toBe('claimed')
    const workflow_id = (await find())?.id ?? ''
    expect(await orchestrate(gateway, 'cancel_workflow', { workflow_id })).toMatchObject({
      status: 'cancelled',
    })
    expect(await running).toMatchObject({
      status: 'failed',
      workflow_id,
      error_message: expect.stringContaining('cancelled'),
    })
    await gateway.close()
  })
})

const WORKS = `store: { kind: sqlite }
workflows:
  works:
    initialState: a
    states:
      a:
        transitions:
          go: { target: b, actor: deterministic, executor: { kind: cli, command: NODE, args: ["-e", "setTimeout(() => {}, 60000)"] } }
      b: {}
`

describe('a run that is cancelled while a step of it executes', () => {
  const claimed = async (gateway: TestGateway) => {
    const find = async () => (await gateway.store.runs({ definitionId: 'works' }, { limit: 1 })).items[0]
    await expect.poll(async () => (await find())?.activity.kind).toBe('claimed')
    return (await find())?.id ?? ''
  }

  it('has ended when run_workflow answers, which says why and leads nowhere [orchestrator.cancelled]', async () => {
    const gateway = await openWithCounter(WORKS)
    const running = orchestrate(gateway, 'run_workflow', { workflow_name: 'works' })
    const workflowId = await claimed(gateway)
    await gateway.runtime.cancel(person(), { workflowId, reason: 'Not needed any more.' })
    const result = await running
    expect(result).toMatchObject({
      status: 'failed',
      error_message: 'It was cancelled. Not needed any more.',
    })
    expect(result).not.toHaveProperty('links')
    await gateway.close()
  })

  it('has ended when its start answers, and get says what may have happened and why it ended [orchestrator.cancelled] [workflow.cancel-reason]', async () => {
    const gateway = await openWithCounter(WORKS)
    const running = start(gateway, 'works')
    const workflowId = await claimed(gateway)
    await gateway.runtime.cancel(person(), { workflowId, reason: 'Not needed any more.' })
    const told = expect.stringMatching(/may have taken effect.+ cancelled\. Reason: Not needed any more\./)
    for (const answer of [await running, (await gateway.runtime.get(agent(), { workflowId })).response])
      expect(answer).toMatchObject({
        result: { status: 'cancelled', message: told },
        error: { code: 'WORKFLOW_CANCELLED', message: told, attemptedTransition: 'go' },
        links: [],
      })
    await gateway.close()
  })
})

describe('parallel_limit', () => {
  it('caps every group of the run, whatever the group says [orchestrator.parallel-limit]', async () => {
    const gateway = await openWithCounter(GROUPS)
    const most = async (parallel_limit?: number) => {
      const parameters = effect(gateway.folder, '{}', '0', `at-once-${parallel_limit}`)
      const result = await orchestrate(gateway, 'run_workflow', {
        workflow_name: 'wide',
        parameters: { program: parameters.program, file: parameters.file },
        ...(parallel_limit === undefined ? {} : { parallel_limit }),
      })
      expect(result.status).toBe('success')
      const { readFile } = await import('node:fs/promises')
      let now = 0
      let top = 0
      for (const letter of await readFile(parameters.file, 'utf8')) {
        now += letter === 'b' ? 1 : -1
        top = Math.max(top, now)
      }
      return top
    }
    expect(await most(1)).toBe(1)
    expect(await most(2)).toBeLessThanOrEqual(2)
    expect(await most()).toBeLessThanOrEqual(4)
    expect(await countRuns(gateway)).toBe(0)
    await gateway.close()
  })
})

describe('a session', () => {
  it('offers the four like every other capability', async () => {
    const gateway = await openWithCounter(PIPELINE)
    const session = await start(gateway, 'proxy_default')
    const answer = await gateway.runtime.submit(agent(), {
      workflowId: session.workflowId ?? '',
      expectedVersion: 1,
      transition: 'orchestrator.list_workflows',
      arguments: {},
    })
    expect(answer.response.result.status).toBe('executed')
    await gateway.close()
  })
})
