import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { Connection } from '../../src/main/model/configuration.ts'
import { runs } from '../support/effort.ts'
import { ask, fixture, isAlive, openPool, pidOf, untilHealthy, untilState } from './pool-fixture.ts'
import { countChildren } from './processes.ts'

const never = new AbortController().signal

function named(name: string, connection: Connection, changes: Partial<Connection> = {}): Connection {
  return { ...connection, ...changes, name } as Connection
}

describe('a new configuration', () => {
  it('opens what is new, closes what is gone, restarts only what is started otherwise [connections.live]', async () => {
    const pool = openPool({ kept: fixture(), changed: fixture('tools=1'), gone: fixture() })
    const before = {
      kept: pidOf(await untilHealthy(pool, 'kept')),
      changed: pidOf(await untilHealthy(pool, 'changed')),
      gone: pidOf(await untilHealthy(pool, 'gone')),
    }
    await pool.update({
      changed: named('changed', fixture('tools=2')),
      added: named('added', fixture()),
      kept: named('kept', fixture(), {
        title: 'Kept as it is',
        limits: { concurrency: 2 },
      }),
    })
    expect(pool.states().map(({ name, title }) => [name, title])).toEqual([
      ['changed', 'changed'],
      ['added', 'added'],
      ['kept', 'Kept as it is'],
    ])
    expect(isAlive(before.gone)).toBe(false)
    expect(isAlive(before.changed)).toBe(false)
    expect(await pool.callTool('gone', 'meta', {}, { signal: never })).toMatchObject({
      message: 'There is no server named gone.',
    })
    // A call to what is just being started waits for it.
    expect(await ask(pool, 'changed', 'hello')).toBe('unknown hello')
    expect(pidOf(await untilState(pool, 'changed', ({ tools }) => tools.length === 2))).not.toBe(
      before.changed,
    )
    expect(pidOf(await untilHealthy(pool, 'kept'))).toBe(before.kept)
    await untilHealthy(pool, 'added')
  })

  it('that comes while the last one is still being taken over wins, and leaves no process [connections.live]', async () => {
    const children = await countChildren()
    const pool = openPool({ one: fixture('tools=1') })
    const updates = [2, 3, 4].map((tools) => pool.update({ one: named('one', fixture(`tools=${tools}`)) }))
    await Promise.all(updates)
    const state = await untilState(
      pool,
      'one',
      ({ health, tools }) => health === 'healthy' && tools.length === 4,
    )
    expect(await countChildren()).toBe(children + 1)
    await pool.update({})
    expect(pool.states()).toEqual([])
    expect(isAlive(pidOf(state))).toBe(false)
    await pool.close()
    await pool.update({ one: named('one', fixture()) })
    expect(await countChildren()).toBe(children)
  })
})

describe('the end of all connections', () => {
  it('waits for servers that are only just being started, and that do not care that nobody listens [connections.live]', async () => {
    const children = await countChildren()
    const deaf: Connection = {
      kind: 'mcp',
      name: 'deaf',
      transport: {
        kind: 'stdio',
        command: process.execPath,
        args: ['-e', 'setInterval(() => {}, 1000)'],
        env: {},
      },
    }
    for (const moments of [0, 1, 3, 8]) {
      const pool = openPool({ deaf })
      for (let moment = 0; moment < moments; moment += 1) await new Promise(setImmediate)
      await pool.close()
      expect(await countChildren()).toBe(children)
    }
    const pool = openPool({ deaf })
    while ((await countChildren()) === children) await new Promise(setImmediate)
    await pool.close()
    expect(await countChildren()).toBe(children)
  })
})

describe('what is known before a server has spoken', () => {
  it('are the tools that it had, until it says which it has [connections.cached-tools]', async () => {
    const cached = [{ name: 'known', inputSchema: { type: 'object' } }]
    const pool = openPool({ slow: fixture('hang'), quick: fixture('tools=2') }, { cachedTools: () => cached })
    expect(pool.states().map(({ health, tools }) => [health, tools])).toEqual([
      ['starting', cached],
      ['starting', cached],
    ])
    const { tools } = await untilHealthy(pool, 'quick')
    expect(tools.map(({ name }) => name)).toEqual(['tool_0', 'tool_1'])
    expect(pool.state('slow')?.tools).toEqual(cached)
  })
})

describe('rest connections', () => {
  it('are down without a value for a place in their address [connections.rest]', async () => {
    const place = '$' + '{HOST}'
    const pool = openPool(
      {
        well: { kind: 'rest', name: '', baseUrl: `https://${place}/v1`, headers: {} },
        odd: { kind: 'rest', name: '', baseUrl: 'not an address', headers: {} },
        unset: { kind: 'rest', name: '', baseUrl: 'https://example.org', headers: { key: 'MISSING' } },
      },
      {
        resolve(text) {
          if (text === 'MISSING') throw new Error('The secret KEY is not set.')
          return text.replace(place, 'example.org')
        },
      },
    )
    await pool.settled(5000)
    expect(pool.states().map(({ kind, name, health }) => [kind, name, health])).toEqual([
      ['rest', 'well', 'healthy'],
      ['rest', 'odd', 'down'],
      ['rest', 'unset', 'down'],
    ])
    expect(await pool.callTool('well', 'x', {}, { signal: never })).toMatchObject({
      message: 'well is no MCP server; it has no tools.',
    })
  })
})

describe('processes', () => {
  it('are one a server, however many call it and however often it starts anew [connections.one-process]', async () => {
    const children = await countChildren()
    const pool = openPool({ one: fixture() })
    await untilHealthy(pool, 'one')
    await Promise.all(Array.from({ length: 100 }, () => ask(pool, 'one', 'meta')))
    expect(await countChildren()).toBe(children + 1)
    const handles = await countOpenFiles()
    for (let round = 0; round < runs(25, 1000); round += 1) await pool.restart('one')
    expect(pool.state('one')?.health).toBe('healthy')
    expect(await countChildren()).toBe(children + 1)
    expect(await countOpenFiles()).toBeLessThanOrEqual(handles + 5)
    await pool.close()
    expect(await countChildren()).toBe(children)
  }, 1_800_000)

  it('stay one when the server dies over and over [connections.one-process]', async () => {
    const children = await countChildren()
    const pool = openPool({ one: fixture() }, { random: () => 1 })
    await untilHealthy(pool, 'one')
    for (let round = 0; round < runs(2, 20); round += 1) {
      await pool.callTool('one', 'die', {}, { signal: never })
      await pool.restart('one')
    }
    expect(await countChildren()).toBe(children + 1)
  }, 1_800_000)
})

async function countOpenFiles(): Promise<number> {
  return (await readdir('/proc/self/fd').catch(() => [])).length
}
