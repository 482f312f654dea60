import { describe, expect, it } from 'vitest'
import type { Gateway } from '../../src/main/gateway.ts'
import { createClients } from '../../src/main/mcp/clients.ts'
import { createManualClock } from '../support/clock.ts'

function open() {
  const clock = createManualClock()
  let published = 0
  const clients = createClients({
    clock,
    configuration: () => ({ clients: {} }) as ReturnType<Gateway['configuration']>,
    publish: () => {
      published += 1
    },
  })
  return { clock, clients, published: () => published }
}
const row = { client: 'local', label: 'agent', transport: 'http' as const }

describe('the list of clients', () => {
  it('holds a connection until it ends, under the name that it tells [clients.list]', () => {
    const { clients, published } = open()
    const presence = clients.join({ ...row, transport: 'stdio' })
    expect(clients.list()).toEqual([{ ...row, transport: 'stdio', since: '2026-01-01T00:00:00.000Z' }])
    presence.rename('Claude Code')
    presence.rename('Claude Code')
    expect(clients.list()[0]?.label).toBe('Claude Code')
    presence.end()
    presence.end()
    expect(clients.list()).toEqual([])
    expect(published()).toBe(3)
  })

  it('holds a client without a connection for ten seconds after its last call [clients.list]', () => {
    const { clients, clock } = open()
    const first = clients.visit(row)
    const second = clients.visit(row)
    expect(clients.list()).toHaveLength(1)
    first()
    clock.advance(600_000)
    expect(clients.list()).toHaveLength(1)
    second()
    clock.advance(9_000)
    expect(clients.list()).toHaveLength(1)
    clients.visit(row)()
    clock.advance(9_000)
    expect(clients.list()).toHaveLength(1)
    clock.advance(1_000)
    expect(clients.list()).toEqual([])
  })
})
