import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import type { JsonObject } from '../../src/main/model/json.ts'
import { test as it } from '../support/fixtures.ts'
import { agent, openTestGateway, pending, press, start, type TestGateway } from '../support/gateway.ts'
import { contentOf } from '../support/items.ts'
import { orchestrate } from './call-orchestrator.ts'

const BASE = `
approvals: { holdMs: 100 }
connections:
  shell: { kind: cli, command: ${JSON.stringify(process.execPath)} }
workflows:
  by_hand: { initialState: a, states: { a: {} } }
`
const STEPS: JsonObject = {
  title: 'Nightly',
  steps: [
    { name: 'say', executor: { kind: 'cli', connection: 'shell', args: ['-e', 'console.log(1)'] } },
    { name: 'sure', approve: { title: 'Go on' } },
  ],
}
const open = () => openTestGateway(BASE)

async function propose(gateway: TestGateway, args: JsonObject) {
  return await start(gateway, 'proxy_default', {
    capability: 'orchestrator.create_workflow',
    arguments: args,
  })
}

async function one(gateway: TestGateway) {
  const [item] = await pending(gateway)
  if (item === undefined) throw new Error('Nothing waits.')
  return item
}

/** Proposed and approved; the answer that the session then holds. */
async function created(gateway: TestGateway, args: JsonObject) {
  const waiting = await propose(gateway, args)
  await press(gateway, (await one(gateway)).id, 'approve')
  const after = await gateway.runtime.get(agent(), { workflowId: waiting.workflowId ?? '' })
  return after.response.context?.lastResult as JsonObject
}

describe('create_workflow', () => {
  it('waits for a person, who sees the file, and saves it into workflows/ [orchestrator.create] [R6.2]', async () => {
    const gateway = await open()
    const waiting = await propose(gateway, { name: 'nightly', definition: STEPS })
    expect(waiting.result.status).toBe('waiting_for_action')
    expect(gateway.catalog.workflow('nightly')).toBeNull()
    const item = await one(gateway)
    expect(item).toMatchObject({
      kind: 'definition',
      subject: { name: 'nightly', path: 'workflows/nightly.yaml', before: null, weaker: [] },
    })
    expect(contentOf(item).subject.after).toContain('console.log(1)')
    // Asked again, it is the same item.
    await propose(gateway, { name: 'nightly', definition: STEPS })
    expect(await pending(gateway)).toHaveLength(1)
    expect((await press(gateway, item.id, 'approve')).kind).toBe('decided')
    const after = await gateway.runtime.get(agent(), { workflowId: waiting.workflowId ?? '' })
    expect(after.response.context?.lastResult).toEqual({
      status: 'created',
      workflow_path: 'workflows/nightly.yaml',
      error_message: null,
    })
    expect(await readFile(join(gateway.folder, 'workflows', 'nightly.yaml'), 'utf8')).toBe(
      contentOf(item).subject.after,
    )
    const run = await orchestrate(gateway, 'run_workflow', { workflow_name: 'nightly' })
    expect(run).toMatchObject({ status: 'partial', steps_completed: 1, steps_total: 2 })
    // What is there already needs nobody.
    const again = await orchestrate(gateway, 'create_workflow', {
      name: 'nightly',
      definition: STEPS,
      overwrite: true,
    })
    expect(again).toMatchObject({ status: 'updated', workflow_path: 'workflows/nightly.yaml' })
    expect(await pending(gateway)).toHaveLength(1)
    await gateway.close()
  })

  it('saves nothing that a person refuses [orchestrator.create]', async () => {
    const gateway = await open()
    await propose(gateway, { name: 'nightly', definition: STEPS })
    await press(gateway, (await one(gateway)).id, 'refuse', { comment: 'No.' })
    expect(gateway.catalog.workflow('nightly')).toBeNull()
    await expect(readFile(join(gateway.folder, 'workflows', 'nightly.yaml'))).rejects.toThrow()
    await gateway.close()
  })

  it('says first what a change no longer protects, and changes only with overwrite [R6.3]', async () => {
    const gateway = await open()
    expect(await created(gateway, { name: 'nightly', definition: STEPS })).toMatchObject({
      status: 'created',
    })
    const [say] = STEPS.steps as JsonObject[]
    const lax = { title: 'Nightly', steps: [say ?? {}] }
    const exists = await orchestrate(gateway, 'create_workflow', { name: 'nightly', definition: lax })
    expect(exists).toMatchObject({ status: 'error', error_message: expect.stringContaining('overwrite') })
    await propose(gateway, { name: 'nightly', definition: lax, overwrite: true })
    const item = await one(gateway)
    expect(JSON.stringify(contentOf(item).subject.weaker)).toContain('where a person decides')
    expect(contentOf(item).subject.before).toContain('approve')
    await press(gateway, item.id, 'approve')
    expect(gateway.catalog.workflow('nightly')?.states.sure).toBeUndefined()
    await gateway.close()
  })

  it('says who sees the workflow by a tag that it gets [orchestrator.create] [weaker.who]', async () => {
    const gateway = await openTestGateway(`${BASE}clients: { ci: { tags: [ops] } }\n`)
    await created(gateway, { name: 'nightly', definition: STEPS })
    const tagged = { ...STEPS, tags: ['ops'] }
    await propose(gateway, { name: 'nightly', definition: tagged, overwrite: true })
    expect(contentOf(await one(gateway)).subject.weaker).toEqual([
      'The client ‘ci’ gets the sight of the workflow ‘nightly’, by the tag ‘ops’.',
    ])
    await gateway.close()
  })

  it('says last, and on its line, that something can be approved later [orchestrator.create] [weaker.deadlines]', async () => {
    const gateway = await open()
    const flow = (timeoutMs: number, more: JsonObject = {}): JsonObject => ({
      initialState: 'a',
      states: {
        a: {
          transitions: {
            go: {
              target: 'b',
              executor: { kind: 'cli', connection: 'shell', args: ['-e', '1'] },
              approval: { required: true, timeoutMs },
            },
            check: { target: 'b', ...more },
          },
        },
        b: {},
      },
    })
    await created(gateway, { name: 'nightly', definition: flow(60_000, { actor: 'human' }) })
    await propose(gateway, { name: 'nightly', definition: flow(120_000), overwrite: true })
    const { weaker, problems, after } = contentOf(await one(gateway)).subject as JsonObject & {
      weaker: string[]
      problems: JsonObject[]
      after: string
    }
    const later =
      '‘go’ in state ‘a’ of ‘nightly’: its approval can be given for 2 minutes instead of 1 minute before it is refused.'
    expect(weaker.at(-1)).toBe(later)
    expect(weaker[0]).toContain('‘check’ in state ‘a’ is no longer for a person to decide')
    const line = Number(problems.find(({ message }) => message === later)?.line)
    expect(after.split('\n')[line - 1]?.trim()).toBe('go:')
    await gateway.close()
  })

  it('lets no agent propose a timeout that approves [proposal.no-unapproved]', async () => {
    const gateway = await open()
    const flow = (more: JsonObject): JsonObject => ({
      initialState: 'a',
      timeoutMs: 1000,
      onTimeout: { target: 'done', ...more },
      states: { a: { transitions: { go: { target: 'done', actor: 'human' } } }, done: {} },
    })
    for (const definition of [flow({ allowUnapproved: true }), flow({ allowUnapproved: 'true' })]) {
      const refused = await propose(gateway, { name: 'late', definition })
      expect(JSON.stringify(refused)).toContain('cannot let a timeout go where a person would have to decide')
      expect(await pending(gateway)).toEqual([])
    }
  })

  it('lets no agent propose an approval with an exception [proposal.always]', async () => {
    const gateway = await open()
    const except = { when: [{ kind: 'expr', expr: '1 == 1' }], until: '2099-01-01' }
    const executor = { kind: 'cli', connection: 'shell', args: [] }
    const refused = await propose(gateway, {
      name: 'lax',
      definition: { steps: [{ name: 'say', executor, approval: { required: true, except } }] },
    })
    expect(JSON.stringify(refused)).toContain('approval.except: a proposed definition cannot say where')
    expect(await pending(gateway)).toEqual([])
  })

  it.each([
    ['longer than 80 characters', 'x'.repeat(81)],
    ['cannot be seen', 'Pay \u202eyap'],
    ['cannot be seen', 'Pay\nNothing runs.'],
    ['quotation marks', 'Pay’: nothing runs. ‘End'],
    ['quotation marks', 'OK”: nothing runs. “'],
  ])('lets no title that is %s become a word of the desk [proposal.titles]', async (why, title) => {
    const gateway = await open()
    const ways = { go: { target: 'b', title, actor: 'human' } }
    for (const definition of [
      { initialState: 'a', states: { a: { transitions: ways }, b: {} } },
      { initialState: 'a', states: { a: { title, transitions: {} } } },
      { title, initialState: 'a', states: { a: {} } },
      // A name that data could have is one of a state, too.
      { initialState: 'input', states: { input: { title } } },
      {
        initialState: 'a',
        inputSchema: { type: 'object', properties: { map: { type: 'string', title } } },
        states: { a: {} },
      },
    ]) {
      const refused = await propose(gateway, { name: 'odd', definition })
      expect(JSON.stringify(refused)).toContain(why)
    }
    expect(await pending(gateway)).toEqual([])
    // An apostrophe is none, and what a call is given is no title.
    await propose(gateway, {
      name: 'plain',
      definition: {
        title: 'The customer’s order',
        initialState: 'a',
        initialContext: { title },
        states: { a: {} },
      },
    })
    expect(await pending(gateway)).toHaveLength(1)
  })

  it('lets no description hold what cannot be seen [proposal.titles]', async () => {
    const gateway = await open()
    const definition = (description: string): JsonObject => ({
      initialState: 'a',
      states: { a: { transitions: { go: { target: 'a', actor: 'human', description } } } },
    })
    const refused = await propose(gateway, { name: 'odd', definition: definition('Pay\u202e yap') })
    expect(JSON.stringify(refused)).toContain('states.a.transitions.go.description holds characters')
    expect(await pending(gateway)).toEqual([])
    await propose(gateway, { name: 'plain', definition: definition('What it does:\n- ‘this’\n- ⚠️ that') })
    expect(await pending(gateway)).toHaveLength(1)
  })

  it('asks nobody about what cannot be saved [R6.3] [orchestrator.create]', async () => {
    const gateway = await open()
    const wrong = async (name: string, definition: JsonObject) => {
      const answer = await orchestrate(gateway, 'create_workflow', { name, definition })
      expect(answer).toMatchObject({ status: 'error', workflow_path: '' })
      return String(answer.error_message)
    }
    const step = (executor: JsonObject): JsonObject => ({ steps: [{ name: 'a', executor }] })
    const variable = ['$', '{HOME}'].join('')
    expect(await wrong('../evil', STEPS)).toContain('name')
    expect(await wrong('Big', STEPS)).toContain('lower-case')
    expect(await wrong('by_hand', STEPS)).toContain('outside of the folder')
    expect(await wrong('x', step({ kind: 'cli', command: 'rm', args: ['-rf', '/'] }))).toContain('connection')
    expect(await wrong('x', step({ kind: 'cli', connection: 'shell', command: 'rm' }))).toContain('command')
    expect(await wrong('x', step({ kind: 'rest', connection: 'web', url: 'http://a', path: '/' }))).toContain(
      'url',
    )
    expect(await wrong('x', step({ kind: 'cli', connection: 'nobody' }))).toContain('nobody')
    expect(await wrong('x', step({ kind: 'cli', connection: 'shell', args: [variable] }))).toContain(
      'connections only',
    )
    expect(await wrong('x', { steps: [{ name: 'a' }] })).toContain('does nothing')
    expect(await wrong('x', { description: 'x'.repeat(100_000) })).toContain('Split it')
    expect(
      await wrong('x', { initialState: 'a', states: { a: { transitions: { go: { target: 'b' } } } } }),
    ).toContain('b')
    expect(await pending(gateway)).toEqual([])
    await gateway.close()
  })

  it('writes through no link [R6.3]', async () => {
    const gateway = await open()
    await mkdir(join(gateway.folder, 'workflows'))
    await mkdir(join(gateway.folder, 'elsewhere'))
    await symlink(
      join(gateway.folder, 'elsewhere', 'nightly.yaml'),
      join(gateway.folder, 'workflows', 'nightly.yaml'),
    )
    expect(await created(gateway, { name: 'nightly', definition: STEPS })).toMatchObject({
      status: 'error',
      error_message: expect.stringContaining('link'),
    })
    await gateway.close()
  })
})

describe('files of workflows/', () => {
  it('belong to the configuration, and name their workflow by path, links included [orchestrator.path]', async ({
    folder,
  }) => {
    await mkdir(join(folder, 'workflows'), { recursive: true })
    const text = 'workflows:\n  hello: { initialState: a, states: { a: {} } }\n'
    await writeFile(join(folder, 'workflows', 'greeting.yaml'), text)
    await writeFile(join(folder, 'outside.yaml'), text)
    const gateway = await openTestGateway(BASE, { folder })
    expect(gateway.catalog.workflow('hello')).not.toBeNull()
    await symlink(join(folder, 'workflows', 'greeting.yaml'), join(folder, 'link.yaml'))
    await symlink(join(folder, 'outside.yaml'), join(folder, 'workflows', 'trick.txt'))
    const run = async (name: string) => await orchestrate(gateway, 'run_workflow', { workflow_name: name })
    expect(await run('workflows/greeting.yaml')).toMatchObject({ status: 'success' })
    expect(await run('greeting.yaml')).toMatchObject({ status: 'success' })
    expect(await run(join(folder, 'link.yaml'))).toMatchObject({ status: 'success' })
    expect(await run('outside.yaml')).toMatchObject({ status: 'failed' })
    expect(await run('workflows/trick.txt')).toMatchObject({ status: 'failed' })
    expect(await run('/etc/passwd')).toMatchObject({ status: 'failed' })
    await gateway.close()
  })
})
