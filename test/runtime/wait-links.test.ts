import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { WorkflowResponse } from '../../src/main/model/response.ts'
import {
  agent,
  follow,
  openTestGateway,
  pending,
  press,
  start,
  type TestGateway,
} from '../support/gateway.ts'
import { getRun, onlyItem, until } from './gated.ts'

/** Fails when the file `go` is there; not never, should the test be killed. */
const UNTIL_GO = 'i=0; while [ ! -e go ] && [ $i -lt 3000 ]; do i=$((i + 1)); sleep 0.02; done; exit 3'

const YAML = `
approvals: { holdMs: 30000 }
proxy:
  expose:
    - { name: pay, inputSchema: { type: object }, executor: { kind: noop }, approval: { required: true } }
workflows:
  slow:
    initialState: ready
    states:
      ready: { transitions: { go: { target: done, executor: { kind: cli, command: sh, workingDirectory: $.arguments.folder, args: [-c, "${UNTIL_GO}"] } } } }
      done: {}
  letter:
    initialState: writing
    states:
      writing: { transitions: { hand_in: { target: waiting } } }
      waiting:
        transitions:
          send: { target: sent, actor: human }
          send_back: { target: writing, actor: human }
      sent: {}
  chained:
    initialState: ready
    states:
      ready: { transitions: { go: { target: done, actor: deterministic, executor: { kind: noop }, approval: { required: true } } } }
      done: {}
  outer:
    initialState: ready
    states:
      ready: { transitions: { write: { target: done, executor: { kind: workflow, definitionId: letter } } } }
      done: {}
`

/** Follows the link to the run itself as it stands, as soon as it is offered. */
function waitAlong(gateway: TestGateway, { links, workflowId, version }: WorkflowResponse) {
  const link = links.find(({ rel }) => rel === 'self')
  expect(link).toMatchObject({
    method: 'workflow.get',
    args: { workflowId, waitMs: 30_000, sinceVersion: version },
  })
  return gateway.runtime.get(agent(), link?.args as { workflowId: string })
}

describe('an agent that begins to wait only when it has been decided', () => {
  const WAITING = { waitMs: 50_000 }

  it('is told at once, of its own call and of a step that a person took [engine.wait]', async () => {
    const gateway = await openTestGateway(YAML)
    const request = { definitionId: 'proxy_default', input: { capability: 'pay', arguments: {} } }
    const { workflowId = '' } = (await gateway.runtime.start(agent(), request, { holdMs: 0 })).response
    await press(gateway, (await onlyItem(gateway)).id, 'approve')
    const got = await gateway.runtime.get(agent(), { workflowId, ...WAITING })
    expect(got.response).toMatchObject({ version: 2, result: { message: 'anna chose ‘approve’.' } })
    const letter = await follow(gateway, await start(gateway, 'letter'), 'hand_in')
    await press(gateway, (await onlyItem(gateway)).id, 'send_back')
    const about = { workflowId: letter.workflowId ?? '', ...WAITING }
    expect((await gateway.runtime.get(agent(), about)).response).toMatchObject({ state: 'writing' })
    await gateway.close()
  })

  it('waits for whatever another agent does, where it names the version that it knows [engine.wait]', async () => {
    const gateway = await openTestGateway(YAML)
    const { workflowId = '', ...letter } = await start(gateway, 'letter')
    const got = gateway.runtime.get(agent(), { workflowId, ...WAITING, sinceVersion: 1 })
    await follow(gateway, { workflowId, ...letter }, 'hand_in')
    expect((await got).response).toMatchObject({ state: 'waiting', version: 2 })
    await gateway.close()
  })
})

describe('what waits is offered with a link that waits along', () => {
  it('for a person who chooses, and tells of the decision [links.wait]', async () => {
    const gateway = await openTestGateway(YAML)
    const waiting = await follow(gateway, await start(gateway, 'letter'), 'hand_in')
    const got = waitAlong(gateway, waiting)
    await press(gateway, (await onlyItem(gateway)).id, 'send_back')
    expect((await got).response).toMatchObject({ state: 'writing', version: 3 })
    // Nobody is waited for here.
    expect((await got).response.links.map(({ rel }) => rel)).toEqual(['hand_in'])
    await gateway.close()
  })

  it('also where the agent tried what only a person can do [links.wait]', async () => {
    const gateway = await openTestGateway(YAML)
    const waiting = await follow(gateway, await start(gateway, 'letter'), 'hand_in')
    const refused = await follow(gateway, waiting, 'send')
    expect(refused.error?.code).toBe('ACTOR_MISMATCH')
    const got = waitAlong(gateway, refused)
    await press(gateway, (await onlyItem(gateway)).id, 'send')
    expect((await got).response.terminal).toBe(true)
    await gateway.close()
  })

  it('for a call behind a gate, in whatever it is looked at [links.wait]', async () => {
    const gateway = await openTestGateway(YAML)
    const request = { definitionId: 'proxy_default', input: { capability: 'pay', arguments: {} } }
    const { response } = await gateway.runtime.start(agent(), request, { holdMs: 0 })
    const looked = await getRun(gateway, response.workflowId)
    const got = [response, looked].map((answer) => waitAlong(gateway, answer))
    await press(gateway, (await onlyItem(gateway)).id, 'refuse')
    const answers = await Promise.all(got)
    expect(answers.map((answer) => answer.response.error?.code)).toEqual([
      'APPROVAL_DENIED',
      'APPROVAL_DENIED',
    ])
    await gateway.close()
  })

  it('for a step of the engine behind a gate, and for another run [links.wait]', async () => {
    const gateway = await openTestGateway(YAML)
    const held = await gateway.runtime.start(agent(), { definitionId: 'chained', input: {} }, { holdMs: 0 })
    const got = waitAlong(gateway, await getRun(gateway, held.response.workflowId))
    await press(gateway, (await onlyItem(gateway)).id, 'approve')
    expect((await got).response.terminal).toBe(true)
    const outer = await start(gateway, 'outer')
    const { workflowId = '' } = outer
    const call = { workflowId, expectedVersion: 1, transition: 'write', arguments: {} }
    const parent = await gateway.runtime.submit(agent(), call, { holdMs: 0 })
    const ended = waitAlong(gateway, parent.response)
    const child = parent.response.links.find(({ rel }) => rel === 'child')?.args as { workflowId: string }
    await follow(gateway, (await gateway.runtime.get(agent(), child)).response, 'hand_in')
    await until(gateway, async () => (await pending(gateway)).length === 1)
    await press(gateway, (await onlyItem(gateway)).id, 'send')
    expect((await ended).response.terminal).toBe(true)
    await gateway.close()
  })

  it('for a step that runs, and tells of it when it fails [links.wait]', async () => {
    const gateway = await openTestGateway(YAML)
    const { workflowId = '', version: expectedVersion = 0 } = await start(gateway, 'slow')
    const request = { workflowId, expectedVersion, transition: 'go', arguments: { folder: gateway.folder } }
    const call = gateway.runtime.submit(agent(), request)
    await until(gateway, async () => (await gateway.store.run(workflowId))?.activity.kind === 'claimed')
    const got = waitAlong(gateway, await getRun(gateway, workflowId))
    await writeFile(join(gateway.folder, 'go'), '')
    expect((await call).response.error?.code).toBe('EXECUTOR_FAILED')
    const began = performance.now()
    expect((await got).response.error?.code).toBe('EXECUTOR_FAILED')
    expect(performance.now() - began).toBeLessThan(10_000)
    await gateway.close()
  })
})
