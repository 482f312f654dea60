import { expect, it } from 'vitest'
import { saidOfTool } from '../../../src/main/desk/inbox/inbox-handlers.ts'
import type { Definition } from '../../../src/main/model/definition.ts'
import type { ItemStatus } from '../../../src/main/model/item.ts'
import { heldItem } from '../../store/samples.ts'

it('what a server says of a tool now is not shown as what a decision was made on [card.said]', () => {
  const tools = [{ name: 'write', description: ' Writes a row. ' }]
  const gateway = {
    connections: { state: () => ({ tools }) },
    catalog: { isUnlistedTool: () => false },
  } as never
  const executor = { kind: 'mcp', connection: 'db', tool: 'write' }
  const definition = { states: { ready: { transitions: { save: { executor } } } } } as unknown as Definition
  const said = (status: ItemStatus) =>
    saidOfTool(gateway, heldItem({ state: 'ready', status }, { transition: 'save' }), definition)
  const words = { connection: 'db', tool: 'write', description: 'Writes a row.' }
  expect(said('pending')).toEqual(words)
  expect(said('scheduled')).toEqual(words)
  for (const status of ['approved', 'refused', 'expired', 'withdrawn'] as const)
    expect(said(status)).toBeNull()
})
