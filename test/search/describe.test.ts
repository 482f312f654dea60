/** `gateway.describe` as callers see it. */
import { describe, expect, it } from 'vitest'
import type { ExecutorDeclaration } from '../../src/main/model/executor.ts'
import type { JsonObject } from '../../src/main/model/json.ts'
import { createDiscovery } from '../../src/main/search/discovery.ts'
import { declareProgram, declareRequest, declareState, declareTransition } from '../workflow/declarations.ts'
import {
  CONTENT_REVIEW,
  LIST_ISSUES,
  linkOf,
  makeAgent,
  makeCapability,
  makeSource,
  makeWorkflow,
  openDiscovery,
} from './samples.ts'

const agent = makeAgent()

const groupOf = (...executors: ExecutorDeclaration[]): ExecutorDeclaration => ({
  ...{ kind: 'parallel', limit: 4, join: 'all' },
  branches: Object.fromEntries(
    executors.map((executor, index) => [`b${index}`, { executor, onFailure: 'abort' }]),
  ),
})

describe('describe', () => {
  it('answers a capability with its schema at both places [search.describe]', async () => {
    const outputSchema = { type: 'object' }
    const { answer, isError } = await openDiscovery({
      capabilities: [{ ...LIST_ISSUES, outputSchema }],
    }).describe(agent, 'github.list_issues')
    expect(isError).toBe(false)
    expect(answer).toMatchObject({
      id: 'github.list_issues',
      kind: 'capability',
      title: 'List GitHub issues',
      description: 'List issues from a GitHub repository.',
      tags: ['github', 'issues'],
      inputSchema: LIST_ISSUES.inputSchema,
      outputSchema,
      requiresApproval: false,
      links: [
        {
          rel: 'start',
          method: 'workflow.start',
          args: { definitionId: 'proxy_default', input: { capability: 'github.list_issues' } },
          input_schema: LIST_ISSUES.inputSchema,
        },
      ],
    })
    expect(answer).not.toHaveProperty('states')
  })

  it.each<[string, ExecutorDeclaration, boolean]>([
    ['a GET', declareRequest('/x'), true],
    ['a POST', declareRequest('/x', { method: 'POST' }), false],
    ['a program', declareProgram('ls'), false],
    [
      'a group of a GET and a POST',
      groupOf(declareRequest('/x'), declareRequest('/x', { method: 'POST' })),
      false,
    ],
  ])(
    'says whether a call changes nothing by its own form: %s [search.describe]',
    async (_, executor, readOnly) => {
      const { answer } = await openDiscovery({
        capabilities: [{ ...LIST_ISSUES, readOnly: false, executor }],
      }).describe(agent, LIST_ISSUES.id)
      expect(answer).toMatchObject({ readOnly })
    },
  )

  it.each([
    ['create_workflow', true],
    ['run_workflow', false],
  ] as const)(
    'says of what the gateway does with workflows whether a person accepts it: %s [search.describe]',
    async (action, requiresApproval) => {
      const executor = { kind: 'orchestrator' as const, action }
      const { answer } = await openDiscovery({
        capabilities: [{ ...LIST_ISSUES, executor }],
      }).describe(agent, LIST_ISSUES.id)
      expect(answer).toMatchObject({ requiresApproval })
    },
  )

  it('answers a workflow with its states and who acts in each [search.describe]', async () => {
    const { answer } = await openDiscovery().describe(agent, 'content_review')
    expect(answer).toMatchObject({
      inputSchema: CONTENT_REVIEW.inputSchema,
      initialState: 'drafting',
      requiresApproval: true,
      approvalReason: "In state 'in_review' a person decides (approve, reject).",
      states: {
        drafting: { title: 'Drafting', actors: ['agent'] },
        in_review: { actors: ['human'] },
        published: { description: 'Live for readers', terminal: true },
      },
    })
    expect(linkOf(answer, 'start')).toMatchObject({
      args: { definitionId: 'content_review', input: {} },
      input_schema: CONTENT_REVIEW.inputSchema,
    })
  })

  it('says that no person is needed where none is [search.describe]', async () => {
    const { answer } = await openDiscovery().describe(agent, 'deploy_pipeline')
    expect(answer).toMatchObject({
      requiresApproval: false,
      states: { lint: { actors: ['deterministic'] }, done: { terminal: true } },
    })
  })

  it('knows the people behind human executors [search.describe]', async () => {
    const executor = { kind: 'human' as const }
    const flow = makeWorkflow('flow', {
      states: {
        begin: declareState({ finish: declareTransition('end', { executor }) }),
        end: declareState({}, { onEnter: { executor, output: {} } }),
      },
    })
    const discovery = openDiscovery({
      workflows: { flow },
      capabilities: [makeCapability('ask', { executor })],
    })
    expect((await discovery.describe(agent, 'flow')).answer).toMatchObject({
      requiresApproval: true,
      approvalReason: "In state 'begin' a person approves finish. On entering 'end' a person is asked.",
      states: { begin: { actors: ['agent', 'human'] } },
    })
    expect((await discovery.describe(agent, 'ask')).answer).toMatchObject({ requiresApproval: true })
  })

  it('answers a connection where connections are included [search.include]', async () => {
    expect((await openDiscovery().describe(agent, 'github')).isError).toBe(true)
    const { answer } = await openDiscovery({ include: ['connections'] }).describe(agent, 'github')
    expect(answer).toMatchObject({ id: 'github', kind: 'connection', title: 'GitHub' })
    expect(answer).not.toHaveProperty('requiresApproval')
  })

  it('answers an unknown id with the three nearest and links that help [search.nearest-ids]', async () => {
    const discovery = openDiscovery()
    const { answer, isError } = await discovery.describe(agent, 'deply_pipeline')
    expect(isError).toBe(true)
    expect(answer).toMatchObject({ result: { status: 'rejected' }, error: { code: 'CAPABILITY_NOT_FOUND' } })
    const { message, details } = answer.error as { message: string; details: { nearest: string[] } }
    expect(details.nearest[0]).toBe('deploy_pipeline')
    expect(details.nearest).toHaveLength(3)
    expect(message).toContain("'deply_pipeline'")
    expect((await discovery.search(agent, linkOf(answer, 'search').args as { query: string })).isError).toBe(
      false,
    )
    expect((await discovery.describe(agent, String(linkOf(answer, 'describe').args.id))).isError).toBe(false)
  })

  it('names nothing that went while it looked for the nearest [search.nearest-ids]', async () => {
    let micros = 0
    const many = Array.from({ length: 600 }, (_, number) => makeCapability(`tool_${number}`))
    const discovery = createDiscovery({
      source: makeSource({ capabilities: [...makeSource().capabilities, ...many] }),
      homeLimit: 100,
      profile: { ranking: 'classic' },
      mark: 'start-1',
      usage: () => ({}),
      now: () => {
        micros += 10_000
        return micros
      },
      async pause() {
        discovery.replace(makeSource({ workflows: {} }))
      },
    })
    const { answer } = await discovery.describe(agent, 'deply_pipeline')
    expect(JSON.stringify(answer)).not.toContain('deploy_pipeline')
  })

  it('answers names that every object has as unknown [search.nearest-ids]', async () => {
    for (const id of ['constructor', '__proto__', ''])
      expect((await openDiscovery().describe(agent, id)).answer.error).toMatchObject({
        code: 'CAPABILITY_NOT_FOUND',
      })
  })
})

describe('a new catalog', () => {
  it('is what every tool shows from then on [search.live]', async () => {
    const discovery = openDiscovery()
    discovery.replace(makeSource({ workflows: {}, capabilities: [makeCapability('fresh.tool')] }))
    expect(((await discovery.home(agent)).items as JsonObject[]).map(({ id }) => id)).toEqual(['fresh.tool'])
    expect((await discovery.search(agent, { query: 'deploy' })).answer.total).toBe(0)
    expect((await discovery.search(agent, { query: 'fresh' })).answer.total).toBe(1)
    expect((await discovery.describe(agent, 'deploy_pipeline')).isError).toBe(true)
    expect(discovery.entry('fresh.tool')?.kind).toBe('capability')
    expect(discovery.entries()).toHaveLength(1)
  })
})
