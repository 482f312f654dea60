import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { agent, follow, pending, person, press, start, type TestGateway } from '../support/gateway.ts'
import { countRuns, effect, openWithCounter, WORKER } from './counter.ts'

describe('after a crash', () => {
  const STORE = 'store: { kind: sqlite }\n'

  async function crash(
    yaml: string,
    at: string,
    drive: (gateway: TestGateway) => Promise<unknown>,
  ): Promise<TestGateway> {
    const hit = Promise.withResolvers<void>()
    const gateway = await openWithCounter(`${STORE}${yaml}`, {
      crashPoint: (name: string) => {
        if (name !== at) return
        hit.resolve()
        throw new Error(`crashed at ${at}`)
      },
    })
    await Promise.race([drive(gateway).catch(() => {}), hit.promise])
    await hit.promise
    return gateway
  }

  /** What the crashed process left on its disk, opened by the next one. */
  async function reopen(crashed: TestGateway, yaml: string): Promise<TestGateway> {
    await crashed.connections.close()
    await crashed.store.close()
    const folder = await mkdtemp(join(tmpdir(), 'countersign-after-'))
    await cp(crashed.folder, folder, { recursive: true })
    return await openWithCounter(`${STORE}${yaml}`, { folder, acceptsPath: true })
  }

  it('an effect that may have happened is not run again; a person says that it did not [R4.7]', async () => {
    let began: Awaited<ReturnType<typeof start>> | undefined
    const crashed = await crash(WORKER, 'executor.returned', async (gateway) => {
      began = await start(gateway, 'work', effect(gateway.folder))
      await follow(gateway, began, 'run')
    })
    expect(await countRuns(crashed)).toBe(1)
    const gateway = await reopen(crashed, WORKER)
    const id = began?.workflowId ?? ''
    expect(await gateway.store.instance(id)).toMatchObject({ interrupted: true, state: 'ready', version: 1 })
    expect(
      (await follow(gateway, began ?? { result: { status: 'started' }, links: [] }, 'run')).error?.code,
    ).toBe('WORKFLOW_INTERRUPTED')
    const [item] = await pending(gateway)
    expect(item).toMatchObject({ kind: 'interrupted', transition: 'run' })
    expect(await press(gateway, item?.id ?? '', 'did_not_happen')).toMatchObject({ kind: 'decided' })
    expect(await gateway.store.instance(id)).toMatchObject({ interrupted: false, claim: null, version: 1 })
    await gateway.close()
  })

  it('a person may say that it happened, and the run goes on [R4.7]', async () => {
    let id = ''
    const crashed = await crash(WORKER, 'claim.committed', async (gateway) => {
      const began = await start(gateway, 'work', effect(gateway.folder))
      id = began.workflowId ?? ''
      await follow(gateway, began, 'run')
    })
    const gateway = await reopen(crashed, WORKER)
    const [item] = await pending(gateway)
    await press(gateway, item?.id ?? '', 'happened')
    expect(await gateway.store.instance(id)).toMatchObject({
      state: 'done',
      status: 'completed',
      version: 2,
      interrupted: false,
    })
    await gateway.close()
  })

  it('a step that is declared idempotent is run again by itself [R4.7]', async () => {
    const yaml = WORKER.replace('{ kind: cli,', '{ kind: cli, idempotent: true,')
    let id = ''
    const crashed = await crash(yaml, 'claim.committed', async (gateway) => {
      const began = await start(gateway, 'work', effect(gateway.folder))
      id = began.workflowId ?? ''
      await follow(gateway, began, 'run')
    })
    const gateway = await reopen(crashed, yaml)
    const got = await gateway.runtime.get(agent(), { workflowId: id, waitMs: 20_000, sinceVersion: 1 })
    expect(got.response).toMatchObject({ state: 'done', result: { status: 'completed' } })
    expect(await countRuns(crashed)).toBe(1)
    await gateway.close()
  })

  it('a chain goes on where it was [R4.4]', async () => {
    const yaml = `
workflows:
  quiet:
    initialState: a
    states:
      a: { transitions: { one: { target: b, actor: deterministic } } }
      b: { transitions: { two: { target: c, actor: deterministic } } }
      c: { transitions: { stop: { target: d } } }
      d: {}
`
    const crashed = await crash(yaml, 'created.committed', (gateway) => start(gateway, 'quiet'))
    const [left] = await crashed.store.unfinished()
    expect(left).toMatchObject({ state: 'a', version: 1, todo: 'chain' })
    const id = left?.id ?? ''
    const gateway = await reopen(crashed, yaml)
    const got = await gateway.runtime.get(agent(), { workflowId: id, waitMs: 20_000, sinceVersion: 1 })
    expect(got.response).toMatchObject({ state: 'c', version: 3 })
    await gateway.close()
  })

  it('what waits for a person waits still', async () => {
    const yaml = `
workflows:
  ask: { initialState: waiting, states: { waiting: { transitions: { go: { target: done, actor: human } } }, done: {} } }
`
    const crashed = await crash(yaml, 'created.committed', (gateway) => start(gateway, 'ask'))
    const gateway = await reopen(crashed, yaml)
    const [item] = await pending(gateway)
    expect(item).toMatchObject({ definitionId: 'ask', status: 'pending' })
    await press(gateway, item?.id ?? '', 'go', { who: person('ben') })
    expect(await gateway.store.instance(item?.workflowId ?? '')).toMatchObject({ state: 'done' })
    expect(await gateway.store.verifyAudit()).toMatchObject({ broken: null })
    await gateway.close()
  })
})
