/** Several servers as one change of the configuration. */
import type { ServerDraft, ServerExamination } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import { quoteName } from '../../workflow/wording/quote.ts'
import type { Edits } from '../edits/edit-kind.ts'
import { DeskFault } from '../fault.ts'
import type { ImportPlan } from './found/plan-import.ts'

export interface ExaminedServer {
  draft: ServerDraft
  isTrusted: boolean
  examination: ServerExamination
}

/** Looked at, and locked in as a person has chosen, or as it fits. Nothing is started. */
export async function examineServers(
  { servers }: Pick<Gateway, 'servers'>,
  { servers: planned, secrets }: Pick<ImportPlan, 'servers' | 'secrets'>,
): Promise<ExaminedServer[]> {
  const values = Object.fromEntries(secrets.map(({ name, value }) => [name, value]))
  return await Promise.all(
    planned.map(async ({ draft, isTrusted, sandbox }) => {
      const examination = await servers.examine(draft, isTrusted, values)
      const mode = sandbox ?? examination.sandbox?.suggested ?? 'none'
      if (mode === 'none') return { draft, isTrusted, examination }
      return {
        draft: { ...draft, connection: { ...draft.connection, sandbox: mode } },
        isTrusted,
        examination,
      }
    }),
  )
}

/** What comes from outside and has no honest use is not added. @throws DeskFault */
export function requireHonest(servers: readonly ExaminedServer[]): void {
  for (const { draft, examination } of servers) {
    const refused = examination.hazards.find(({ level }) => level === 'refused')
    if (refused !== undefined)
      throw new DeskFault(
        'REJECTED',
        `The server ‘${draft.name}’ cannot be added because of ${quoteName(refused.literal)}: ${refused.text}`,
      )
  }
}

export async function addServersEdits(gateway: Gateway, servers: readonly ExaminedServer[]): Promise<Edits> {
  const edits: Edits[number][] = []
  /** How much was appended already, by the list. */
  const appended = new Map<string, number>()
  for (const { draft } of servers) {
    const found = await gateway.servers.edits.add(draft)
    if (!found.ok) throw new DeskFault('REJECTED', found.message)
    for (const edit of found.edits) {
      const [head, list, index, ...rest] = edit.path
      if (head !== 'proxy' || typeof list !== 'string' || typeof index !== 'number') {
        edits.push(edit)
        continue
      }
      const before = appended.get(list) ?? 0
      appended.set(list, before + 1)
      edits.push({ ...edit, path: [head, list, index + before, ...rest] })
    }
  }
  return edits
}
