/** Workflows that write more into their context with each round. */
import { expect, it, onTestFinished } from 'vitest'
import type { JsonValue } from '../../src/main/model/json.ts'
import { follow, openTestGateway, start } from '../support/gateway.ts'

const grows = (output: string) => `
workflows:
  grows:
    initialState: a
    initialContext: { grown: ["${'x'.repeat(1000)}"] }
    states: { a: { transitions: { go: { target: a, output: { grown: ${output} } } } } }
`

it.each<[string, string, number, (grown: JsonValue) => boolean]>([
  ['deeper', '["$.context.grown"]', 500, Array.isArray],
  [
    'a longer text',
    '{ concat: ["$.context.grown", "$.context.grown", ""] }',
    14,
    (grown) => typeof grown === 'string',
  ],
  ['a longer list', '{ concat: ["$.context.grown", "$.context.grown"] }', 14, Array.isArray],
])(
  'a context that gets %s with each round is null when it is too much, and the run goes on [workflow.growth]',
  async (_, output, most, isKept) => {
    const gateway = await openTestGateway(grows(output))
    onTestFinished(() => gateway.close())
    let run = await start(gateway, 'grows')
    const lastKept: number[] = []
    for (let round = 1; round <= most + 2; round += 1) {
      run = await follow(gateway, run, 'go', {})
      expect(run.result.status).toBe('executed')
      if (isKept(run.context?.grown ?? null)) lastKept.push(round)
      else break
    }
    expect(lastKept.length).toBe(most - 1)
    expect(run.context?.grown ?? null).toBeNull()
  },
)
