import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { untilState } from '../../connections/pool-fixture.ts'
import { ask, openTestDesk } from '../../desk/fixture.ts'
import { test } from '../../support/fixtures.ts'
import { follow, pending, person, press, start } from '../../support/gateway.ts'

const MEMORY = `\${COUNTERSIGN_MODULES}/@modelcontextprotocol/server-memory/dist/index.js`
const FILE = `
connections:
  memory: { kind: mcp, command: "\${COUNTERSIGN_NODE}", args: ["${MEMORY}"] }
  echo: { kind: cli, command: echo }
  api: { kind: rest, baseUrl: http://127.0.0.1:9 }
proxy:
  import: [{ connection: memory, prefix: memory }]
  expose:
    - { name: say, executor: { kind: cli, connection: echo, args: [hi] } }
workflows:
  read:
    initialState: a
    states:
      a:
        transitions:
          look: { target: b, executor: { kind: mcp, connection: memory, tool: read_graph } }
          say: { target: b, executor: { kind: cli, connection: echo, args: [hi] } }
          fetch: { target: b, executor: { kind: rest, connection: api, method: GET, path: /x } }
      b: {}
`

describe('a disabled server', () => {
  test('is refused in runs that have begun, on every kind of call, and check warns of it [servers.disabled]', async ({
    openGateway,
  }) => {
    const gateway = await openGateway(FILE)
    await untilState(gateway.connections, 'memory', ({ health }) => health === 'healthy')
    const run = await start(gateway, 'read')
    const desk = openTestDesk(gateway)
    const session = await desk.openSession('window')
    for (const name of ['memory', 'echo', 'api']) {
      const edit = { kind: 'enableServer' as const, name, enabled: false }
      const { hash, weaker } = await ask(desk, session, 'configuration.preview', { edit })
      expect(weaker).toEqual([])
      await ask(desk, session, 'configuration.save', { edit, hash })
    }
    for (const transition of ['look', 'say', 'fetch']) {
      const { error, result } = await follow(gateway, run, transition)
      expect(`${error?.message} ${result.message}`).toMatch(
        /The server ‘\w+’ is disabled\. A person can enable it/,
      )
    }
    const warnings = gateway.problems().map(({ message }) => message)
    expect(warnings).toContain(
      'The connection ‘memory’ is disabled (‘enabled: false’): until it is enabled, this call is refused.',
    )
    const item = await ask(desk, session, 'catalog.item', { id: 'read' })
    expect(item.transitions[0]?.rules).toContain(
      'The server ‘memory’ is disabled: this fails until somebody enables it.',
    )
    expect(gateway.discovery.entry('say')).toBeNull()
    const restart = await desk.dispatch(session, 'connections.restart', { name: 'memory' })
    expect(restart).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('Enable it first') },
    })
  })

  test('stays off over a restart, and what enabling it lets run is said, also of a change by hand [servers.disabled]', async ({
    openGateway,
    folder,
  }) => {
    const configuration = join(folder, 'countersign.yaml')
    const off = `version: "1.0.0"${FILE.replace('kind: mcp,', 'kind: mcp, enabled: false,')}`
    await writeFile(configuration, off)
    const first = await openGateway('', { folder, configuration })
    expect(first.connections.state('memory')).toMatchObject({ health: 'disabled', tools: [] })
    await writeFile(configuration, off.replace('enabled: false,', ''))
    await first.live.consider()
    const { disk } = first.live.status()
    if (disk.kind !== 'waiting') throw new Error(disk.kind)
    const item = await first.store.approval(disk.approvalId)
    expect(JSON.stringify(item)).toContain('now starts a program')
    expect(JSON.stringify(item)).toContain('Agents can now run the tools of ‘memory’ without asking a person')
    expect(await readFile(configuration, 'utf8')).not.toContain('enabled')
  })

  test('leaves what waits for a decision on a call with the reason why it cannot run [servers.disabled]', async ({
    openGateway,
  }) => {
    const gateway = await openGateway(
      FILE.replace('args: [hi] } }\nworkflows', 'args: [hi] }, approval: { required: true } }\nworkflows'),
    )
    const call = start(gateway, 'proxy_default', { capability: 'say', arguments: {} })
    await expect.poll(async () => (await pending(gateway)).length).toBe(1)
    const [item] = await pending(gateway)
    const desk = openTestDesk(gateway)
    const session = await desk.openSession('window')
    const edit = { kind: 'enableServer' as const, name: 'echo', enabled: false }
    const { hash } = await ask(desk, session, 'configuration.preview', { edit })
    await ask(desk, session, 'configuration.save', { edit, hash })
    const gone =
      '“say” is not in the catalog. If it was, what declared it is gone, or its server is disabled or called otherwise.'
    const shown = await gateway.runtime.previewDecision(person(), {
      approvalId: item?.id ?? '',
      outcome: 'approve',
      arguments: {},
    })
    expect(shown?.problems.map(({ message }) => message)).toEqual([gone])
    expect(await press(gateway, item?.id ?? '', 'approve')).toEqual({ kind: 'rejected', message: gone })
    await press(gateway, item?.id ?? '', 'refuse')
    expect(JSON.stringify(await call)).toContain('APPROVAL_DENIED')
    await desk.close()
  })
})
