import { writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { claimOf } from '../../src/main/model/run.ts'
import { follow, pending, press, start } from '../support/gateway.ts'
import { countRuns, effect, openWithCounter } from './counter.ts'

/** Not for ever, should the test be killed. */
const UNTIL_LOOKED = 'i=0; while [ ! -e \\"$1\\" ] && [ $i -lt 3000 ]; do i=$((i + 1)); sleep 0.02; done'

/** A state in which something waits by itself, and can be left by hand. */
const WAITS = `
approvals: { holdMs: 200 }
connections:
  asked: { kind: cli, command: NODE, approval: { required: true } }
workflows:
  p:
    initialState: a
    states:
      a: { transitions: { go: { target: gate }, down: { target: child } } }
      gate:
        onEnter: { executor: { kind: cli, connection: asked, args: ["$.input.program", "$.input.other"] } }
        transitions:
          jump: { target: end, executor: { kind: cli, command: NODE, args: ["$.input.program", "$.input.file", "{}", "$.input.code"] } }
          slow: { target: end, executor: { kind: cli, command: /bin/sh, args: ["-c", "${UNTIL_LOOKED}; echo ran >> \\"$0\\"", "$.input.file", "$.input.looked"] } }
          other: { target: end, executor: { kind: workflow, definitionId: asks } }
      child:
        onEnter: { executor: { kind: workflow, definitionId: asks } }
        transitions:
          jump: { target: end, executor: { kind: cli, command: NODE, args: ["$.input.program", "$.input.file", "{}", "$.input.code"] } }
      end: {}
  asks:
    initialState: ask
    states:
      ask: { transitions: { approve: { target: end, actor: human } } }
      end: {}
`

async function waiting(first: string, code = '0') {
  const gateway = await openWithCounter(WAITS)
  const input = {
    ...effect(gateway.folder, '{}', code),
    other: `${gateway.folder}/other`,
    looked: `${gateway.folder}/looked`,
  }
  return { gateway, response: await follow(gateway, await start(gateway, 'p', input), first) }
}

describe('going on by hand where something waits by itself', () => {
  it('withdraws the question before it runs; nobody can end by it what runs [R4.6]', async () => {
    const { gateway, response } = await waiting('go')
    const [gate] = await pending(gateway)
    const running = follow(gateway, response, 'slow')
    await expect
      .poll(async () => {
        const run = await gateway.store.run(response.workflowId ?? '')
        return run && claimOf(run)?.transition
      })
      .toBe('slow')
    expect((await press(gateway, gate?.id ?? '', 'refuse')).kind).toBe('closed')
    await writeFile(`${gateway.folder}/looked`, '')
    expect(await running).toMatchObject({ state: 'end', result: { status: 'completed' } })
    expect(await countRuns(gateway)).toBe(1)
    expect((await gateway.store.approval(gate?.id ?? ''))?.status).toBe('withdrawn')
    expect(gateway.logged).toEqual([])
    await gateway.close()
  })

  it.each(['go', 'down'])(
    'that fails leaves a run that can go on, and what waited can be begun again [R4.6] (%s)',
    async (first) => {
      const { gateway, response } = await waiting(first, '1')
      const failed = await follow(gateway, response, 'jump')
      expect(failed.error?.code).toBe('EXECUTOR_FAILED')
      expect(failed.links.map((link) => link.rel)).toEqual(expect.arrayContaining(['jump', '$onEnter']))
      await expect.poll(async () => await pending(gateway)).toEqual([])
      const again = await follow(gateway, failed, '$onEnter')
      expect(again.error).toBeUndefined()
      expect(await pending(gateway)).toHaveLength(1)
      await gateway.close()
    },
  )

  it('with another workflow withdraws the question, too [R4.6]', async () => {
    const { gateway, response } = await waiting('go')
    const [gate] = await pending(gateway)
    await follow(gateway, response, 'other')
    expect((await gateway.store.approval(gate?.id ?? ''))?.status).toBe('withdrawn')
    const [question] = await pending(gateway)
    await press(gateway, question?.id ?? '', 'approve')
    await expect.poll(async () => (await gateway.store.run(response.workflowId ?? ''))?.state).toBe('end')
    await gateway.close()
  })
})
