import { afterEach, describe, expect, it } from 'vitest'
import { follow, openTestGateway, start, type TestGateway } from '../support/gateway.ts'
import { ask, openTestDesk } from './fixture.ts'

const TRAIN = `
workflows:
  nightly:
    title: Nightly check
    steps:
      - { name: fetch, title: Fetch the sources, executor: { kind: noop } }
      - name: checks
        parallel:
          - { name: lint, executor: { kind: noop } }
          - { name: test, executor: { kind: noop } }
      - { name: confirm, approve: { title: Publish the build } }
      - { name: publish, executor: { kind: noop } }
  train:
    title: Release train
    initialState: ready
    states:
      ready:
        transitions:
          go: { title: Check everything, target: arrived, executor: { kind: workflow, definitionId: nightly } }
      arrived: {}
`

let gateway: TestGateway | null = null
afterEach(async () => {
  await gateway?.close()
  gateway = null
})

describe('a run at the desk', () => {
  it('leads to the run that is its step, and back, and says how far the steps are [screens.related-runs]', async () => {
    gateway = await openTestGateway(`approvals: { holdMs: 0 }\n${TRAIN}`)
    const desk = openTestDesk(gateway)
    const session = await desk.openSession('window')
    const begun = await start(gateway, 'train')
    await follow(gateway, begun, 'go')
    const id = begun.workflowId ?? ''
    const parent = await ask(desk, session, 'runs.get', { id })
    expect(parent).toMatchObject({
      parent: null,
      steps: [],
      attention: 'executing',
      waitingFor: 'the run that ‘Check everything’ has started',
      children: [{ title: 'Nightly check', parentId: id, attention: 'needs_person' }],
    })
    const child = await ask(desk, session, 'runs.get', { id: parent.children[0]?.id ?? '' })
    expect(child.parent).toMatchObject({ id, title: 'Release train' })
    expect(child.steps.map(({ title, status, member }) => [title, status, member])).toEqual([
      ['Fetch the sources', 'success', false],
      ['Checks', 'success', false],
      ['Lint', 'success', true],
      ['Test', 'success', true],
      ['Publish the build', 'waiting', false],
      ['Publish', 'pending', false],
    ])

    await ask(desk, session, 'runs.cancel', { id, reason: 'Not tonight.' })
    const ended = await ask(desk, session, 'runs.get', { id })
    expect(ended.status).toBe('cancelled')
    expect(ended.children[0]).toMatchObject({ status: 'cancelled', attention: null })
    const steps = (await ask(desk, session, 'runs.get', { id: child.id })).steps
    expect(steps.map(({ status }) => status)).not.toContain('waiting')
  })
})
