// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how variables of a configuration look
import { describe, expect, it } from 'vitest'
import { definitionHash } from '../../../src/main/config/hash.ts'
import type { Configuration } from '../../../src/main/model/configuration.ts'
import { loadText } from '../write-configuration.ts'

async function load(text: string): Promise<Configuration> {
  const { configuration, problems } = await loadText(`version: "1.0.0"\n${text}`)
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  return configuration!
}

describe('what is left out is filled in', () => {
  it('of a whole configuration', async () => {
    const configuration = await load('')
    expect(configuration).toMatchObject({
      connections: {},
      capabilities: [],
      imports: [],
      workflows: {},
      discovery: { include: ['proxy', 'workflows'], homeLimit: 100, profile: { ranking: 'classic' } },
      approvals: { timeoutMs: 300_000, holdMs: 50_000 },
      clients: {},
      people: {},
      store: { kind: 'sqlite' },
    })
    expect(configuration.hash).toMatch(/^[0-9a-f]{64}$/)
  })

  it('of a workflow, whose states without transitions are terminal [R2.5]', async () => {
    const { workflows } = await load(
      'workflows:\n  deploy_pipeline:\n    initialState: a\n    states:\n      a: { transitions: { go: { target: b } } }\n      b: {}\n      \n',
    )
    expect(workflows.deploy_pipeline).toEqual({
      id: 'deploy_pipeline',
      version: '1',
      title: 'Deploy Pipeline',
      tags: [],
      aliases: [],
      examples: [],
      guards: [],
      initialState: 'a',
      initialContext: {},
      maxChainDepth: 50,
      linkFilter: 'all',
      states: {
        a: {
          terminal: false,
          transitions: {
            go: { target: 'b', actor: 'agent', prefill: {}, guards: [], output: {}, branches: [] },
          },
        },
        b: { terminal: true, transitions: {} },
      },
    })
  })

  it('of executors', async () => {
    const { capabilities } = await load(
      'connections: { gh: { kind: mcp, command: x } }\nproxy:\n  expose:\n    - { name: a.b_c, executor: { kind: cli, command: x } }\n    - { name: d, executor: { kind: mcp, connection: gh, tool: t } }\n    - { name: e, executor: { kind: human }, readOnly: true }\n',
    )
    expect(capabilities.map(({ executor }) => executor)).toEqual([
      { kind: 'cli', command: 'x', args: [], env: {}, treatNonZeroAsFailure: true, idempotent: false },
      { kind: 'mcp', connection: 'gh', tool: 't', idempotent: false },
      { kind: 'human' },
    ])
    expect(capabilities.map(({ title, readOnly }) => [title, readOnly])).toEqual([
      ['A B C', false],
      ['D', false],
      ['E', true],
    ])
  })
})

it('knows one spelling of guards', async () => {
  const { capabilities } = await load(
    `proxy:
  expose:
    - name: a
      executor: { kind: noop }
      guards:
        - { kind: all_of, guards: [{ kind: any_of, guards: [{ kind: expr, expr: 'true' }] }] }
        - { kind: evidence, requires: review }
        - { kind: evidence, requires: [review, { kind: approval, count: 2, distinct: true }] }
        - { kind: evidence, requires: { kind: approval } }
`,
  )
  expect(capabilities[0]?.guards).toEqual([
    { kind: 'allOf', guards: [{ kind: 'anyOf', guards: [{ kind: 'expr', expr: 'true' }] }] },
    { kind: 'evidence', requires: [{ kind: 'review', count: 1, distinct: false }] },
    {
      kind: 'evidence',
      requires: [
        { kind: 'review', count: 1, distinct: false },
        { kind: 'approval', count: 2, distinct: true },
      ],
    },
    { kind: 'evidence', requires: [{ kind: 'approval', count: 1, distinct: false }] },
  ])
})

describe('named capabilities', () => {
  const text = `capabilities:
  base:
    title: Base
    inputSchema: { type: object, properties: { x: {} } }
    executor: { kind: noop }
    guards: [{ kind: expr, expr: '$.arguments.x == 1' }]
  strict:
    wraps: base
    title: Strict
    guards: [{ kind: expr, expr: '$.arguments.x == 2' }]
proxy:
  expose:
    - { capability: base }
    - { capability: strict, as: careful, tags: [t], guards: [{ kind: expr, expr: '$.arguments.x == 3' }] }
`
  it('are shown under their own name or another', async () => {
    expect((await load(text)).capabilities.map(({ id, title, tags }) => ({ id, title, tags }))).toEqual([
      { id: 'base', title: 'Base', tags: [] },
      { id: 'careful', title: 'Strict', tags: ['t'] },
    ])
  })

  it('inherit executor and schema through `wraps`, and add their guards', async () => {
    const careful = (await load(text)).capabilities[1]
    expect(careful?.executor).toEqual({ kind: 'noop' })
    expect(careful?.inputSchema).toEqual({ type: 'object', properties: { x: {} } })
    expect(careful?.guards.map((guard) => (guard.kind === 'expr' ? guard.expr : ''))).toEqual([
      '$.arguments.x == 3',
      '$.arguments.x == 2',
      '$.arguments.x == 1',
    ])
  })
})

it('places folders of connections and the database beside the main file', async () => {
  const { connections, store, path } = await load(
    'store: { path: data/db.sqlite }\nconnections:\n  a: { kind: cli, command: x, workingDirectory: work }\n  b: { kind: cli, command: x, workingDirectory: "${COUNTERSIGN_WORKSPACE}/w" }\nproxy: { expose: [{ name: a, executor: { kind: cli, connection: a } }, { name: b, executor: { kind: cli, connection: b } }] }\n',
  )
  const folder = path.replace(/\/main\.yaml$/, '')
  expect(store).toEqual({ kind: 'sqlite', path: `${folder}/data/db.sqlite` })
  expect(connections.a).toMatchObject({ workingDirectory: `${folder}/work` })
  expect(connections.b).toMatchObject({ workingDirectory: '${COUNTERSIGN_WORKSPACE}/w' })
})

it('takes the dot at the end of a prefix for the one that is added', async () => {
  const { imports } = await load(
    'connections: { gh: { kind: mcp, command: x } }\nproxy: { import: [{ connection: gh, prefix: github. }, { connection: gh }] }\n',
  )
  expect(imports.map(({ prefix }) => prefix)).toEqual(['github', ''])
})

it('keeps the characters that `$${` stands for, outside connections', async () => {
  const { workflows } = await load(
    'workflows: { w: { initialState: a, description: "Set $${HOME}", states: { a: {} } } }\n',
  )
  expect(workflows.w?.description).toBe('Set ${HOME}')
})

describe('hashes', () => {
  const one =
    'people: { ada: { roles: [a] } }\nworkflows: { w: { initialState: a, title: T, states: { a: {} } } }\n'
  const same =
    'workflows: { w: { title: T, states: { a: {} }, initialState: a } }\n# a word\npeople: { ada: { roles: [ a ] } }\n'
  const other = one.replace('title: T', 'title: U')
  it('do not depend on the order of keys, on space or on comments', async () => {
    const [left, right] = [await load(one), await load(same)]
    expect(left.hash).toBe(right.hash)
    expect(definitionHash(left.workflows.w!)).toBe(definitionHash(right.workflows.w!))
  })
  it('depend on every value', async () => {
    const [left, right] = [await load(one), await load(other)]
    expect(left.hash).not.toBe(right.hash)
    expect(definitionHash(left.workflows.w!)).not.toBe(definitionHash(right.workflows.w!))
  })
})
