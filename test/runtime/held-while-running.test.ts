import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { claimOf } from '../../src/main/model/run.ts'
import { createManualClock } from '../support/clock.ts'
import { follow, openTestGateway, pending, press, start, type TestGateway } from '../support/gateway.ts'
import { getRun, onlyItem, until } from './gated.ts'

const HELD_MS = 1000

/** Runs until the file `go` is in the folder of the input; not for ever, should the test be killed. */
const UNTIL_GO = 'i=0; while [ ! -e go ] && [ $i -lt 3000 ]; do i=$((i + 1)); sleep 0.02; done'
const WAITING = `{ kind: cli, command: sh, workingDirectory: $.input.folder, args: [-c, "${UNTIL_GO}"] }`

const GATED = `
approvals: { holdMs: ${HELD_MS} }
workflows:
  apply:
    initialState: ready
    states:
      ready:
        transitions:
          run: { target: done, approval: { required: true }, executor: ${WAITING} }
      done: {}
`

const AFTER_CHILD = `
approvals: { holdMs: ${HELD_MS} }
workflows:
  ask:
    initialState: asking
    states:
      asking:
        transitions:
          yes: { target: answered, actor: human }
      answered: {}
  apply:
    initialState: ready
    states:
      ready:
        transitions:
          run: { target: asked, executor: { kind: workflow, definitionId: ask } }
      asked:
        transitions:
          work: { target: done, actor: deterministic, executor: ${WAITING} }
      done: {}
`

const isRunning = async (gateway: TestGateway, workflowId: string | undefined) => {
  const run = await gateway.store.run(workflowId ?? '')
  return run === null ? undefined : claimOf(run)?.transition
}

describe('a call that was let through and still runs when its time to be held is over', () => {
  it.each([
    { title: 'the step itself', yaml: GATED, outcome: 'approve', running: 'run', state: 'ready' },
    { title: 'what follows a workflow', yaml: AFTER_CHILD, outcome: 'yes', running: 'work', state: 'asked' },
  ])('is not called executed: $title [R4.2]', async ({ yaml, outcome, running, state }) => {
    const clock = createManualClock()
    const gateway = await openTestGateway(yaml, { clock })
    const began = await start(gateway, 'apply', { folder: gateway.folder })
    const call = follow(gateway, began, 'run')
    await until(gateway, async () => (await pending(gateway)).length === 1)
    const pressed = press(gateway, (await onlyItem(gateway)).id, outcome)
    await expect.poll(() => isRunning(gateway, began.workflowId)).toBe(running)
    clock.advance(HELD_MS)
    expect(await call).toMatchObject({
      state,
      result: {
        status: 'waiting_for_action',
        message: `‘${running}’ is running. Follow it with workflow.get.`,
      },
      links: [{ rel: 'self', method: 'workflow.get' }],
    })
    await writeFile(join(gateway.folder, 'go'), '')
    await pressed
    await until(gateway, async () => (await getRun(gateway, began.workflowId)).terminal === true)
    await gateway.close()
  })
})
