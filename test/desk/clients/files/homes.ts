/** A person's home with MCP clients in it, and the desk's hands on their files. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type ClientFiles, createClientFiles } from '../../../../src/main/desk/clients/files/client-files.ts'
import type { Person, Pipe } from '../../../../src/main/desk/clients/files/known-clients.ts'
import type { JsonObject } from '../../../../src/main/model/json.ts'
import type { ClientFileView } from '../../../../src/preload/contract.ts'

/** The program is there; what is gone is said. */
export const PIPE: Pipe = { command: process.execPath, args: ['/opt/count "sign"/pipe', 'mcp'] }
export const WITH_UNDERSCORES = { ...PIPE, args: [...PIPE.args, '--names', 'underscores'] }

/** What a person does with it is always done by the same one here. */
interface HandsOfKim extends Pick<ClientFiles, 'views'> {
  connect(id: string, hash: string): Promise<ClientFileView>
  disconnect(id: string, how: 'undo' | 'remove', hash: string): Promise<ClientFileView>
}

export interface Home {
  path: string
  clients: HandsOfKim
  /** The desk started again over the same memory, with another pipe. */
  again(pipe: Pipe): HandsOfKim
  view(id: string): Promise<ClientFileView>
  put(file: string, content: string | Buffer): Promise<string>
  read(file: string): Promise<string>
  /** All files of a folder but this one. */
  beside(file: string): Promise<string[]>
  remove(): Promise<void>
}

export async function openHome(
  person: Partial<Person> = {},
  at = Date.UTC(2026, 10, 22, 5, 30, 7),
): Promise<Home> {
  const path = await mkdtemp(join(tmpdir(), 'countersign-home-'))
  const settings = new Map<string, JsonObject>()
  const open = (pipe: Pipe): HandsOfKim => {
    const files = createClientFiles({
      person: { home: path, platform: 'linux', environment: {}, ...person },
      pipe,
      renew: async () => undefined,
      store: {
        setting: async (key) => settings.get(key) ?? null,
        saveSetting: async (key, value) => {
          settings.set(key, JSON.parse(JSON.stringify(value)))
        },
      },
      outside: () => ({ during: (_name, _event, act) => act(), begin: async () => undefined }),
      now: () => at,
    })
    return {
      views: files.views,
      connect: (id, hash) => files.connect(id, hash, 'human:kim'),
      disconnect: (id, how, hash) => files.disconnect(id, how, hash, 'human:kim'),
    }
  }
  const clients = open(PIPE)
  return {
    path,
    clients,
    again: open,
    async view(id) {
      const found = (await clients.views()).find((view) => view.id === id)
      if (found === undefined) throw new Error(`There is no client ${id}.`)
      return found
    },
    async put(file, content) {
      const whole = join(path, file)
      await mkdir(dirname(whole), { recursive: true })
      await writeFile(whole, content)
      return whole
    },
    read: (file) => readFile(join(path, file), 'utf8'),
    async beside(file) {
      const names = await readdir(dirname(join(path, file)))
      return names.filter((name) => !join(path, file).endsWith(`/${name}`))
    },
    remove: () => rm(path, { recursive: true, force: true }),
  }
}
