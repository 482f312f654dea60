/** What files held before the desk changed them, so that a person can put them back; kept in the data folder. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { takeTurns } from '../../model/in-turn.ts'
import { writeWhole } from '../../store/write-whole.ts'

export interface SavedEdit {
  id: string
  /** Absolute. */
  file: string
  before: string
  after: string
  by: string
  /** ISO time; what an older version has kept has none. */
  at?: string
}

export interface SavedEdits {
  /** Oldest first. */
  list(): Promise<SavedEdit[]>
  find(id: string): Promise<SavedEdit | null>
  /** Durable when it resolves; the oldest go. */
  add(edit: SavedEdit): Promise<void>
  remove(id: string): Promise<void>
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
      await writeWhole(path, JSON.stringify(cut(work(await read()))))
    })
  return {
    list: read,
    find: async (id) => (await read()).find((edit) => edit.id === id) ?? null,
    add: (edit) => change((edits) => [...edits, edit]),
    remove: (id) => change((edits) => edits.filter((edit) => edit.id !== id)),
  }
}

function cut(edits: SavedEdit[]): SavedEdit[] {
  let characters = 0
  return edits
    .slice(-MOST)
    .reverse()
    .filter(({ before, after }) => {
      characters += before.length + after.length
      return characters <= MOST_CHARACTERS
    })
    .reverse()
}
