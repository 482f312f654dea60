/** Servers from the files of MCP clients, added in one act that is taken back in one act. */
import type {
  ImportChoice,
  ImportPreview,
  ServerDraft,
  ServerExamination,
} from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import { messageOf } from '../../model/error.ts'
import { takeTurns } from '../../model/in-turn.ts'
import type { JsonObject } from '../../model/json.ts'
import { quoteName } from '../../workflow/wording/quote.ts'
import type { ClientFiles, Replacement } from '../clients/files/client-files.ts'
import { fingerprint } from '../clients/files/person-file.ts'
import type { DeskOptions } from '../desk-options.ts'
import type { HandlersOf } from '../dispatch.ts'
import { describeEdited } from '../edits/describe-edited.ts'
import type { Edits } from '../edits/edit-kind.ts'
import { putBackSaved, requireNotPutBack } from '../edits/put-back.ts'
import { DeskFault } from '../fault.ts'
import { changeAs } from '../people/proof.ts'
import type { Seats } from '../people/seats.ts'
import type { DeskSession } from '../session.ts'
import { deleteUnused } from '../settings/saved-secrets.ts'
import { findServers, viewSources } from './found/find-servers.ts'
import { type ImportPlan, planImport } from './found/plan-import.ts'

/** What an import has done, by the id of the change that undoes it. */
interface KeptImport {
  secrets: string[]
  clients: { id: string; file: string; at: string }[]
}

/** By the id of the change of the settings file: what else is taken back with it. */
export const REMEMBERED = 'desk.imports'
const MOST_REMEMBERED = 20

export function createImportHandlers(
  options: DeskOptions,
  seats: Pick<Seats, 'seatOf'>,
  clients: ClientFiles,
): HandlersOf<'sources'> {
  const { gateway, home, pipe, mcp } = options
  /** Whoever takes an import back waits until it has ended. */
  const inTurn = takeTurns()
  const finder = () => ({ person: home, pipe, mcpUrl: mcp.url() })

  async function plan(choice: ImportChoice) {
    const sources = await findServers(finder(), choice.folder)
    const stored = gateway.secrets === null ? [] : (await gateway.secrets.list()).names
    const isUnused = ({ usedBy, signIn }: (typeof stored)[number]) => usedBy.length === 0 && !signIn
    const readValue = async ({ name }: (typeof stored)[number]) =>
      // What cannot be read is another one.
      [name, (await gateway.secrets?.valueFor(name).catch(() => null)) ?? null] as const
    const planned = planImport(sources, choice, {
      servers: new Set(Object.keys(gateway.configuration().connections)),
      secrets: new Set(stored.map(({ name }) => name)),
      unused: new Map(await Promise.all(stored.filter(isUnused).map(readValue))),
    })
    if (planned.secrets.length > 0 && gateway.secrets === null)
      throw new DeskFault('REJECTED', 'This gateway was started without a place to keep secrets in.')
    const servers = await examineServers(gateway, planned)
    const edits = await addServersEdits(gateway, servers)
    const names = planned.secrets.map(({ name }) => name)
    const result = await gateway.editor.preview(edits, names)
    if (result.kind === 'impossible') throw new DeskFault('REJECTED', result.message)
    const replaced = choice.replace ? await previewClients(planned) : []
    const hash = fingerprint(
      JSON.stringify([result.edited.hash, replaced.map((each) => each.change.hash), planned.secrets]),
    )
    return { planned, servers, edits, edited: result.edited, replaced, hash }
  }

  async function previewClients({ taken }: ImportPlan) {
    const byClient = Map.groupBy(
      taken.filter(({ source }) => source.canReplace),
      ({ source }) => source.place.client.id,
    )
    const changes: { names: string[]; change: Replacement }[] = []
    for (const [id, entries] of byClient) {
      const names = entries.map(({ key }) => key)
      changes.push({ names, change: await clients.previewReplace(id, names) })
    }
    return changes
  }

  async function remember(undo: string, kept: KeptImport | null): Promise<void> {
    const { [undo]: _, ...others } = (await gateway.store.setting(REMEMBERED)) ?? {}
    const newest = Object.entries(others).slice(-MOST_REMEMBERED)
    const all = kept === null ? newest : [...newest, [undo, kept as unknown as JsonObject] as const]
    await gateway.store.saveSetting(REMEMBERED, Object.fromEntries(all))
  }

  const rememberAtLast = (undo: string, kept: KeptImport | null) => gateway.atLast(() => remember(undo, kept))

  async function recall(undo: string): Promise<KeptImport> {
    const all = (await gateway.store.setting(REMEMBERED)) ?? {}
    if (!Object.hasOwn(all, undo))
      throw new DeskFault('NOT_FOUND', 'This was put back already, or is too long ago.')
    return all[undo] as unknown as KeptImport
  }

  /** Its answers are sentences: what could not be taken back, and why. */
  async function takeBack({ clients: written, secrets }: KeptImport, actor: string) {
    const left: { id: string; file: string; message: string }[] = []
    for (const { id, file, at } of written) {
      try {
        await clients.takeBack(id, { at, by: actor })
      } catch (error) {
        left.push({ id, file, message: messageOf(error) })
      }
    }
    const secretsLeft = await deleteUnused(gateway, secrets, actor)
    gateway.publish({ topic: 'clients' })
    return { left, secretsLeft }
  }

  /** Null: done; else what stays, as a sentence. */
  async function undoSave(undo: string, actor: string): Promise<string | null> {
    const result = await gateway.editor
      .undo(undo, actor)
      .catch((error: unknown) => ({ kind: 'impossible' as const, message: messageOf(error) }))
    if (result.kind === 'undone') return null
    const why = result.kind === 'impossible' ? result.message : 'The settings file was changed since.'
    return `The new servers stay in your settings with their secrets, because they could not be taken out again. ${why}`
  }

  async function carryOut(found: Awaited<ReturnType<typeof plan>>, actor: string): Promise<string> {
    const { planned, edits, edited, replaced } = found
    const at = new Date(gateway.clock.now()).toISOString()
    const kept: KeptImport = {
      secrets: [],
      clients: replaced.map(({ change: { id, file } }) => ({ id, file, at })),
    }
    let undo: string | null = null
    let remembered: string | null = null
    try {
      for (const { name, value } of planned.secrets) {
        await gateway.secrets?.set(name, value, actor)
        kept.secrets.push(name)
      }
      // All that it is about to do: where it ends half-way, whatever of that was done can be taken back.
      const saved = await gateway.editor.save(edits, edited.hash, actor, async (id) => {
        remembered = id
        await remember(id, kept)
      })
      if (saved.kind === 'impossible') throw new DeskFault('REJECTED', saved.message)
      if (saved.kind === 'moved') throw moved()
      undo = saved.undo
      for (const { names, change } of replaced)
        await clients.replace(change.id, names, change.hash, { at, by: actor })
      gateway.publish({ topic: 'clients' })
      return undo
    } catch (fault) {
      const stays = undo === null ? null : await undoSave(undo, actor)
      // What stays in the configuration needs its secrets.
      const { left } = await takeBack(stays === null ? kept : { ...kept, secrets: [] }, actor)
      const isLeft = ({ id }: { id: string }) => left.some((each) => each.id === id)
      const rest = stays === null ? null : { ...kept, clients: kept.clients.filter(isLeft) }
      if (remembered !== null) await rememberAtLast(remembered, rest)
      if (stays !== null || left.length > 0)
        throw new DeskFault('REJECTED', [messageOf(fault), stays ?? '', sayLeft(left)].join(' ').trim())
      throw fault instanceof DeskFault ? fault : new DeskFault('REJECTED', messageOf(fault))
    }
  }

  return {
    async 'sources.found'(_, { folder }) {
      return viewSources(
        await findServers(finder(), folder),
        gateway.configuration(),
        gateway.servers.origins.remember,
      )
    },
    async 'sources.previewImport'(_, { choice }): Promise<ImportPreview> {
      const { planned, servers, edited, replaced, hash } = await plan(choice)
      return {
        edit: describeEdited(edited, null),
        names: planned.taken.map(({ source, key, name }) => ({ file: source.id, key, name })),
        drafts: servers,
        secrets: planned.secrets.map(({ name }) => name),
        clients: replaced.map(({ change: { title, file, patch } }) => ({ title, file, patch })),
        hash,
      }
    },
    async 'sources.try'(session, { choice, hash, name }) {
      const found = await plan(choice)
      const server = found.servers.find(({ draft }) => draft.name === name)
      if (found.hash !== hash || server === undefined) throw moved()
      const values = Object.fromEntries(found.planned.secrets.map((secret) => [secret.name, secret.value]))
      const tried = await gateway.servers.try(server.draft, server.isTrusted, values, session.principal().id)
      if (!tried.ok) throw new DeskFault('REJECTED', tried.message)
      return tried.trial
    },
    async 'sources.import'(session: DeskSession, { choice, hash }) {
      const found = await plan(choice)
      if (found.hash !== hash) throw moved()
      requireHonest(found.servers)
      return await changeAs({ gateway, seats }, session, found.edited.risk, async (who) => ({
        undo: await inTurn(() => carryOut(found, who.id)),
      }))
    },
    async 'sources.undoImport'(session, { undo }) {
      await requireNotPutBack(gateway, undo, session.principal())
      const kept = await recall(undo)
      const risk = await gateway.editor.riskOfUndo(undo)
      return await changeAs({ gateway, seats }, session, risk, async (who) => {
        return await inTurn(async () => {
          await putBackSaved(gateway, undo, who)
          const { left, secretsLeft } = await takeBack(kept, who.id)
          await rememberAtLast(undo, null)
          return { left: left.map(({ file, message }) => ({ file, message })), secretsLeft }
        })
      })
    },
  }
}

function moved(): DeskFault {
  return new DeskFault(
    'SEEN_CHANGED',
    'A file has changed since you saw this. Nothing was added; look again.',
  )
}

function sayLeft(left: readonly { file: string; message: string }[]): string {
  return left.map(({ file, message }) => `${file} could not be put back: ${message}`).join(' ')
}

// ── Several servers as one change of the configuration.

interface ExaminedServer {
  draft: ServerDraft
  isTrusted: boolean
  examination: ServerExamination
}

/** Looked at, and locked in as a person has chosen, or as it fits. Nothing is started. */
async function examineServers(
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
function requireHonest(servers: readonly ExaminedServer[]): void {
  for (const { draft, examination } of servers) {
    const refused = examination.hazards.find(({ level }) => level === 'refused')
    if (refused !== undefined)
      throw new DeskFault(
        'REJECTED',
        `The server ‘${draft.name}’ cannot be added because of ${quoteName(refused.literal)}: ${refused.text}`,
      )
  }
}

async function addServersEdits(gateway: Gateway, servers: readonly ExaminedServer[]): Promise<Edits> {
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
