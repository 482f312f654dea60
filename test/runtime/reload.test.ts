import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, vi } from 'vitest'
import type { Gateway } from '../../src/main/gateway.ts'
import { test as it } from '../support/fixtures.ts'
import { agent, follow, openTestGateway, pending, person, press, start } from '../support/gateway.ts'
import { contentOf } from '../support/items.ts'
import { SERVER, writeTools } from './changing-server.ts'

let folder: string
let gateway: Gateway

it.beforeEach(async ({ folder: made }) => {
  folder = made
})
afterEach(async () => {
  await gateway.close()
})

const FLOW = (description: string, guards = '[{ kind: role, role: deployer }]') => `
workflows:
  deploy:
    description: ${description}
    initialState: ready
    states:
      ready:
        transitions:
          go: { target: done, guards: ${guards} }
          wait: { target: ready }
      done: {}
people: { anna: { roles: [lead] } }
clients: { ci: { roles: [deployer] } }
`

const main = () => join(folder, 'countersign.yaml')
const write = (yaml: string) => writeFile(main(), `version: "1.0.0"\n${yaml}\nstore: { kind: sqlite }\n`)
const open = async (yaml: string, more: object = {}) => {
  await write(yaml)
  gateway = await openTestGateway('', { folder, configuration: main(), ...more })
}
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 20 })
const events = async (eventType: string) =>
  (await gateway.store.audit({ eventTypes: [eventType as 'config.reloaded'] }, { limit: 50 })).items
const description = () => gateway.catalog.workflow('deploy')?.description

describe('a change of the files', () => {
  it('of words alone comes into force by itself [live.words]', async () => {
    await open(FLOW('Deploy'))
    await write(FLOW('Ship it'))
    await until(() => expect(description()).toBe('Ship it'))
    expect(gateway.discovery.entry('deploy')?.description).toBe('Ship it')
    expect(await pending(gateway)).toEqual([])
    await until(async () => expect(await events('config.reloaded')).toHaveLength(1))
    expect((await events('config.reloaded'))[0]?.payload).toMatchObject({ wordsOnly: true })
  })

  it('of nothing but the order in which people choose waits, at the next start as well [live.labels]', async () => {
    const choosing = (ways: string) =>
      `workflows: { w: { initialState: a, states: { a: { transitions: { ${ways} } }, b: {}, c: {} } } }`
    const [yes, no] = ['yes: { target: b, actor: human }', 'no: { target: c, actor: human }']
    const order = () => Object.keys(gateway.catalog.workflow('w')?.states.a?.transitions ?? {})
    await open(choosing(`${yes}, ${no}`))
    await write(choosing(`${no}, ${yes}`))
    await until(() => expect(gateway.live.status().disk.kind).toBe('waiting'))
    await gateway.close()
    gateway = await openTestGateway('', { folder, configuration: main(), vouched: false })
    expect(order()).toEqual(['yes', 'no'])
    const [item] = await pending(gateway)
    expect((await press(gateway, item?.id ?? '', 'approve')).kind).toBe('decided')
    expect(order()).toEqual(['no', 'yes'])
  })

  it('that was made before anybody watched is seen, a file that is new included [live.watch]', async () => {
    await open(FLOW('Deploy'))
    expect(await gateway.live.hasMoved()).toBe(false)
    await mkdir(join(folder, 'workflows'))
    const text = `workflows: { more: { initialState: a, states: { a: {} } } }`
    await writeFile(join(folder, 'workflows', 'more.yaml'), text)
    expect(await gateway.live.hasMoved()).toBe(true)
    await gateway.live.consider()
    expect(await gateway.live.hasMoved()).toBe(false)
    await until(() => expect(gateway.live.status().disk.kind).toBe('waiting'))
  })

  it('that is saved by putting a new file in its place is seen [live.watch]', async () => {
    await open(FLOW('Deploy'))
    for (const name of ['One', 'Two']) {
      await writeFile(`${main()}~`, `version: "1.0.0"\n${FLOW(name)}\nstore: { kind: sqlite }\n`)
      await rename(`${main()}~`, main())
      await until(() => expect(description()).toBe(name))
    }
  })

  it('of an included file is seen, also of one that did not exist [live.watch]', async () => {
    const included = (name: string) => writeFile(join(folder, 'flows.yaml'), FLOW(name))
    await included('Deploy')
    await open('include: [flows.yaml]')
    await included('Ship it')
    await until(() => expect(description()).toBe('Ship it'))
    await rm(join(folder, 'flows.yaml'))
    await until(() => expect(gateway.live.status().disk.kind).toBe('invalid'))
    expect(description()).toBe('Ship it')
    await included('Back again')
    await until(() => expect(description()).toBe('Back again'))
  })

  it('with errors replaces nothing, is on record and shown [live.rejected]', async () => {
    await open(FLOW('Deploy'))
    const run = await start(gateway, 'deploy')
    await write(FLOW('Deploy').replace('target: done', 'target: dune'))
    await until(() => expect(gateway.live.status().disk.kind).toBe('invalid'))
    const { disk } = gateway.live.status()
    expect(disk).toMatchObject({ problems: [{ file: main(), line: expect.any(Number) }] })
    await until(async () => expect(await events('config.rejected')).toHaveLength(1))
    expect((await follow(gateway, run, 'wait')).result.status).toBe('executed')
    await write(FLOW('Deploy'))
    await until(() => expect(gateway.live.status().disk.kind).toBe('same'))
  })

  it('that is approved while the files change once more is in force, and what came later is asked about [live.waits]', async () => {
    await open(FLOW('Deploy'))
    await write(FLOW('Deploy', '[]'))
    await until(() => expect(gateway.live.status().disk.kind).toBe('waiting'))
    const [item] = await pending(gateway)
    await write(FLOW('Deploy', '[{ kind: role, role: boss }]'))
    // The files are being read already when the decision becomes durable.
    const read = gateway.live.consider()
    expect((await press(gateway, item?.id ?? '', 'approve')).kind).toBe('decided')
    await read
    await until(async () =>
      expect(contentOf((await pending(gateway))[0]).subject.from).toBe(contentOf(item).subject.to),
    )
    expect(gateway.catalog.workflow('deploy')?.states.ready?.transitions.go?.guards).toEqual([])
    expect(gateway.live.status()).toMatchObject({ acceptedBy: 'human:anna', disk: { kind: 'waiting' } })
  })

  it('of more than words waits for a person; approved, it is in force [live.waits]', async () => {
    await open(FLOW('Deploy'))
    await write(FLOW('Deploy', '[]'))
    await until(() => expect(gateway.live.status().disk.kind).toBe('waiting'))
    const [item] = await pending(gateway)
    expect(item).toMatchObject({ kind: 'configuration' })
    expect(item).not.toHaveProperty('workflowId')
    expect(contentOf(item).subject).toMatchObject({
      weaker: ['‘go’ in state ‘ready’ no longer checks “role deployer”.'],
      files: [{ path: main(), patch: expect.stringContaining('-          go: { target: done, guards: [{') }],
    })
    const run = await start(gateway, 'deploy')
    expect((await follow(gateway, run, 'go')).error?.code).toBe('GUARD_REJECTED')
    expect((await press(gateway, item?.id ?? '', 'approve')).kind).toBe('decided')
    expect(gateway.live.status()).toMatchObject({ acceptedBy: 'human:anna', disk: { kind: 'same' } })
    // What runs keeps the definition that it started with; what starts now has the new one.
    expect((await follow(gateway, run, 'go')).error?.code).toBe('GUARD_REJECTED')
    const next = await start(gateway, 'deploy')
    expect((await follow(gateway, next, 'go')).state).toBe('done')
    expect((await events('config.reloaded'))[0]).toMatchObject({ actor: 'human:anna' })
  })

  it('that adds a workflow tells what it can run, and before what no person decides [live.new-workflows] [weaker.freed]', async () => {
    await open(FLOW('Deploy'))
    const nightly = `
  nightly:
    initialState: a
    timeoutMs: 1000
    onTimeout: { target: late, allowUnapproved: true }
    states:
      a: { transitions: { ask: { target: b, actor: human } } }
      b: { transitions: { clean: { target: late, executor: { kind: cli, command: rm, args: [-rf, /srv/old] } } } }
      late: { onEnter: { executor: { kind: cli, command: rm, args: [-rf, /srv] } } }
`
    await write(FLOW('Deploy').replace('workflows:\n', `workflows:${nightly}`))
    await until(async () => expect(await pending(gateway)).toHaveLength(1))
    const [item] = await pending(gateway)
    expect(contentOf(item).subject.changes).toEqual([
      'Agents can now run “rm -rf /srv/old”: workflow ‘nightly’, in “b”, “Clean”. A person decides before it.',
    ])
    const freed =
      'Agents can now run “rm -rf /srv” without asking a person: workflow ‘nightly’, in “late”, on entering it (the way there: its time is up).'
    expect(contentOf(item).subject.weaker).toEqual([freed, 'The workflow ‘nightly’ is new.'])
    expect(contentOf(item).subject.risk).toEqual({ level: 'high', reason: freed })
  })

  it('that was refused stays on the disk, and is not asked again [live.refused]', async () => {
    await open(FLOW('Deploy'))
    await write(FLOW('Deploy', '[]'))
    await until(() => expect(gateway.live.status().disk.kind).toBe('waiting'))
    await press(gateway, (await pending(gateway))[0]?.id ?? '', 'refuse')
    expect(gateway.live.status().disk).toMatchObject({ kind: 'refused', by: 'human:anna' })
    await write(`${FLOW('Deploy', '[]')}# a comment`)
    await gateway.live.consider()
    expect(gateway.live.status().disk.kind).toBe('refused')
    expect(await pending(gateway)).toEqual([])
  })

  it('takes back the question about the change before it [live.superseded]', async () => {
    await open(FLOW('Deploy'))
    await write(FLOW('Deploy', '[]'))
    await until(() => expect(gateway.live.status().disk.kind).toBe('waiting'))
    const [first] = await pending(gateway)
    await write(FLOW('Deploy', '[{ kind: role, role: other }]'))
    await until(async () => {
      const [item, ...others] = await pending(gateway)
      expect(others).toEqual([])
      expect(contentOf(item).subject.to).not.toBe(contentOf(first).subject.to)
      expect(item).toBeDefined()
    })
    expect((await press(gateway, first?.id ?? '', 'approve')).kind).toBe('closed')
    await write(FLOW('Deploy'))
    await until(async () => expect(await pending(gateway)).toEqual([]))
    expect(gateway.live.status().disk.kind).toBe('same')
  })

  it('is in force as the person saw it, whatever the disk holds by then [live.seen]', async () => {
    await open(FLOW('Deploy'))
    await write(FLOW('Seen', '[]'))
    await until(() => expect(gateway.live.status().disk.kind).toBe('waiting'))
    const [item] = await pending(gateway)
    const preview = await gateway.runtime.previewDecision(person(), {
      approvalId: item?.id ?? '',
      outcome: 'approve',
      arguments: {},
    })
    await write(FLOW('Slipped in', '[{ kind: role, role: other }]'))
    await gateway.runtime.decide(person(), {
      approvalId: item?.id ?? '',
      outcome: 'approve',
      arguments: {},
      comment: '',
      hash: preview?.hash ?? '',
    })
    expect(description()).toBe('Seen')
    await until(() => expect(gateway.live.status().disk.kind).toBe('waiting'))
    expect(description()).toBe('Seen')
  })
})

describe('connections', () => {
  const server = (title: string, flag = '') =>
    `{ kind: mcp, title: ${title}, command: ${JSON.stringify(process.execPath)}, args: ["\${COUNTERSIGN_WORKSPACE}/server.cjs"${flag}] }`

  it('are opened, closed and restarted where they change, and nowhere else [live.connections]', async () => {
    await writeFile(join(folder, 'server.cjs'), SERVER)
    await writeTools(folder, [{ name: 'read' }])
    await open(`connections: { stays: ${server('A')}, changes: ${server('B')}, goes: ${server('C')} }`)
    await gateway.connections.settled(20_000)
    const since = () => gateway.connections.state('stays')?.since
    const before = since()
    await write(
      `connections: { stays: ${server('New title')}, changes: ${server('B', ', "--other"')}, comes: ${server('D', ', "--new"')} }`,
    )
    await until(() => expect(gateway.live.status().disk.kind).toBe('waiting'))
    const [item] = await pending(gateway)
    expect(contentOf(item).subject.changes).toEqual([
      'What people read: server ‘stays’ › ‘title’ was "A" and is "New title".',
      'The server ‘goes’ is removed.',
      'The server ‘stays’ is changed.',
      'The server ‘changes’ is changed.',
    ])
    expect(contentOf(item).subject.weaker).toEqual([
      expect.stringMatching(/^The server ‘comes’ now starts a program: “.*server\.cjs --new”\.$/),
      expect.stringMatching(/^May loosen: server ‘changes’ › ‘args’ was .* and is .*"--other"\]\.$/),
      'The server ‘comes’ is new.',
    ])
    await press(gateway, item?.id ?? '', 'approve')
    expect(gateway.connections.states().map(({ name, title }) => `${name} ${title}`)).toEqual([
      'stays New title',
      'changes B',
      'comes D',
    ])
    await gateway.connections.settled(20_000)
    expect(gateway.connections.states().map(({ health }) => health)).toEqual([
      'healthy',
      'healthy',
      'healthy',
    ])
    expect(since()).toBe(before)
  })
})

describe('rights in the files', () => {
  it('of people and clients hold for sessions that are open [live.rights]', async () => {
    await open(FLOW('Deploy'))
    await write(FLOW('Deploy').replace('roles: [lead]', 'roles: [lead, deployer]'))
    await until(() => expect(gateway.live.status().disk.kind).toBe('waiting'))
    const [item] = await pending(gateway)
    expect(contentOf(item).subject.weaker).toEqual(['The person ‘anna’ gets the role ‘deployer’.'])
    await press(gateway, item?.id ?? '', 'approve')
    expect(gateway.configuration().people.anna?.roles).toEqual(['lead', 'deployer'])
  })
})

describe('what is saved for a person', () => {
  it('is accepted by saving; what else lies on the disk is not [live.saved]', async () => {
    await open(FLOW('Deploy'), { environment: process.env })
    const text = await readFile(main(), 'utf8')
    const saved = await gateway.live.saveFile(
      main(),
      text.replace(/guards: \[.*\]/, 'guards: []'),
      'human:anna',
    )
    expect(saved).toEqual({ ok: true })
    expect(await pending(gateway)).toEqual([])
    expect(gateway.live.status()).toMatchObject({ acceptedBy: 'human:anna', disk: { kind: 'same' } })
    const bad = await gateway.live.saveFile(main(), 'version: 7', 'human:anna')
    expect(bad.ok).toBe(false)
    expect(await readFile(main(), 'utf8')).toContain('guards: []')
    const run = await start(gateway, 'deploy', {}, agent('ci'))
    expect((await follow(gateway, run, 'go', {}, agent('ci'))).state).toBe('done')
  })
})
