import { describe, expect, it } from 'vitest'
import { composeRun, exampleValues } from '../../src/renderer/trying/call-text.ts'
import { readSteps } from '../../src/renderer/trying/step-results.tsx'

describe('trying', () => {
  it('begins with the examples of a schema, its own before those of its fields [trying.answer]', () => {
    const properties = {
      to: { type: 'string', examples: ['Ada', 'Grace'] },
      copies: { type: 'integer', default: 1 },
      size: { type: 'string', example: 'A4' },
    }
    expect(exampleValues({ type: 'object', properties })).toEqual({ to: 'Ada', copies: 1, size: 'A4' })
    expect(exampleValues({ type: 'object', properties, examples: [{ to: 'Linus' }] })).toEqual({
      to: 'Linus',
      copies: 1,
    })
    expect(exampleValues({ type: 'object', properties: { to: { type: 'string' } } })).toBeNull()
    expect(exampleValues(null)).toBeNull()
  })

  it('runs a workflow with the limits that were given, and leaves the others to the gateway [trying.rehearse]', () => {
    const run = (how: Parameters<typeof composeRun>[2]) => composeRun('greet', { name: 'Ada' }, how).arguments
    const input = (more: object) => ({
      definitionId: 'proxy_default',
      input: {
        capability: 'orchestrator.run_workflow',
        arguments: { workflow_name: 'greet', parameters: { name: 'Ada' }, ...more },
      },
    })
    expect(run({ rehearse: false, timeout: undefined, parallel: undefined })).toEqual(input({}))
    expect(run({ rehearse: true, timeout: 30, parallel: 2 })).toEqual(
      input({ dry_run: true, timeout: 30, parallel_limit: 2 }),
    )
  })

  it('reads the steps of what run_workflow answers, and nothing else as such [trying.rehearse]', () => {
    const step = { step_name: 'first', status: 'failed', output: { error: 'no' }, duration: 1.5 }
    const answer = {
      status: 'partial',
      workflow_id: 'wf_1',
      step_results: [step],
      error_message: 'It stopped.',
    }
    expect(readSteps(answer)).toEqual({
      steps: [{ name: 'first', status: 'failed', seconds: 1.5, output: { error: 'no' } }],
      workflowId: 'wf_1',
      isRehearsal: false,
      isPartial: true,
      error: 'It stopped.',
    })
    expect(readSteps({ ...answer, dry_run: true, workflow_id: '' })).toMatchObject({
      workflowId: null,
      isRehearsal: true,
    })
    for (const other of [null, 'text', { steps: [] }, [step]]) expect(readSteps(other)).toBeNull()
  })
})
