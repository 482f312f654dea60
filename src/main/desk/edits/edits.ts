/** Every kind of change that the desk writes into the configuration. */
import type { ConfigurationEdit } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import type { JsonValue } from '../../model/json.ts'
import { readKey } from '../activity/attention-handlers.ts'
import { missedWords, wordsEdits } from '../catalog/words-edits.ts'
import { DeskFault } from '../fault.ts'
import { client, removeClient } from './clients.ts'
import type { EditKind, EditName, Edits } from './edit-kind.ts'
import { person, removePerson } from './people.ts'
import { addServer, changeServer, enableServer, removeServer, renameServer } from './servers.ts'
import { tools } from './tools.ts'

const APPROVALS = ['timeoutMs', 'holdMs', 'undoMs', 'proof'] as const

const EDIT_KINDS: { [Name in EditName]: EditKind<Name> } = {
  approvals: {
    edits: (_, edit) =>
      APPROVALS.flatMap((name) => {
        const value: JsonValue | undefined = edit[name]
        return value === undefined ? [] : [{ path: ['approvals', name], value }]
      }),
    missed: () => null,
  },
  person,
  removePerson,
  ...{ client, removeClient },
  ...{ addServer, changeServer, renameServer, enableServer, removeServer },
  suggestion: {
    async edits(gateway, { gate, until }) {
      const edits = await gateway.experience.edits(readKey(gate), until)
      if (edits.length === 0)
        throw new DeskFault('NOT_FOUND', 'Experience suggests nothing for this any more.')
      return edits
    },
    missed: () => null,
  },
  tools,
  words: {
    edits: (gateway, { words }) => wordsEdits(gateway, words),
    missed: (after, { words }) => missedWords(after, words),
  },
}

/** @throws DeskFault where it cannot be */
export async function editsOf(gateway: Gateway, edit: ConfigurationEdit): Promise<Edits> {
  return await kindOf(edit).edits(gateway, edit)
}

export async function namedBy(gateway: Gateway, edit: ConfigurationEdit): Promise<string[]> {
  return (await kindOf(edit).names?.(gateway, edit)) ?? []
}

export function missedBy(
  edit: ConfigurationEdit,
  after: ReturnType<Gateway['configuration']>,
): string | null {
  return kindOf(edit).missed(after, edit)
}

/** The table has the object of this very kind. */
function kindOf(edit: ConfigurationEdit): EditKind<EditName> {
  return EDIT_KINDS[edit.kind] as unknown as EditKind<EditName>
}
