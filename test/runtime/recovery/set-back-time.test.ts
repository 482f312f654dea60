/** A backup is put back, and a time is up in it once more: what follows that may have run, several steps and runs away too. */
import { join } from 'node:path'
import { expect } from 'vitest'
import { goOnWith, restoreDatabase } from '../../../src/main/store/backups/database-restore.ts'
import { test as it } from '../../support/fixtures.ts'
import { follow, pending, start } from '../../support/gateway.ts'

const HOUR_MS = 3_600_000

const PAY = '{ kind: rest, connection: api, method: POST, path: /pay }'
const runs = (definitionId: string) => `executor: { kind: workflow, definitionId: ${definitionId} }`
const gone = '{ go: { target: gone, actor: human } }'

const steps = (below: string) => `
    steps:
      - { name: first, ${runs(below)}, onFailure: continue }
      - { name: second, executor: ${PAY} }`

const workspace = (base: string, above: string) => `
store: { kind: sqlite }
approvals: { holdMs: 0, timeoutMs: 600000 }
connections: { api: { kind: rest, baseUrl: "${base}" } }
workflows:
  above:${above}
  ends:
    initialState: ready
    timeoutMs: 1200000
    onTimeout: { target: late }
    states: { ready: { transitions: ${gone} }, gone: {}, late: {} }
  moves:
    initialState: ready
    timeoutMs: 1200000
    onTimeout: { target: late }
    states:
      ready: { transitions: ${gone} }
      gone: {}
      late: { transitions: { on: { target: over, actor: deterministic } } }
      over: {}
  between:
    initialState: ready
    states: { ready: { transitions: { go: { target: gone, actor: deterministic, ${runs('moves')} } } }, gone: {} }
  gated:
    initialState: ready
    states:
      ready: { transitions: { go: { target: gone, actor: deterministic, approval: {}, executor: ${PAY} } } }
      gone: {}
`

it.for([
  [
    'its own, after a step that does nothing',
    `
    initialState: ready
    timeoutMs: 1200000
    onTimeout: { target: late }
    states:
      ready: { transitions: ${gone} }
      gone: {}
      late: { transitions: { on: { target: last, actor: deterministic } } }
      last: { transitions: { pay: { target: over, actor: deterministic, executor: ${PAY} } } }
      over: {}`,
  ],
  [
    'that of the run which a step waits for, and which has a fallback',
    `
    initialState: ready
    states:
      ready: { transitions: { go: { target: gone, ${runs('ends')}, reliability: { fallback: { executors: [${PAY}] } } } } }
      gone: {}`,
  ],
  ['that of the run which a step waits for, and which may fail', steps('ends')],
  ['that of the run which a step waits for, and which ends well', steps('moves')],
  ['that of a run further down', steps('between')],
  ['that of an approval in the run which a step waits for', steps('gated')],
])(
  'what follows a time that is up is asked: %s [store.set-back]',
  async ([, above = ''], { folder, clock, service, openGateway }) => {
    const yaml = workspace(service.base, above)
    const file = join(folder, 'data/countersign.db')
    const before = await openGateway(yaml, { folder, clock })
    const begun = await start(before, 'above')
    if (begun.links.some(({ rel, actor }) => rel === 'go' && actor === 'agent'))
      await follow(before, begun, 'go')
    await expect.poll(async () => (await pending(before)).length).toBe(1)
    const backup = await before.data.backUp()
    clock.advance(HOUR_MS)
    await service.reached('/pay', 1)
    await before.close()
    await restoreDatabase(backup, file, () => undefined)
    expect(await goOnWith(file)).toBe(true)

    const gateway = await openGateway(yaml, { folder, clock })
    clock.advance(HOUR_MS)
    await expect.poll(async () => (await pending(gateway)).map(({ kind }) => kind)).toEqual(['interrupted'])
    const [item] = await pending(gateway)
    expect(item?.returned?.because).toContain('may have been decided and have run since')
    expect(service.count('/pay')).toBe(1)
  },
)
