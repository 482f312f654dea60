/** Where servers of MCP clients are written down: in the person's own files, and in those of a project's folder. Pure. */
import { posix, win32 } from 'node:path'
import { KNOWN_CLIENTS, type KnownClient, type Person } from '../../clients/files/known-clients.ts'

export interface SourcePlace {
  client: KnownClient
  file: string
  /** The member or table that holds all servers. */
  section: string
  /** Null: the person's own file. */
  project: string | null
}

/** How clients call their files in a project's folder; their formats are those of the person's own. */
const IN_PROJECT: Readonly<Record<string, readonly string[]>> = {
  'claude-code': ['.mcp.json'],
  cursor: ['.cursor', 'mcp.json'],
  vscode: ['.vscode', 'mcp.json'],
  'gemini-cli': ['.gemini', 'settings.json'],
  codex: ['.codex', 'config.toml'],
}

export function placesOf(person: Person, folder: string | null): SourcePlace[] {
  const { join } = person.platform === 'win32' ? win32 : posix
  const own = KNOWN_CLIENTS.map((client) => ({
    client,
    file: client.file(person),
    section: client.section,
    project: null,
  }))
  if (folder === null) return own
  const projects = KNOWN_CLIENTS.flatMap((client) => {
    const names = Object.hasOwn(IN_PROJECT, client.id) ? IN_PROJECT[client.id] : undefined
    if (names === undefined) return []
    return [{ client, file: join(folder, ...names), section: client.section, project: folder }]
  })
  return [...own, ...projects.filter(({ file }) => own.every((each) => each.file !== file))]
}
