/** What a run that goes on finds when the configuration has lost what its step names, or has it again. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import type { InboxItem } from '../../src/main/model/item.ts'
import { test as it } from '../support/fixtures.ts'
import { follow, pending, person, press, start, type TestGateway } from '../support/gateway.ts'
import { contentOf } from '../support/items.ts'
import { SERVER } from './changing-server.ts'

const SEND = '{ kind: rest, connection: api, method: POST, path: /sent }'
const PUT = '{ kind: mcp, connection: files, tool: put }'
const REVIEW =
  'review: { initialState: a, states: { a: { transitions: { ok: { target: b, actor: human } } }, b: {} } }'
const steps = (first: string) => `
  work:
    steps:
      - { name: begin, approve: { title: Begin } }
      - { name: first, ${first}, onFailure: continue }
      - { name: send, executor: ${SEND} }`
const DEMANDING = `
  work:
    initialState: ready
    states:
      ready:
        transitions:
          go:
            target: done
            executor: ${PUT}
            reliability: { fallback: { executors: [${SEND}] } }
      done: {}`
const REVIEWED = `${steps('executor: { kind: workflow, definitionId: review }')}
  ${REVIEW}`
const WITHIN = `${steps('executor: { kind: workflow, definitionId: inner }')}
  inner: { steps: [{ name: put, executor: ${PUT} }] }`
const INSTEAD = `${steps(`executor: { kind: workflow, definitionId: inner }, reliability: { fallback: { executors: [${PUT}] } }`)}
  inner: { initialState: a, states: { a: { transitions: { stop: { target: b } } }, b: {} } }`

const NO_FILES = 'There is no MCP server ‘files’ in the configuration.'
const OFF = 'The server ‘files’ is disabled.'

interface World {
  folder: string
  api: string
  files: string
}

async function writeServer(folder: string, base: string): Promise<World> {
  const server = join(folder, 'server.cjs')
  await writeFile(server, SERVER)
  await writeFile(
    join(folder, 'tools.json'),
    JSON.stringify([{ name: 'put', inputSchema: { type: 'object' } }]),
  )
  const command = `command: ${JSON.stringify(process.execPath)}, args: ["${server}"]`
  return {
    folder,
    api: `api: { kind: rest, baseUrl: "${base}" }`,
    files: `files: { kind: mcp, ${command}, approval: { required: true } }`,
  }
}

const yaml = (connections: string[], flows: string) => `
approvals: { holdMs: 50 }
connections: { ${connections.join(', ')} }
workflows:${flows}
`
const OTHER = ' { other: { initialState: a, states: { a: {} } } }'

/** Somebody saves the file, and somebody accepts the change. */
async function change(gateway: TestGateway, text: string): Promise<InboxItem> {
  await writeFile(
    join(gateway.folder, 'countersign.yaml'),
    `version: "1.0.0"\n${text}\nstore: { kind: memory }\n`,
  )
  await gateway.live.consider()
  const item = (await pending(gateway)).find(({ kind }) => kind === 'configuration')
  if (item === undefined) throw new Error('Nobody is asked.')
  await press(gateway, item.id, 'approve')
  return item
}

describe('a step that names what is gone or switched off, where people were to be asked, does not fail: nothing follows', () => {
  it.for<[string, string, boolean, string]>([
    ['a connection with an approval', DEMANDING, false, NO_FILES],
    ['a workflow in which a person decides', REVIEWED, false, 'There is no workflow ‘review’'],
    ['a connection with an approval that is switched off', DEMANDING, true, OFF],
    ['one in another workflow, which the step waits for', WITHIN, true, OFF],
  ])('%s [weaker.refused-start] [R5.1]', async ([, flows, isOff, said], { folder, service, openGateway }) => {
    const { api, files } = await writeServer(folder, service.base)
    const gateway = await openGateway(yaml([api, files], flows))
    const run = await start(gateway, 'work')
    await change(
      gateway,
      isOff ? yaml([api, files.replace('mcp,', 'mcp, enabled: false,')], flows) : yaml([api], OTHER),
    )
    const [begin] = await pending(gateway)
    if (begin === undefined) await follow(gateway, run, 'go')
    else await press(gateway, begin.id, 'approve')
    const failures = async () => {
      const { items } = await gateway.store.runs({ workflowsOnly: true }, { limit: 10 })
      return items.map(({ failure, status }) => `${status}: ${failure?.message}`)
    }
    await expect.poll(failures).toContainEqual(expect.stringContaining(said))
    await gateway.runtime.settledRun(String(run.workflowId))
    expect((await failures()).filter((each) => !each.startsWith('running'))).toEqual([])
    expect(service.count('/sent')).toBe(0)
  })

  it('what would be tried instead of another workflow that has failed [weaker.refused-start]', async ({
    folder,
    service,
    openGateway,
  }) => {
    const { api, files } = await writeServer(folder, service.base)
    const gateway = await openGateway(yaml([api, files], INSTEAD))
    const run = await start(gateway, 'work')
    const [begin] = await pending(gateway)
    await press(gateway, begin?.id ?? '', 'approve')
    await change(gateway, yaml([api], OTHER))
    const [child] = await gateway.store.children(String(run.workflowId))
    await gateway.runtime.cancel(person(), { workflowId: child?.id ?? '', reason: 'No' })
    const id = String(run.workflowId)
    await expect.poll(async () => (await gateway.store.run(id))?.failure?.transition).toBe('first')
    expect(await gateway.runtime.settledRun(id)).toMatchObject({ status: 'running', state: 'first' })
    expect(service.count('/sent')).toBe(0)
  })
})

describe('a call that is to be tried again is not, and nothing follows, once its connection', () => {
  it.for([
    ['is switched off', true, 'The server ‘flaky’ is disabled.'],
    ['is gone', false, 'The server ‘flaky’ is not in the configuration any more.'],
  ] as const)('%s [weaker.refused-start]', async ([, isOff, said], { service, clock, openGateway }) => {
    service.script('/flaky', { status: 503 })
    const flaky = `flaky: { kind: rest, baseUrl: "${service.base}" }`
    const api = `api: { kind: rest, baseUrl: "${service.base}" }`
    const flows = steps(
      `executor: { kind: rest, connection: flaky, method: POST, path: /flaky }, reliability: { retry: { maxAttempts: 2, backoff: fixed, initialDelayMs: 3000, jitter: false }, fallback: { executors: [${SEND}] } }`,
    )
    const gateway = await openGateway(yaml([api, flaky], flows), { clock })
    const id = String((await start(gateway, 'work')).workflowId)
    const [begin] = await pending(gateway)
    void press(gateway, begin?.id ?? '', 'approve')
    await expect.poll(() => gateway.runtime.pauses.of(id)).toMatchObject([{ kind: 'retry' }])
    const off = yaml([api, flaky.replace('rest,', 'rest, enabled: false,')], flows)
    await change(gateway, isOff ? off : yaml([api], OTHER))
    clock.advance(3000)
    const failed = async () => (await gateway.store.run(id))?.failure?.message
    await expect.poll(failed).toContain(said)
    expect(await gateway.runtime.settledRun(id)).toMatchObject({ status: 'running', state: 'first' })
    expect([service.count('/flaky'), service.count('/sent')]).toEqual([1, 0])
  })
})

describe('a connection that is there again under a name that was gone', () => {
  it('is asked about with how many open runs go on with it [weaker.open-runs]', async ({
    folder,
    service,
    openGateway,
  }) => {
    const { api, files } = await writeServer(folder, service.base)
    const gateway = await openGateway(yaml([api, files], DEMANDING))
    await start(gateway, 'work')
    await start(gateway, 'work')
    await change(gateway, yaml([api], OTHER))
    const item = await change(
      gateway,
      yaml([api, files.replace(', approval: { required: true }', '')], OTHER),
    )
    const { weaker, risk } = contentOf(item).subject
    expect(weaker).toContain('Open runs go on with the new server ‘files’: 2 began with one of this name.')
    expect(JSON.stringify(weaker)).toContain('workflow ‘work (open runs: 2)’')
    expect(risk).toMatchObject({ level: 'high' })
  })
})

describe('a workflow that is there again under a name that was gone', () => {
  it('is proposed with how many open runs go on with it [weaker.open-runs] [R6.3]', async ({
    service,
    openGateway,
  }) => {
    const api = `api: { kind: rest, baseUrl: "${service.base}" }`
    const gateway = await openGateway(yaml([api], REVIEWED))
    await start(gateway, 'work')
    await change(gateway, yaml([api], OTHER))
    await start(gateway, 'proxy_default', {
      capability: 'orchestrator.create_workflow',
      arguments: { name: 'review', definition: { initialState: 'a', states: { a: {} } } },
    })
    const proposed = (await pending(gateway)).find(({ kind }) => kind === 'definition')
    expect(contentOf(proposed).subject.weaker).toEqual([
      'Open runs go on with the new workflow ‘review’: 1 began with one of this name.',
    ])
  })
})
