import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { tellConfiguration } from '../../../src/main/cli/commands/serve.ts'
import { openTestGateway, pending, person } from '../../support/gateway.ts'

/** Files are read on a thread of their own, and the machine may be busy. */
const WAIT = { timeout: 20_000 }

const flow = (description: string, executor = '') => `version: "1.0.0"
store: { kind: memory }
workflows:
  flow:
    description: ${description}
    initialState: ready
    states:
      ready: { transitions: { run: { target: done${executor} } } }
      done: { terminal: true }
`

it('tells each change of the files once: errors, that a person is needed, and what came of it [cli.configuration]', async () => {
  const gateway = await openTestGateway(flow('Flow').replace(/^.*\n/, ''))
  onTestFinished(() => gateway.close())
  const told: string[] = []
  onTestFinished(tellConfiguration(gateway, (text) => told.push(text), { desk: true }))
  const path = join(gateway.folder, 'countersign.yaml')
  const save = async (text: string) => {
    // Whole: the watch may look in the middle of it.
    await writeFile(`${path}.new`, text)
    await rename(`${path}.new`, path)
    // What the watch does by itself a moment later, once more.
    await gateway.live.consider()
    return told.splice(0)
  }
  expect(await save(flow('Other words'))).toEqual([])
  const [wrong, ...moreWrong] = await save(flow('Flow').replace('target: done', 'target: gone'))
  expect(moreWrong).toEqual([])
  expect(wrong).toContain(`The configuration ${path} was changed and has errors. What was in force before`)
  expect(wrong).toMatch(/countersign\.yaml:\d+:\d+ error .*gone/)
  const asking = flow('Flow', ', executor: { kind: cli, command: "true" }')
  expect(await save(asking)).toEqual([
    expect.stringMatching(
      /a person must accept that.*Accept it at the desk \(Enter prints a link\), or stop/,
    ),
  ])
  const [item] = await pending(gateway)
  const decision = { approvalId: item?.id ?? '', outcome: 'refuse', arguments: {}, comment: '' }
  const preview = await gateway.runtime.previewDecision(person(), decision)
  await gateway.runtime.decide(person(), { ...decision, hash: preview?.hash ?? '' })
  await expect.poll(() => told, WAIT).toHaveLength(1)
  expect(told.splice(0)).toEqual([expect.stringContaining('anna has refused the changed configuration')])
  expect(await save(flow('Other words'))).toEqual([
    expect.stringContaining('is in force as it is on the disk'),
  ])
})
