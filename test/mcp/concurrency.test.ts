import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openService, type Service } from '../support/service.ts'
import { connectHttp, type OpenGateway, openWithDoors } from './support.ts'

let service: Service
let open: OpenGateway

beforeAll(async () => {
  service = await openService()
  open = await openWithDoors(`
connections: { api: { kind: rest, baseUrl: "${service.base}" } }
workflows:
  work:
    initialState: ready
    states:
      ready: { transitions: { go: { target: done, executor: { kind: rest, connection: api, method: POST, path: /effect } } } }
      done: {}
`)
})
afterAll(async () => {
  await open.close()
  await service.close()
})

describe('many clients at once', () => {
  it('a hundred submits with one version are one execution and 99 clean answers [engine.once]', async () => {
    const url = open.doors.mcpUrl
    const clients = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        connectHttp(url, open.token, index % 2 === 0 ? '2025' : '2026', `client-${index}`),
      ),
    )
    const [first] = clients
    const began = await first?.call('workflow.start', { definitionId: 'work', input: {} })
    const { workflowId, version } = began?.structuredContent ?? { workflowId: '', version: 0 }
    const submit = { workflowId, expectedVersion: version, transition: 'go', arguments: {} }
    const answers = await Promise.all(
      clients.flatMap((client) => Array.from({ length: 10 }, () => client.call('workflow.submit', submit))),
    )
    expect(service.count('/effect')).toBe(1)
    const codes = answers.map((answer) => answer.structuredContent.error?.code ?? 'executed')
    expect(codes.filter((code) => code === 'executed')).toHaveLength(1)
    expect(new Set(codes)).toEqual(
      new Set([
        'executed',
        ...codes.filter((code) => code === 'WORKFLOW_BUSY' || code === 'STALE_WORKFLOW_VERSION'),
      ]),
    )
    const refused = answers.filter((answer) => answer.structuredContent.error !== undefined)
    expect(refused).toHaveLength(99)
    expect(refused.every((answer) => answer.structuredContent.links.length > 0)).toBe(true)
    await Promise.all(clients.map((client) => client.close()))
  })
})
