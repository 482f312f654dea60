/** A desk over two servers from npm, whose tools people are asked about, and a settings file with comments. */
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Desk } from '../../../src/main/desk/desk.ts'
import type { DeskSession } from '../../../src/main/desk/session.ts'
import type { ToolChange, ToolRef, ToolRow, ToolsPage } from '../../../src/preload/contract.ts'
import { serverPath } from '../../connections/pool-fixture.ts'
import type { TestGateway } from '../../support/gateway.ts'
import { ask, openTestDesk } from '../fixture.ts'

const NODE = JSON.stringify(process.execPath)

export const twoServers = (shared: string, more = '') => `
# Who decides
people:
  anna: { roles: [lead] }   # since May
  ben: { roles: [lead] }
connections:
  files:
    kind: mcp
    command: ${NODE}
    args: [${JSON.stringify(serverPath('server-filesystem'))}, ${JSON.stringify(shared)}]
  everything:
    kind: mcp
    command: ${NODE}
    args: [${JSON.stringify(serverPath('server-everything'))}, stdio]
proxy:
  import:
    - connection: files   # a new server
      prefix: files
      approval: { required: true, by: { role: lead } } # ask first
      toolApproval:
        # Nobody may move anything alone.
        move_file: { required: true, quorum: 2 } # two of us
    - connection: everything
      prefix: everything
      tags: [demo]
      exclude:
        - get-env # secrets
${more}`

export interface ToolDesk {
  gateway: TestGateway
  desk: Desk
  session: DeskSession
  pages(): Promise<ToolsPage[]>
  rows(): Promise<ToolRow[]>
  row(server: string | null, name: string): Promise<ToolRow>
  change(tools: ToolRef[], change: ToolChange): Promise<{ undo: string; weaker: string[] }>
  text(): Promise<string>
}

export async function openToolDesk(
  folder: string,
  open: (yaml: string) => Promise<TestGateway>,
  more = '',
): Promise<ToolDesk> {
  const shared = join(folder, 'shared')
  await mkdir(shared, { recursive: true })
  const gateway = await open(twoServers(shared, more))
  await gateway.connections.settled(30_000)
  const desk = openTestDesk(gateway)
  const session = await desk.openSession('window')
  const pages = async () => {
    const found: ToolsPage[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await ask(desk, session, 'tools.list', cursor === undefined ? {} : { cursor })
      found.push(page)
      cursor = page.cursor
    }
    return found
  }
  const rows = async () => (await pages()).flatMap((page) => page.rows)
  return {
    gateway,
    desk,
    session,
    pages,
    rows,
    async row(server, name) {
      const found = (await rows()).find((row) => row.server === server && row.name === name)
      if (found === undefined) throw new Error(`no tool ${name}`)
      return found
    },
    async change(tools, change) {
      const edit = { kind: 'tools' as const, tools, change }
      const { hash, weaker, problems } = await ask(desk, session, 'configuration.preview', { edit })
      if (problems.length > 0) throw new Error(problems[0]?.message)
      return { ...(await ask(desk, session, 'configuration.save', { edit, hash })), weaker }
    },
    text: () => readFile(gateway.configuration().path, 'utf8'),
  }
}

export const files = (...names: string[]): ToolRef[] => names.map((name) => ({ server: 'files', name }))
export const everything = (...names: string[]): ToolRef[] =>
  names.map((name) => ({ server: 'everything', name }))
