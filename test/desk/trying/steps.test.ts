import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { agent, press as decide, follow, pending, start } from '../../support/gateway.ts'
import { ask } from '../fixture.ts'
import { openTrying, step } from './trying-fixture.ts'

const LETTER = `
people:
  anna: { roles: [editor] }
workflows:
  letter:
    title: Letters
    inputSchema: { type: object, properties: { to: { type: string } } }
    initialState: writing
    states:
      writing:
        transitions:
          hand_in:
            title: Hand it in
            target: reading
            prefill: { text: "$.input.to" }
            inputSchema: { type: object, required: [text], properties: { text: { type: string } } }
            output: { text: "$.arguments.text" }
          drop: { target: gone, risk: high }
      reading:
        transitions:
          approve: { target: sent, actor: human }
      sent: { terminal: true }
      gone: { terminal: true }
`

it('of an agent is fired by a person, recorded as theirs, and the agent that waits learns of it [trying.step] [R1.7]', async () => {
  const { gateway, desk, session, press } = await openTrying([], LETTER)
  const run = await start(gateway, 'letter', { to: 'Ada' })
  const id = run.workflowId ?? ''
  const { moves } = await ask(desk, session, 'runs.get', { id })
  expect(moves).toMatchObject([
    { name: 'hand_in', actor: 'agent', allowed: true, form: { arguments: { text: 'Ada' } } },
    { name: 'drop', actor: 'agent', form: { schema: null } },
  ])
  const waiting = gateway.runtime.get(agent(), {
    workflowId: id,
    waitMs: 30_000,
    sinceVersion: run.version ?? 0,
  })
  const trial = await press(step(id, run.version ?? 0, 'hand_in', { text: 'Dear Ada' }))
  expect(trial).toMatchObject({ state: 'done', canCancel: false, output: { text: 'Dear Ada' } })
  expect((await waiting).response).toMatchObject({
    state: 'reading',
    version: 2,
    context: { text: 'Dear Ada' },
  })
  const { timeline, owner } = await ask(desk, session, 'runs.get', { id })
  expect(owner).toBe('local')
  expect(timeline.find(({ eventType }) => eventType === 'transition.requested')).toMatchObject({
    actor: 'human:anna',
  })
  expect(await pending(gateway)).toHaveLength(1)
})

it('that the run has moved past is refused, and says so [trying.step]', async () => {
  const { gateway, desk, session, press } = await openTrying([], LETTER)
  const run = await start(gateway, 'letter')
  const id = run.workflowId ?? ''
  const call = step(id, run.version ?? 0, 'hand_in', { text: 'mine' })
  const { hash } = await ask(desk, session, 'trials.preview', { call })
  await follow(gateway, run, 'hand_in', { text: 'of the agent' })
  expect(await desk.dispatch(session, 'trials.begin', { call, hash })).toMatchObject({
    ok: false,
    error: { code: 'SEEN_CHANGED' },
  })
  const preview = await ask(desk, session, 'trials.preview', { call })
  expect(preview.problems).toEqual([
    { path: '', message: 'Expected workflow version 1, but current version is 2.' },
  ])
  expect(await press(call)).toMatchObject({ state: 'refused', code: 'STALE_WORKFLOW_VERSION' })
  expect(await gateway.store.run(id)).toMatchObject({ version: 2, context: { text: 'of the agent' } })
})

it('that is a decision is made in the inbox alone [trying.step]', async () => {
  const { gateway, desk, session } = await openTrying([], LETTER)
  const run = await follow(gateway, await start(gateway, 'letter'), 'hand_in', { text: 'x' })
  const { moves } = await ask(desk, session, 'runs.get', { id: run.workflowId ?? '' })
  expect(moves).toMatchObject([{ name: 'approve', actor: 'human', form: null }])
  const call = step(run.workflowId ?? '', run.version ?? 0, 'approve')
  expect(await desk.dispatch(session, 'trials.begin', { call, hash: '' })).toMatchObject({
    ok: false,
    error: { code: 'NOT_ALLOWED' },
  })
})

it('of high risk asks for a second gesture, and for proof where that is set [trying.shown]', async () => {
  const { gateway, desk, session } = await openTrying([], `approvals: { proof: highRisk }\n${LETTER}`)
  const run = await start(gateway, 'letter')
  const call = step(run.workflowId ?? '', run.version ?? 0, 'drop')
  const preview = await ask(desk, session, 'trials.preview', { call })
  expect(preview).toMatchObject({ risk: 'high', confirm: true, needsProof: true, writes: true })
  const begin = () => desk.dispatch(session, 'trials.begin', { call, hash: preview.hash })
  expect(await begin()).toMatchObject({ ok: false, error: { code: 'NEEDS_PROOF' } })
  await ask(desk, session, 'people.setPin', { current: null, next: '4711' })
  await ask(desk, session, 'people.prove', { pin: '4711' })
  expect(await begin()).toMatchObject({ ok: true, value: { state: 'done' } })
  expect(await gateway.store.run(run.workflowId ?? '')).toMatchObject({ state: 'gone' })
})

it('another run begins with the input of this one, and says when the workflow is not the same any more [trying.again]', async () => {
  const { gateway, desk, session } = await openTrying([], LETTER)
  const { workflowId: id = '' } = await start(gateway, 'letter', { to: 'Ada' })
  const again = async () => (await ask(desk, session, 'runs.get', { id })).again
  expect(await again()).toMatchObject({ input: { to: 'Ada' }, changed: false, schema: { type: 'object' } })
  const changed = LETTER.replace('risk: high', 'risk: low')
  await writeFile(
    join(gateway.folder, 'countersign.yaml'),
    `version: "1.0.0"\n${changed}\nstore: { kind: memory }\n`,
  )
  await gateway.live.consider()
  expect(await again()).toMatchObject({ changed: false })
  const [item] = await pending(gateway)
  expect(await decide(gateway, item?.id ?? '', 'approve')).toMatchObject({ kind: 'decided' })
  await expect.poll(again).toMatchObject({ input: { to: 'Ada' }, changed: true })
})
