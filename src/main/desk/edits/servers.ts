/** Servers, as changes of the configuration. What of the files changes is worked out beside the editor. */
import { quoteName } from '../../workflow/wording/quote.ts'
import { DeskFault } from '../fault.ts'
import { type EditKind, type Edits, sayElsewhere } from './edit-kind.ts'

export const addServer: EditKind<'addServer'> = {
  async edits(gateway, { draft, candidate }) {
    const isTrusted = gateway.servers.origins.trusts(draft.connection, candidate)
    const { hazards } = await gateway.servers.examine(draft, isTrusted)
    const refused = hazards.find(({ level }) => level === 'refused')
    if (refused !== undefined)
      throw new DeskFault('REJECTED', `‘${refused.literal}’ cannot be added: ${refused.text}`)
    return take(await gateway.servers.edits.add(draft))
  },
  missed: ({ connections }, { draft: { name } }) =>
    Object.hasOwn(connections, name) ? null : `The server ‘${name}’ would not be there.`,
}

export const changeServer: EditKind<'changeServer'> = {
  edits: async (gateway, { name, from, connection }) =>
    take(await gateway.servers.edits.change(name, from, connection)),
  missed: ({ connections }, { name }) => (Object.hasOwn(connections, name) ? null : sayElsewhere(name)),
  async names({ servers }, { name, connection }) {
    const hazardsOf = async (declared: typeof connection) =>
      (await servers.examine({ name, connection: declared, tools: null }, true)).hazards.map(
        ({ literal, text }) => `${quoteName(literal)}: ${text}`,
      )
    const before = await servers.edits.shown(name)
    const known = before === null ? [] : await hazardsOf(before)
    return (await hazardsOf(connection)).filter((sentence) => !known.includes(sentence))
  },
}

export const renameServer: EditKind<'renameServer'> = {
  async edits(gateway, { name, to, tools }) {
    const ids = new Map<string, string>()
    for (const { id, capability } of tools ? gateway.discovery.entries() : []) {
      const source = capability?.source
      if (source?.kind === 'import' && source.connection === name && id.startsWith(`${name}.`))
        ids.set(id, `${to}${id.slice(name.length)}`)
    }
    return take(await gateway.servers.edits.rename(name, to, ids))
  },
  missed: ({ connections }, { name, to }) =>
    !Object.hasOwn(connections, name) && Object.hasOwn(connections, to) ? null : sayElsewhere(name),
}

export const enableServer: EditKind<'enableServer'> = {
  edits: async (gateway, { name, enabled }) => take(await gateway.servers.edits.enable(name, enabled)),
  missed: ({ connections }, { name, enabled }) =>
    (connections[name]?.disabled !== true) === enabled ? null : sayElsewhere(name),
}

export const removeServer: EditKind<'removeServer'> = {
  edits: async (gateway, { name }) => take(await gateway.servers.edits.remove(name)),
  missed: ({ connections }, { name }) => (Object.hasOwn(connections, name) ? sayElsewhere(name) : null),
}

function take(found: { ok: true; edits: Edits } | { ok: false; message: string }): Edits {
  if (!found.ok) throw new DeskFault('REJECTED', found.message)
  return found.edits
}
