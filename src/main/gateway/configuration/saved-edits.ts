/** What files held before the desk changed them, so that a person can put them back; kept in the data folder. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { takeTurns } from '../../model/in-turn.ts'
import { writeRecord } from './accepted.ts'

export interface SavedEdit {
  id: string
  /** Absolute. */
  file: string
  before: string
  after: string
  by: string
  /** ISO time; what an older version has kept has none. */
  at?: string
  /** Principal id of who has put it back; its texts are gone then. */
  undoneBy?: string
}

export interface SavedEdits {
  /** Those that were not put back, oldest first. */
  list(): Promise<SavedEdit[]>
  /** Also of one that was put back, as long as it is remembered. */
  find(id: string): Promise<SavedEdit | null>
  /** Durable when it resolves; the oldest go. */
  add(edit: SavedEdit): Promise<void>
  remove(id: string): Promise<void>
  undone(id: string, by: string): Promise<void>
}

const MOST = 20
/** Of all texts together. */
const MOST_CHARACTERS = 4 * 1024 * 1024

export function keepSavedEdits(dataFolder: string): SavedEdits {
  const path = join(dataFolder, 'configuration.undo.json')
  const read = async (): Promise<SavedEdit[]> => {
    try {
      const kept: unknown = JSON.parse(await readFile(path, 'utf8'))
      return Array.isArray(kept) ? kept : []
    } catch {
      // Without it nothing can be put back, and nothing else is lost.
      return []
    }
  }
  const inTurn = takeTurns()
  const change = (work: (edits: SavedEdit[]) => SavedEdit[]): Promise<void> =>
    inTurn(async () => {
      await writeRecord(path, cut(work(await read())))
    })
  return {
    list: async () => (await read()).filter(isPending),
    find: async (id) => (await read()).find((edit) => edit.id === id) ?? null,
    add: (edit) => change((edits) => [...edits, edit]),
    undone: (id, undoneBy) =>
      change((edits) =>
        edits.map((edit) => (edit.id === id ? { ...edit, before: '', after: '', undoneBy } : edit)),
      ),
    remove: (id) => change((edits) => edits.filter((edit) => edit.id !== id)),
  }
}

const isPending = ({ undoneBy }: SavedEdit) => undoneBy === undefined

function cut(edits: SavedEdit[]): SavedEdit[] {
  let characters = 0
  const kept = [
    ...edits.filter(isPending).slice(-MOST),
    ...edits.filter((edit) => !isPending(edit)).slice(-MOST),
  ]
  return edits
    .filter((edit) => kept.includes(edit))
    .reverse()
    .filter(({ before, after }) => {
      characters += before.length + after.length
      return characters <= MOST_CHARACTERS
    })
    .reverse()
}
