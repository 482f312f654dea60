/** What resembles a wrong id is looked for among what the client may see: what is hidden takes nobody's place. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { agent, openTestGateway, start, type TestGateway } from '../support/gateway.ts'

const SEEN = ['ledger_close', 'ledger_open_book', 'ledger_print']
const HIDDEN = ['ledger_opem', 'ledger_opan', 'ledger_opec']

const declare = (ids: string[], tag: string) =>
  ids.map((id) => `  ${id}: { tags: [${tag}], initialState: a, states: { a: {} } }`).join('\n')
const expose = (ids: string[], tag: string) =>
  ids.map((id) => `    - { name: call.${id}, tags: [${tag}], executor: { kind: noop } }`).join('\n')
const open = (hidden: string[]) =>
  openTestGateway(
    `workflows:\n${declare(SEEN, 'seen')}\n${declare(hidden, 'hidden')}\nproxy:\n  expose:\n${expose(SEEN, 'seen')}\n${expose(hidden, 'hidden')}`,
  )

const limited = agent('limited', { tags: ['seen', 'orchestrator'] })
let whole: TestGateway
let part: TestGateway
beforeAll(async () => {
  whole = await open(HIDDEN)
  part = await open([])
})
afterAll(async () => {
  await whole.close()
  await part.close()
})

it.each([
  ['a start', async (gateway: TestGateway) => (await start(gateway, 'ledger_open', {}, limited)).error],
  [
    'a call',
    async (gateway: TestGateway) =>
      (await start(gateway, 'proxy_default', { capability: 'call.ledger_open' }, limited)).error,
  ],
  [
    'an explanation',
    async (gateway: TestGateway) =>
      (await gateway.runtime.explain(limited, { definitionId: 'ledger_open' })).answer.error,
  ],
  [
    'a run by the orchestrator',
    async (gateway: TestGateway) =>
      (
        await start(
          gateway,
          'proxy_default',
          { capability: 'orchestrator.run_workflow', workflow_name: 'ledger_open' },
          limited,
        )
      ).context?.lastResult,
  ],
])(
  '%s of an unknown id suggests the same, whatever else there is [search.tag-limits] [R1.6]',
  async (_, ask) => {
    const told = JSON.stringify(await ask(whole))
    expect(told).toBe(JSON.stringify(await ask(part)))
    for (const id of SEEN) expect(told).toContain(id)
  },
)
