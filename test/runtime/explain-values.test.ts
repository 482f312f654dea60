import { describe, expect, it } from 'vitest'
import { agent, openTestGateway, start } from '../support/gateway.ts'

const schema = (more: string) =>
  `inputSchema: { type: object, additionalProperties: false, properties: { ${more} } }`

function configure(path: string, own: string, filter = 'byGuards'): string {
  return `
connections:
  api: { kind: rest, baseUrl: "https://api.example/v1" }
workflows:
  w:
    initialState: a
    linkFilter: ${filter}
    inputSchema: { type: object, properties: { order: { type: string } } }
    states:
      a:
        transitions:
          name: { target: a, title: Give it a name, output: { name: $.arguments.name } }
          send:
            target: b
            ${own}
            executor: { kind: rest, connection: api, method: GET, path: "${path}" }
      b: {}
`
}

async function explained(configuration: string, input = {}) {
  const gateway = await openTestGateway(configuration)
  const { workflowId = '', version, links } = await start(gateway, 'w', input)
  const whole = (await gateway.runtime.explain(agent(), { workflowId })).answer
  const one = (await gateway.runtime.explain(agent(), { workflowId, transition: 'send' })).answer
  const request = { workflowId, transition: 'send', expectedVersion: version ?? 0, arguments: {} }
  const { response } = await gateway.runtime.submit(agent(), request)
  await gateway.close()
  const link = links.find(({ rel }) => rel === 'send')
  return { whole, now: one.now, link, refused: response.error?.message }
}

const BY_NAME = '‘$.context.name’ is written by ‘name’ in the state ‘a’.'

describe('a call in whose address a value is missing', () => {
  it.each([
    ['a path into the context', '/orders/$.context.name', schema(''), BY_NAME],
    ['a place that nobody can give', '/orders/{name}', schema(''), BY_NAME],
    ['a place of the context', '/orders/{context.name}', schema(''), BY_NAME],
    ['one beside what is given', '/{order}/{id}/$.context.name', schema('id: { type: string }'), BY_NAME],
    [
      'a place of the input',
      '/orders/{input.order}',
      schema(''),
      '‘$.input.order’ is given when the workflow is started.',
    ],
    [
      'a name that nothing writes',
      '/orders/$.context.nmae',
      schema(''),
      'Nothing in this workflow writes ‘$.context.nmae’.',
    ],
    [
      'an argument that its schema forbids',
      '/orders/$.arguments.id',
      schema(''),
      'Nothing can give ‘$.arguments.id’ here.',
    ],
    [
      'a part of what the run began with',
      '/orders/$.workflow.input.order',
      schema(''),
      '‘$.workflow.input.order’ is given when the workflow is started.',
    ],
  ])(
    'is not available, and says what is missing: %s [workflow.explain-now]',
    async (_, path, own, origin) => {
      const input = path.startsWith('/{order}') ? { order: '7' } : {}
      const { whole, now, link, refused } = await explained(configure(path, own), input)
      expect(now).toMatchObject({ allowed: false, because: expect.stringContaining('has no value') })
      expect(now).toMatchObject({ because: expect.stringContaining(origin) })
      expect(whole).toMatchObject({ allowedNow: ['name'], transitions: { send: { allowed: false } } })
      expect(link).toBeUndefined()
      if (!path.includes('{id}')) expect((now as { because: string }).because).toBe(refused)
    },
  )

  it.each([
    ['an argument', '/orders/{id}', schema('id: { type: string }')],
    ['a path into the arguments', '/orders/$.arguments.id', schema('id: { type: string }')],
    ['an argument that no schema forbids', '/orders/{name}', 'description: Sends it.'],
    [
      'a schema that leaves others open',
      '/orders/{name}',
      'inputSchema: { type: object, properties: {}, additionalProperties: true }',
    ],
  ])('is available where it is still to be given: %s [workflow.explain-now]', async (_, path, own) => {
    const { whole, now, link } = await explained(configure(path, own))
    expect(now).toMatchObject({ allowed: true, because: 'Available now.' })
    expect(whole).toMatchObject({ allowedNow: ['name', 'send'] })
    expect(link?.rel).toBe('send')
  })

  it.each([
    ['/orders/{name}', BY_NAME],
    ['/orders/$.arguments.id', '‘$.arguments.id’ is given when it is submitted.'],
  ])(
    'is available where an argument can be given that is not declared, with what is missing: %s [workflow.explain-now]',
    async (path, origin) => {
      const { whole, now, link } = await explained(
        configure(path, 'inputSchema: { type: object, properties: {} }'),
      )
      const because = expect.stringMatching(/^Available now\. It needs more than .* has no value\. /)
      expect(now).toMatchObject({ allowed: true, because })
      expect(now).toMatchObject({ because: expect.stringContaining(origin) })
      expect(whole).toMatchObject({ allowedNow: ['name', 'send'] })
      expect(link?.rel).toBe('send')
    },
  )

  it('says so in its link where all links are shown [engine.link-filter]', async () => {
    const { link } = await explained(configure('/orders/$.context.name', 'description: Sends it.', 'all'))
    expect(link?.description).toMatch(/^Sends it\. It cannot run now: ‘\$\.context\.name’ .* has no value/)
  })
})

it('a call that only a value can make impossible is available while that is still to be given [workflow.explain-now]', async () => {
  const { now, whole } = await explained(
    configure('/orders', schema('имя: { type: string }')).replace(
      'path: "/orders"',
      'path: "/orders", headers: { X-Name: "$.arguments.имя" }',
    ),
  )
  expect(now).toMatchObject({ allowed: true, because: 'Available now.' })
  expect(whole).toMatchObject({ allowedNow: ['name', 'send'] })
})

describe('a branch of several calls', () => {
  it.each([
    ['that always runs', '', false],
    ['that runs now', `, when: { kind: expr, expr: "$.workflow.state == 'a'" }`, false],
    ['that is left out now', `, when: { kind: expr, expr: "$.workflow.state == 'b'" }`, true],
    ['that what is submitted may leave out', `, when: { kind: expr, expr: "$.arguments.all == true" }`, true],
  ])(
    'without a value for its address hinders the step: %s [workflow.explain-now]',
    async (_, when, allowed) => {
      const request = '{ kind: rest, connection: api, method: GET, path: "/orders/$.context.name" }'
      const call = `{ kind: parallel, branches: { one: { executor: ${request}${when} } } }`
      const text = configure('/', '').replace(/executor: .*/, `executor: ${call}`)
      expect((await explained(text)).now).toMatchObject({ allowed })
    },
  )
})
