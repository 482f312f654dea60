import { describe, expect } from 'vitest'
import { test } from '../support/fixtures.ts'
import { agent, follow, start } from '../support/gateway.ts'
import { declareProgram, declareState, declareTransition, declareWorkflow } from '../workflow/declarations.ts'
import { openSmallWorld } from './small-world.ts'

const branch = (path: string, more = '') =>
  `{ executor: { kind: rest, connection: api, method: POST, path: ${path} }${more} }`

const it = test.extend('run', ({ service, clock, openGateway }) => async (branches: string, more = '') => {
  const yaml = `
connections: { api: { kind: rest, baseUrl: "${service.base}" } }
workflows:
  work:
    initialState: ready
    states:
      ready: { transitions: { go: { target: done, executor: { kind: parallel, branches: { ${branches} }${more} }, output: { result: "$.output" } } } }
      done: {}
`
  const gateway = await openGateway(yaml, { clock })
  const began = await start(gateway, 'work')
  return { gateway, began, answered: follow(gateway, began, 'go') }
})

describe('branches at once', () => {
  it('all run together and answer by name, with the evidence of each [engine.parallel]', async ({
    service,
    clock,
    run,
  }) => {
    service.script('/a', 'hang')
    const { answered } = await run(
      `a: ${branch('/a', ', reliability: { timeoutMs: 2000 }, onFailure: continue')}, b: ${branch('/b')}, c: ${branch('/c')}`,
    )
    await Promise.all([service.reached('/a', 1), service.reached('/b', 1), service.reached('/c', 1)])
    clock.advance(2000)
    const response = await answered
    expect(response).toMatchObject({
      state: 'done',
      context: { result: { a: { error: { class: 'timeout', uncertain: true } }, b: {}, c: {} } },
    })
    expect(Object.keys((response.context?.result ?? {}) as object)).toEqual(['a', 'b', 'c'])
  })

  it('no more than the limit at once, each at its turn [engine.parallel]', async ({ service, run }) => {
    const names = ['a', 'b', 'c', 'd', 'e']
    const { answered } = await run(
      names.map((name) => `${name}: ${branch(`/${name}`)}`).join(', '),
      ', limit: 1',
    )
    expect((await answered).state).toBe('done')
    expect(service.received.map(({ path }) => path)).toEqual(names.map((name) => `/${name}`))
  })

  it('the first success of any is enough; the others are stopped [engine.parallel]', async ({
    service,
    run,
  }) => {
    service.script('/slow', 'hang')
    const { answered } = await run(`slow: ${branch('/slow')}, quick: ${branch('/quick')}`, ', join: any')
    const response = await answered
    expect(response.state).toBe('done')
    expect(response.context?.result).toMatchObject({ quick: {} })
  })

  it('says of a failure which branches succeeded all the same, and that it is uncertain what stands [engine.parallel-partial]', async ({
    service,
    run,
  }) => {
    service.script('/bad', { status: 400 })
    const { gateway, answered, began } = await run(
      `good: ${branch('/good')}, bad: ${branch('/bad')}`,
      ', limit: 1',
    )
    const response = await answered
    expect(response).toMatchObject({ state: 'ready', version: 1, error: { code: 'EXECUTOR_FAILED' } })
    expect(response.error?.message).toContain('Branch ‘bad’ failed')
    expect(response.error?.message).toContain('Succeeded all the same: ‘good’')
    expect(response.error?.details).toMatchObject({
      branches: { good: { status: 'succeeded' }, bad: { status: 'failed', class: 'permanent' } },
    })
    expect((await gateway.store.run(began.workflowId ?? ''))?.failure?.uncertain).toBe(true)
  })

  it('hands on what each tool showed, in the order of the branches [engine.parallel]', async () => {
    const use = (tool: string) => ({
      executor: { kind: 'mcp' as const, connection: 'files', tool, idempotent: true },
      onFailure: 'abort' as const,
    })
    const executor = {
      kind: 'parallel' as const,
      limit: 2,
      join: 'all' as const,
      branches: { a: use('one'), b: use('two') },
    }
    const ready = declareState({ go: declareTransition('done', { executor }) })
    const shown = (number: number) => ({ type: 'text', text: `Shown by ${number}` }) as const
    const world = openSmallWorld(declareWorkflow({ ready, done: declareState() }), async (number) => ({
      ok: true,
      output: {},
      evidence: [],
      content: [shown(number)],
    }))
    const { response } = await world.runtime.start(agent(), { definitionId: 'flow', input: {} })
    const call = { workflowId: response.workflowId ?? '', transition: 'go', arguments: {} }
    const answer = await world.runtime.submit(agent(), { ...call, expectedVersion: 1 })
    expect(answer.content).toEqual([shown(0), shown(1)])
  })

  it('fails in the way in which the branch did that ended it [engine.parallel-partial]', async ({
    service,
    run,
  }) => {
    service.script('/busy', { status: 503 })
    const { answered } = await run(`good: ${branch('/good')}, busy: ${branch('/busy')}`, ', limit: 1')
    expect((await answered).error).toMatchObject({
      errorClass: 'transient_error',
      details: { branches: { busy: { class: 'transient_error' } } },
    })
  })

  it('keeps a key of its own for each branch, and repeats each by its own policy [engine.parallel]', async ({
    service,
    run,
  }) => {
    service.script('/a', { status: 503 }, { status: 200 })
    const keyed = (path: string, more = '') =>
      `{ executor: { kind: rest, connection: api, method: POST, path: ${path}, idempotencyKey: true }${more} }`
    const retry = ', reliability: { retry: { maxAttempts: 2, backoff: none, retryOn: [transient_error] } }'
    const { answered } = await run(`a: ${keyed('/a', retry)}, b: ${keyed('/b')}`)
    expect((await answered).state).toBe('done')
    const keys = service.received.map(({ path, key }) => `${path} ${key?.split(':').at(-1)}`)
    expect(keys.sort()).toEqual(['/a a', '/a a', '/b b'])
    expect(new Set(service.received.map(({ key }) => key)).size).toBe(2)
  })

  it('keeps a key of its own for each branch also where what follows the group when it fails has one [engine.parallel]', async ({
    service,
    run,
  }) => {
    const keyed = (path: string) =>
      `{ kind: rest, connection: api, method: POST, path: ${path}, idempotencyKey: true }`
    const { answered } = await run(
      ['a', 'b'].map((name) => `${name}: { executor: ${keyed(`/${name}`)} }`).join(', '),
      ` }, reliability: { fallback: { strategy: first_success, executors: [${keyed('/c')}] }`,
    )
    expect((await answered).state).toBe('done')
    const keys = service.received.map(({ key }) => key)
    expect(new Set(keys).size).toBe(2)
  })
})

test.each([
  ['a branch has succeeded before', [{}, null], true],
  ['the first has failed before it did anything', [null, {}], undefined],
])(
  'a group that fails is said to have left something behind where that may be so: %s [R4.8]',
  async (_, answers, uncertain) => {
    const program = (name: string) => ({ executor: declareProgram(name), onFailure: 'abort' as const })
    const executor = {
      kind: 'parallel',
      branches: { one: program('one'), two: program('two') },
      limit: 1,
      join: 'all',
    } as const
    const go = declareTransition('b', { executor })
    const flow = declareWorkflow({ a: declareState({ go }), b: declareState() }, { id: 'flow' })
    const world = openSmallWorld(flow, (call) => answers[call] ?? null)
    const { response } = await world.runtime.start(agent(), { definitionId: 'flow', input: {} })
    const call = {
      workflowId: response.workflowId ?? '',
      expectedVersion: 1,
      transition: 'go',
      arguments: {},
    }
    expect((await world.runtime.submit(agent(), call)).response.result.status).toBe('failed')
    expect((await world.store.run(call.workflowId))?.failure?.uncertain).toBe(uncertain)
  },
)
