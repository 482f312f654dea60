/** What a kind says of its calls, held against what one of them does: each is made for real. */
import { readdir } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { knownOutput } from '../../src/main/config/executors/executors.ts'
import type { Connection } from '../../src/main/model/configuration.ts'
import type { ExecutorOf } from '../../src/main/model/executor.ts'
import type { Executors } from '../../src/main/runtime/executor-port.ts'
import { kindOf, readsOnly, resolveCall } from '../../src/main/workflow/executors/executors.ts'
import { fixture, openPool } from '../connections/pool-fixture.ts'
import { declareProgram, declareRequest, scopeWith } from '../workflow/declarations.ts'
import { contextWith, executorsWith, temporaryFolder } from './executor-fixture.ts'
import { serve } from './rest-fixture.ts'

/** JSON with a byte that is no text: an answer with everything that can be in one. */
const NO_TEXT = Buffer.from('{"a":"\xff"}', 'latin1')

/** One that succeeds, given an empty folder. Those of the engine run elsewhere, and the gateway's own record nothing. */
const MADE: {
  [Kind in Exclude<keyof Executors, 'orchestrator'>]: (folder: string) => ExecutorOf<Kind>
} = {
  noop: () => ({ kind: 'noop' }),
  cli: (folder) =>
    declareProgram(process.execPath, ['-e', 'fs.writeFileSync("a.txt", "a")'], {
      workingDirectory: folder,
    }) as ExecutorOf<'cli'>,
  mcp: () => ({ kind: 'mcp', connection: 'fixture', tool: 'echo', map: { text: 'a' }, idempotent: false }),
  rest: () => declareRequest('/a', { method: 'POST', body: { a: 1 } }) as ExecutorOf<'rest'>,
}

it.each(Object.entries(MADE))(
  'an executor records, results in and changes what its kind says: %s [kinds.runs]',
  async (kind, make) => {
    const folder = await temporaryFolder()
    const { origin, seen } = await serve((response) =>
      response.setHeader('content-type', 'application/json').end(NO_TEXT),
    )
    const api: Connection = { kind: 'rest', name: 'api', baseUrl: origin, headers: {} }
    const executors = executorsWith({
      pool: openPool({ fixture: fixture() }),
      connections: () => ({ api }),
    })
    const executor = make(folder)
    const resolved = resolveCall(executor, scopeWith(), {
      ...{ cliConnection: () => null, restConnection: () => ({ baseUrl: origin }) },
    })
    if (!resolved.ok) throw new Error(resolved.message)
    const outcome = await executors[kind as keyof Executors].run(resolved.call, contextWith())
    if (!outcome.ok) throw new Error(outcome.message)
    expect(outcome.evidence.map((each) => each.kind)).toEqual(kindOf(executor).records)
    const known = knownOutput(executor, undefined, {})
    if (known !== null)
      expect([...known.keys()]).toEqual(expect.arrayContaining(Object.keys(outcome.output ?? {})))
    if (!readsOnly(executor)) return
    expect(await readdir(folder)).toEqual([])
    expect(seen).toEqual([])
  },
)
