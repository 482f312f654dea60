import { describe, expect, it, vi } from 'vitest'
import type { JsonObject } from '../../src/main/model/json.ts'
import { countRuns, effect, openWithCounter } from '../runtime/counter.ts'
import { agent, pending, press, start } from '../support/gateway.ts'
import { orchestrate, PIPELINE } from './call-orchestrator.ts'

const open = () => openWithCounter(PIPELINE)

describe('run_workflow', () => {
  it('runs steps in their order, groups at once, and answers in the fields of the seed [orchestrator.run] [steps.kinds]', async () => {
    const gateway = await open()
    const { program, file } = effect(gateway.folder)
    const result = await orchestrate(gateway, 'run_workflow', {
      workflow_name: 'pipeline',
      parameters: { program, file },
    })
    expect(result).toMatchObject({
      status: 'success',
      steps_completed: 7,
      steps_total: 7,
      error_message: null,
    })
    expect(Object.keys(result)).toEqual([
      'status',
      'workflow_id',
      'steps_completed',
      'steps_total',
      'step_results',
      'execution_time',
      'error_message',
    ])
    const steps = result.step_results as { step_name: string; status: string; duration: number }[]
    expect(steps.map(({ step_name, status }) => `${step_name} ${status}`)).toEqual([
      'build success',
      'checks success',
      'lint success',
      'test success',
      'scan skipped',
      'go_ahead skipped',
      'finish success',
    ])
    expect(steps[0]?.duration).toBeGreaterThan(0)
    expect(await countRuns(gateway)).toBe(3)
    const run = await gateway.store.run(String(result.workflow_id))
    expect(run).toMatchObject({ context: { image: 'app:1', warnings: 3, finished: true }, owner: 'local' })
    await gateway.close()
  })

  it('reads nothing of the log but what its own run has left there [orchestrator.own-log]', async () => {
    const gateway = await open()
    const audit = vi.spyOn(gateway.store, 'audit')
    const result = await orchestrate(gateway, 'run_workflow', {
      workflow_name: 'pipeline',
      parameters: effect(gateway.folder),
    })
    expect(result).toMatchObject({ status: 'success' })
    expect(audit.mock.calls.length).toBeGreaterThan(0)
    for (const [filter] of audit.mock.calls) expect(filter).toEqual({ workflowId: result.workflow_id })
    await gateway.close()
  })

  it('stops at a decision as partial, with the links; the run goes on when it is made [R6.2] [steps.approve]', async () => {
    const gateway = await open()
    const parameters = { ...effect(gateway.folder), deploy: true }
    const result = await orchestrate(gateway, 'run_workflow', { workflow_name: 'pipeline', parameters })
    expect(result).toMatchObject({ status: 'partial', steps_completed: 5, steps_total: 7 })
    expect((result.links as { rel: string }[]).map(({ rel }) => rel)).toEqual(['approve', 'refuse', 'self'])
    expect(result.error_message).toContain('Waiting for a person')
    const [item] = await pending(gateway)
    await press(gateway, item?.id ?? '', 'approve')
    expect(await gateway.store.run(String(result.workflow_id))).toMatchObject({
      status: 'completed',
      state: 'done',
      context: { steps: { go_ahead: { status: 'success' }, finish: { status: 'success' } } },
    })
    const other = await orchestrate(gateway, 'run_workflow', { workflow_name: 'decides' })
    expect((other.links as { rel: string }[]).map(({ rel }) => rel)).toEqual(['accept', 'take_back', 'self'])
    await gateway.close()
  })

  it('ends where a person refuses [steps.approve]', async () => {
    const gateway = await open()
    const parameters = { ...effect(gateway.folder), deploy: true }
    const result = await orchestrate(gateway, 'run_workflow', { workflow_name: 'pipeline', parameters })
    const [item] = await pending(gateway)
    await press(gateway, item?.id ?? '', 'refuse')
    expect(await gateway.store.run(String(result.workflow_id))).toMatchObject({
      status: 'completed',
      state: 'refused',
      context: { steps: { go_ahead: { status: 'refused' }, finish: { status: 'pending' } } },
    })
    await gateway.close()
  })

  it('aborts, goes on or tries again after a failure, as the step says [steps.failure]', async () => {
    const gateway = await open()
    const tolerant = await orchestrate(gateway, 'run_workflow', { workflow_name: 'tolerant' })
    expect(tolerant).toMatchObject({ status: 'partial', steps_completed: 1, steps_total: 2 })
    expect(tolerant.error_message).toContain('‘breaks’')
    const broken = await orchestrate(gateway, 'run_workflow', { workflow_name: 'broken' })
    expect(broken).toMatchObject({
      status: 'failed',
      steps_completed: 0,
      step_results: [
        { step_name: 'breaks', status: 'failed' },
        { step_name: 'after', status: 'pending' },
      ],
    })
    const { program, file } = effect(gateway.folder)
    const parameters = { program, file }
    const stubborn = await orchestrate(gateway, 'run_workflow', { workflow_name: 'stubborn', parameters })
    expect(stubborn.status).toBe('failed')
    expect(await countRuns(gateway)).toBe(3)
    const group = await orchestrate(gateway, 'run_workflow', {
      workflow_name: 'pipeline',
      parameters: { program, file, code: '1' },
    })
    expect(group.status).toBe('partial')
    const steps = group.step_results as { step_name: string; status: string; output: unknown }[]
    expect(steps.find(({ step_name }) => step_name === 'test')).toMatchObject({
      status: 'failed',
      output: { class: 'permanent' },
    })
    await gateway.close()
  })

  it('aborts what exceeds its time, and stops the process [orchestrator.timeout]', async () => {
    const gateway = await open()
    const result = await orchestrate(gateway, 'run_workflow', { workflow_name: 'slow', timeout: 1 })
    expect(result).toMatchObject({
      status: 'failed',
      error_message: expect.stringContaining('did not end within 1 s'),
    })
    expect(result.execution_time).toBeLessThan(20)
    expect(await gateway.store.run(String(result.workflow_id))).toMatchObject({ status: 'cancelled' })
    expect(gateway.runtime.executing()).toBe(0)
    await gateway.close()
  })

  it('validates and plans without an effect in a dry run [orchestrator.dry-run]', async () => {
    const gateway = await open()
    const parameters = effect(gateway.folder)
    const plan = await orchestrate(gateway, 'run_workflow', {
      workflow_name: 'pipeline',
      parameters: { program: parameters.program, file: parameters.file },
      dry_run: true,
    })
    expect(plan).toMatchObject({ status: 'success', workflow_id: '', steps_completed: 0, steps_total: 7 })
    expect(JSON.stringify(plan.step_results)).toContain('counter.cjs')
    const wrong = await orchestrate(gateway, 'run_workflow', { workflow_name: 'pipeline', dry_run: true })
    expect(wrong).toMatchObject({ status: 'failed', error_message: expect.stringContaining('program') })
    expect(await countRuns(gateway)).toBe(0)
    expect((await gateway.store.runs({ workflowsOnly: true }, { limit: 10 })).total).toBe(0)
    await gateway.close()
  })

  it('says in a dry run where people would be asked [orchestrator.dry-run]', async () => {
    const gateway = await openWithCounter(`
connections: { asked: { kind: cli, command: NODE, approval: { required: true } } }
workflows: { careful: { steps: [{ name: deploy, executor: { kind: cli, connection: asked, args: ["-v"] } }] } }
`)
    const plan = await orchestrate(gateway, 'run_workflow', { workflow_name: 'careful', dry_run: true })
    expect(plan.stops).toEqual([expect.stringContaining('a person must approve ‘Deploy’ before it runs')])
    await gateway.close()
  })

  it('says in a dry run what its conditions leave out, as far as that is known [orchestrator.dry-run]', async () => {
    const gateway = await openWithCounter(`
workflows:
  nightly:
    steps:
      - { name: build, executor: { kind: cli, command: NODE, args: ["-v"] }, output: { built: $.output.success } }
      - { name: tell, executor: { kind: noop }, when: { kind: expr, expr: "$.context.built == true" } }
      - { name: ask, approve: {}, when: { kind: expr, expr: "$.input.publish == true" } }
      - { name: publish, executor: { kind: noop } }
`)
    const statuses = async (publish: boolean) => {
      const request = { workflow_name: 'nightly', parameters: { publish }, dry_run: true }
      const { step_results } = await orchestrate(gateway, 'run_workflow', request)
      return (step_results as { step_name: string; status: string }[]).map(
        ({ step_name, status }) => `${step_name} ${status}`,
      )
    }
    expect(await statuses(true)).toEqual(['build planned', 'tell planned', 'ask planned', 'publish planned'])
    expect(await statuses(false)).toEqual(['build planned', 'tell planned', 'ask skipped', 'publish planned'])
    await gateway.close()
  })

  it('says in a dry run which members of a group are left out [orchestrator.dry-run]', async () => {
    const gateway = await openWithCounter(`
workflows:
  nightly:
    steps:
      - { name: build, executor: { kind: cli, command: NODE, args: ["-v"] }, output: { built: $.output.success } }
      - name: all
        when: { kind: expr, expr: "$.input.all == true" }
        parallel:
          - { name: tell, when: { kind: expr, expr: "$.context.built == true" }, executor: { kind: noop } }
          - { name: mail, when: { kind: expr, expr: "$.input.mail == true" }, executor: { kind: noop } }
          - { name: log, executor: { kind: noop } }
`)
    const statuses = async (parameters: JsonObject) => {
      const request = { workflow_name: 'nightly', parameters, dry_run: true }
      const { step_results } = await orchestrate(gateway, 'run_workflow', request)
      return (step_results as { step_name: string; status: string }[])
        .filter(({ status }) => status === 'skipped')
        .map(({ step_name }) => step_name)
    }
    expect(await statuses({ all: true, mail: true })).toEqual([])
    expect(await statuses({ all: true, mail: false })).toEqual(['mail'])
    expect(await statuses({ all: false, mail: true })).toEqual(['all', 'tell', 'mail', 'log'])
    await gateway.close()
  })

  it('says what is near an unknown name, and shows nobody what is hidden from them [orchestrator.rights]', async () => {
    const gateway = await openWithCounter(
      PIPELINE.replace('  decides:\n', '  decides:\n    guards: [{ kind: role, role: boss }]\n'),
    )
    const unknown = await orchestrate(gateway, 'run_workflow', { workflow_name: 'pipelin' })
    expect(unknown).toMatchObject({
      status: 'failed',
      workflow_id: '',
      error_message: expect.stringContaining('pipeline'),
    })
    const refused = await orchestrate(gateway, 'run_workflow', { workflow_name: 'decides' })
    expect(refused.error_message).toContain('‘boss’')
    const limited = agent('limited', { tags: ['orchestrator'] })
    const hidden = await orchestrate(gateway, 'run_workflow', { workflow_name: 'pipeline' }, limited)
    expect(hidden.error_message).toContain('There is no workflow ‘pipeline’')
    expect(hidden.error_message).not.toContain('Near it')
    await gateway.close()
  })

  it('is stopped with its processes when the client cancels its call [orchestrator.timeout]', async () => {
    const gateway = await open()
    const controller = new AbortController()
    const call = gateway.runtime.start(
      agent(),
      {
        definitionId: 'proxy_default',
        input: { capability: 'orchestrator.run_workflow', workflow_name: 'slow' },
      },
      { signal: controller.signal },
    )
    await expect
      .poll(
        async () =>
          (await gateway.store.runs({ definitionId: 'slow' }, { limit: 1 })).items[0]?.activity.kind,
      )
      .toBe('claimed')
    controller.abort()
    await call
    const [run] = (await gateway.store.runs({ definitionId: 'slow' }, { limit: 1 })).items
    expect(run?.status).toBe('cancelled')
    await gateway.close()
  })

  it('is found by search, and is no part of the seven tools [orchestrator.found]', async () => {
    const gateway = await open()
    const { answer } = await gateway.discovery.search(agent(), { query: 'run workflow', kind: 'capability' })
    expect(JSON.stringify(answer)).toContain('orchestrator.run_workflow')
    expect(JSON.stringify(await gateway.discovery.home(agent()))).not.toContain('orchestrator.run_workflow')
    const session = await start(gateway, 'proxy_default', { capability: 'orchestrator.list_workflows' })
    expect(session.result.status).toBe('executed')
    await gateway.close()
  })
})
