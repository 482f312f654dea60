/** A server that its client has switched off is added switched off: nobody has asked for it to run. */
import { expect } from 'vitest'
import { it } from './import-world.ts'

const file = (servers: object) => `${JSON.stringify({ mcpServers: servers }, null, 2)}\n`
const OFF = { command: 'no-such-program', args: ['off'], disabled: true }

it('keeps a server off that was off, unless another client has the same one on [sources.disabled]', async ({
  world,
}) => {
  await world.put('.cursor/mcp.json', file({ off: OFF, both: { ...OFF, args: ['both'] } }))
  await world.put('.kiro/settings/mcp.json', file({ both: { command: 'no-such-program', args: ['both'] } }))
  const choice = await world.choose(['off', 'both'], false)
  expect(choice.servers).toHaveLength(3)
  const { drafts, hash } = await world.call('sources.previewImport', { choice })
  expect(drafts.map(({ draft }) => [draft.name, draft.connection.enabled])).toEqual([
    ['off', false],
    ['both', undefined],
  ])
  await world.call('sources.import', { choice, hash })
  expect(await world.yaml()).toContain('enabled: false')
  expect(world.gateway.configuration().connections).toMatchObject({ off: { disabled: true } })
  expect(world.gateway.configuration().connections.both?.disabled).not.toBe(true)
  expect(world.gateway.connections.state('off')?.health ?? 'disabled').toBe('disabled')
})
