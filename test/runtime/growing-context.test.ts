/** Workflows that write more into their context with each round. */
import { expect, it, onTestFinished } from 'vitest'
import { follow, openTestGateway, start } from '../support/gateway.ts'

const grows = (output: string) => `
workflows:
  grows:
    initialState: a
    initialContext: { grown: ["${'x'.repeat(1000)}"] }
    states: { a: { transitions: { go: { target: a, output: { grown: ${output} } } } } }
`

it.each([
  ['deeper', '["$.context.grown"]', 499],
  ['a longer text', '{ concat: ["$.context.grown", "$.context.grown", ""] }', 13],
  ['a longer list', '{ concat: ["$.context.grown", "$.context.grown"] }', 13],
])(
  'a step that would make a context %s than a run keeps is refused and changes nothing [workflow.growth]',
  async (_, output, most) => {
    const gateway = await openTestGateway(grows(output))
    onTestFinished(() => gateway.close())
    let run = await start(gateway, 'grows')
    for (let round = 1; round <= most; round += 1) {
      run = await follow(gateway, run, 'go', {})
      expect(run.result.status).toBe('executed')
    }
    const kept = await gateway.store.run(run.workflowId ?? '')
    await expect(follow(gateway, run, 'go', {})).rejects.toThrow(
      /was not recorded: ‘grown’ would be longer than 8 million characters, or nested deeper than 500 levels/,
    )
    expect(await gateway.store.run(run.workflowId ?? '')).toEqual(kept)
  },
)
