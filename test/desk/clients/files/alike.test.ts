/** Clients that write their servers as Claude Desktop does, each in a file of its own. */
import { describe, expect } from 'vitest'
import { KNOWN_CLIENTS } from '../../../../src/main/desk/clients/files/known-clients.ts'
import { test as base } from '../../../support/fixtures.ts'
import { it as withWorld } from '../../sources/import-world.ts'
import { openHome, WITH_UNDERSCORES } from './homes.ts'

const it = base.extend('home', async ({}, { onCleanup }) => {
  const home = await openHome()
  onCleanup(() => home.remove())
  return home
})

const EXTENSIONS = '.config/Code/User/globalStorage'
const CLINE = `${EXTENSIONS}/saoudrizwan.claude-dev/settings/cline_mcp_settings.json`
const ROO_CODE = `${EXTENSIONS}/rooveterinaryinc.roo-cline/settings/mcp_settings.json`
const FILES = [
  ['cline', 'Cline', CLINE],
  ['roo-code', 'Roo Code', ROO_CODE],
  ['kiro', 'Kiro', '.kiro/settings/mcp.json'],
  ['junie', 'Junie', '.junie/mcp/mcp.json'],
  ['lm-studio', 'LM Studio', '.lmstudio/mcp.json'],
  ['amazon-q', 'Amazon Q', '.aws/amazonq/mcp.json'],
  ['warp', 'Warp', '.warp/.mcp.json'],
  ['continue', 'Continue', '.continue/mcpServers/countersign.json'],
] as const
const TEXT = `{
  "mcpServers": {
    "git": { "command": "uvx", "args": ["mcp-server-git"], "env": { "LEVEL": "\${LEVEL}" }, "disabled": false }
  }
}
`

describe('a client', () => {
  it.for(FILES)(
    'is connected in its own file, and undone byte for byte: %s [clients.alike] [settings.undo]',
    async ([id, title, file], { home }) => {
      await home.put(file, TEXT)
      const before = await home.view(id)
      expect(before).toMatchObject({ state: 'not_connected', title, problem: null })
      const view = await home.clients.connect(id, before.hash)
      expect(JSON.parse(await home.read(file)).mcpServers).toEqual({
        ...JSON.parse(TEXT).mcpServers,
        countersign: WITH_UNDERSCORES,
      })
      await home.clients.disconnect(id, 'undo', view.hash)
      expect(await home.read(file)).toBe(TEXT)
    },
  )

  it('is looked for where each system keeps it [clients.alike]', () => {
    const where = (id: string, platform: NodeJS.Platform) =>
      KNOWN_CLIENTS.find((client) => client.id === id)?.file({
        home: platform === 'win32' ? 'C:\\Users\\a' : '/home/a',
        platform,
        environment: {},
      })
    const inCode = ['Code', 'User', 'globalStorage', 'saoudrizwan.claude-dev', 'settings']
    expect(where('cline', 'darwin')).toBe(
      `/home/a/Library/Application Support/${inCode.join('/')}/cline_mcp_settings.json`,
    )
    expect(where('cline', 'win32')).toBe(
      `C:\\Users\\a\\AppData\\Roaming\\${inCode.join('\\')}\\cline_mcp_settings.json`,
    )
    expect(where('kiro', 'win32')).toBe('C:\\Users\\a\\.kiro\\settings\\mcp.json')
    expect(where('lm-studio', 'darwin')).toBe('/home/a/.lmstudio/mcp.json')
  })

  it('is there as soon as its own folder is [clients.alike]', async ({ home }) => {
    await home.put('.kiro/steering/team.md', '')
    await home.put('.junie/guidelines.md', '')
    expect(await home.view('kiro')).toMatchObject({ state: 'not_connected' })
    expect(await home.view('junie')).toMatchObject({ state: 'not_connected' })
    expect(await home.view('cline')).toMatchObject({ state: 'absent' })
  })

  withWorld('has servers to take over, its own and those of a project [clients.alike]', async ({ world }) => {
    for (const [, , file] of FILES) await world.put(file, TEXT)
    const inProject = ['.roo/mcp.json', '.kiro/settings/mcp.json', '.junie/mcp/mcp.json']
    for (const file of [...inProject, '.amazonq/mcp.json', '.warp/.mcp.json'])
      await world.put(`shop/${file}`, TEXT)
    const found = await world.call('sources.found', { folder: `${world.home}/shop` })
    const others = found.filter(({ client }) => client !== 'Claude Code')
    expect(others.map(({ client, project }) => [client, project === null])).toEqual([
      ...FILES.map(([, title]) => [title, true]),
      ...['Roo Code', 'Kiro', 'Junie', 'Amazon Q', 'Warp'].map((title) => [title, false]),
    ])
    const levelIn = (client: string) =>
      others.find((file) => file.client === client)?.servers[0]?.candidate?.draft.connection.env
    // To these it is a variable of the computer.
    for (const client of ['Kiro', 'Warp']) expect(levelIn(client)).toEqual({ LEVEL: `\${input:LEVEL}` })
    expect(levelIn('LM Studio')).toEqual({ LEVEL: `$\${LEVEL}` })
  })
})
