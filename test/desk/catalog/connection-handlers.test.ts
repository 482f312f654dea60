import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { createConnectionHandlers } from '../../../src/main/desk/catalog/connection-handlers.ts'
import { startOAuthServer } from '../../connections/oauth-server.ts'
import { untilState } from '../../connections/pool-fixture.ts'
import { openTestGateway, person, type TestGateway } from '../../support/gateway.ts'
import { ask, openTestDesk } from '../fixture.ts'

let gateway: TestGateway | null = null
afterEach(async () => {
  await gateway?.close()
  gateway = null
})

describe('a connection at the desk', () => {
  it('that needs a person to sign in says so, and gives the address to open [connections.oauth]', async () => {
    const server = await startOAuthServer()
    gateway = await openTestGateway(`connections: { web: { kind: mcp, url: "${server.url}" } }\n`)
    const pool = gateway.connections
    await untilState(pool, 'web', ({ health }) => health === 'needs_sign_in')
    const handlers = createConnectionHandlers({ gateway })
    const session = { person: person() } as unknown as Parameters<(typeof handlers)['connections.list']>[0]
    const [view] = await handlers['connections.list'](session, {})
    expect(view).toMatchObject({ name: 'web', health: 'needs_sign_in' })
    const { url } = await handlers['connections.signIn'](session, { name: 'web' })
    await fetch(url)
    await untilState(pool, 'web', ({ health }) => health === 'healthy')
    await expect(handlers['connections.signIn'](session, { name: 'nobody' })).rejects.toThrow(
      'no server named',
    )
  })

  it('says which of its tools have another id, because theirs was taken [connections.import-clash]', async () => {
    const run = `kind: mcp, command: ${JSON.stringify(process.execPath)}, args: [${JSON.stringify(fileURLToPath(new URL('../../runtime/asking-server.ts', import.meta.url)))}, unused]`
    gateway = await openTestGateway(
      `connections: { one: { ${run} }, two: { ${run} } }
proxy: { import: [{ connection: one, prefix: p, include: [ask, sak] }, { connection: two, prefix: p, include: [ask] }] }
`,
    )
    for (const name of ['one', 'two'])
      await untilState(gateway.connections, name, ({ tools }) => tools.length > 0)
    const desk = openTestDesk(gateway)
    const connections = await ask(desk, await desk.openSession('window'), 'connections.list', {})
    expect(connections.map(({ warnings }) => warnings)).toEqual([
      ['The settings file names the tool sak, which the server one does not have.'],
      [
        'Two tools would be called p.ask: the tool ask of the server two is called two.ask instead. Give its server another prefix.',
      ],
    ])
  })

  it('counts as unhealthy when it has failed, not while it is being started [desk.status]', async () => {
    gateway = await openTestGateway(
      'connections: { slow: { kind: mcp, command: sh, args: [-c, "cat > /dev/null"] }, dead: { kind: mcp, command: "false" } }\n',
    )
    await untilState(gateway.connections, 'dead', ({ health }) => health === 'down')
    expect(gateway.connections.state('slow')).toMatchObject({ health: 'starting' })
    const desk = openTestDesk(gateway)
    const status = await ask(desk, await desk.openSession('window'), 'desk.status', {})
    expect(status.unhealthy).toEqual([{ name: 'dead', health: 'down' }])
  })
})
