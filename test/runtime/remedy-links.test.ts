import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AgentPrincipal } from '../../src/main/model/principal.ts'
import type { Link } from '../../src/main/model/response.ts'
import { agent, openTestGateway, type TestGateway } from '../support/gateway.ts'

const INPUT = '{ type: object, required: [path], properties: { path: { type: string } } }'
const YAML = `
proxy:
  expose:
    - { name: files.read, tags: [files], inputSchema: ${INPUT}, executor: { kind: noop } }
    - { name: files.reap, inputSchema: ${INPUT}, executor: { kind: noop } }
workflows:
  reading:
    tags: [files]
    inputSchema: ${INPUT}
    initialState: one
    states: { one: { transitions: { end: { target: two } } }, two: {} }
`

/** The gateway's own capabilities may be near, too. */
const isOfFiles = ({ method, args }: Link) =>
  method === 'gateway.describe' && !String(args.id).startsWith('orchestrator.')

describe('a start that is refused', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await openTestGateway(YAML)
  })
  afterAll(() => gateway.close())

  const limited = agent('limited', { tags: ['files'] })
  const call = (capability: string) => ({ capability, arguments: {} })

  it.each([
    {
      title: 'what fits a capability',
      definitionId: 'proxy_default',
      input: call('files.read'),
      about: ['files.read'],
    },
    { title: 'what fits a workflow', definitionId: 'reading', input: {}, about: ['reading'] },
    {
      title: 'capabilities near to the name',
      definitionId: 'proxy_default',
      input: call('files.rea'),
      about: ['files.read', 'files.reap'],
    },
    {
      title: 'of these those that the client may see',
      who: limited,
      definitionId: 'proxy_default',
      input: call('files.rea'),
      about: ['files.read'],
    },
    { title: 'workflows near to the name', definitionId: 'readin', input: {}, about: ['reading'] },
    {
      title: 'the capability that was taken for a workflow',
      definitionId: 'files.read',
      input: { path: 'a' },
      about: ['files.read'],
    },
  ] as { title: string; who?: AgentPrincipal; definitionId: string; input: object; about: string[] }[])(
    'links to $title [links.remedy]',
    async ({ who = agent(), definitionId, input, about }) => {
      const { response } = await gateway.runtime.start(who, { definitionId, input: { ...input } })
      expect(response.result.status).toBe('rejected')
      const links = response.links.filter(isOfFiles)
      expect(links.map(({ args }) => args.id)).toEqual(about)
      for (const { args } of links)
        expect((await gateway.discovery.describe(who, String(args.id))).isError).toBe(false)
    },
  )

  it('in a session and in an explanation, too [links.remedy]', async () => {
    const session = await gateway.runtime.start(agent(), { definitionId: 'proxy_default', input: {} })
    const { workflowId = '' } = session.response
    const refused = await gateway.runtime.submit(agent(), {
      workflowId,
      expectedVersion: 1,
      transition: 'files.rea',
      arguments: {},
    })
    const ids = refused.response.links.filter(isOfFiles).map(({ args }) => args.id)
    expect(ids).toEqual(['files.read', 'files.reap'])
    expect(refused.response.links.at(-1)?.rel).toBe('self')
    const explained = await gateway.runtime.explain(agent(), { definitionId: 'readin' })
    expect(explained.answer.links).toMatchObject([{ args: { id: 'reading' } }, {}, {}])
  })
})
