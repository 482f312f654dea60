/**
 * The desk's editor of the configuration: single values of it, seen as a difference before they are saved; the YAML
 * stays the truth (R2.2, R2.8).
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TextEdit } from '../../config/edit/text.ts'
import { Uneditable } from '../../config/edit/uneditable.ts'
import { contentHash } from '../../config/hash.ts'
import type { Loader } from '../../config/loader.ts'
import { compareTexts, type Difference } from '../../config/reload/difference.ts'
import { type Configuration, isError, type Problem } from '../../model/configuration.ts'
import { takeTurns } from '../../model/in-turn.ts'
import type { Ids } from '../../runtime/ports.ts'
import { readJson, reasonUnread } from '../../system/files.ts'
import { writeRecord } from './accepted.ts'
import type { DiskState, LiveConfiguration } from './live-configuration.ts'
import type { WrittenConfiguration } from './written.ts'

export type DocumentEdit = TextEdit & {
  /** Absolute; the path counts in this file then. Without it, it counts in the merged document (config/read/include.ts). */
  file?: string
}

/** What an edit would write. */
export interface EditedFile {
  file: string
  before: string
  after: string
  /** Unified difference; empty: nothing would change. */
  patch: string
  weaker: string[]
  /** Null: nothing but words differs, or it has errors. */
  risk: Difference['risk']
  problems: Problem[]
  /** What it would be; null if it has errors. */
  configuration: Configuration | null
  /** Of the file as it is and as it would be. */
  hash: string
}

type EditResult = { kind: 'edited'; edited: EditedFile } | Impossible
interface Impossible {
  kind: 'impossible'
  /** A sentence. */
  message: string
}
type SavedOrNot = { kind: 'saved'; undo: string; file: string } | { kind: 'moved' } | Impossible
type UndoneOrNot =
  | { kind: 'undone'; file: string }
  /** `by`: principal id of who put it back before. */
  | { kind: 'already'; by: string }
  /** The file was changed since; `by`: at the desk, by this one. Null: outside it. */
  | { kind: 'moved'; by: string | null }
  | { kind: 'not_found' }
  | Impossible

/** What the desk has written and still knows how to put back. */
interface SavedChange {
  id: string
  file: string
  /** ISO time; null: nobody wrote it down. */
  at: string | null
  by: string
  /** Unified difference. */
  patch: string
  /** The file is as this change has left it. */
  canUndo: boolean
}

export interface ConfigurationEditor {
  /** All must stand in one file. Writes nothing. `secrets`: names of those that will be stored before it is saved. */
  preview(edits: readonly DocumentEdit[], secrets?: readonly string[]): Promise<EditResult>
  /**
   * Saves what was seen; by that, this person has accepted it. `moved`: it would be something else now. `remember` keeps
   * what else is to be put back with it, before it is saved.
   */
  save(
    edits: readonly DocumentEdit[],
    hash: string,
    by: string,
    remember?: (undo: string) => Promise<void>,
  ): Promise<SavedOrNot>
  /** How grave it would be to put this back. */
  riskOfUndo(id: string): Promise<Difference['risk']>
  /** The last ones, newest first. */
  changes(): Promise<SavedChange[]>
  /** Principal id of who has put it back; null: nobody, or longer ago than is remembered. */
  undoneBy(id: string): Promise<string | null>
  /** Puts the file back as it was before, if nobody has changed it since. */
  undo(id: string, by: string): Promise<UndoneOrNot>
}

interface EditorParts {
  live: Pick<LiveConfiguration, 'current' | 'texts' | 'status' | 'checkFile' | 'saveFile'>
  loader: Pick<Loader, 'edit'>
  written: Pick<WrittenConfiguration, 'places'>
  /** Reads the files; resolves when that was tried, whatever came of it. */
  readAgain(): Promise<void>
  dataFolder: string
  redact(text: string): string
  ids: Ids
  /** ISO time. */
  now(): string
}

export function createEditor({
  live,
  loader,
  written,
  readAgain,
  dataFolder,
  redact,
  ids,
  now,
}: EditorParts): ConfigurationEditor {
  const kept = keepSavedEdits(dataFolder)
  /** Of two who put the same back at once, the second is told of the first. */
  const inTurn = takeTurns()

  function patchOf(file: string, before: string, after: string): string {
    const [changed] = compareTexts({ [file]: before }, { [file]: after })
    return redact(changed?.patch ?? '')
  }

  /** `isRead`: what is on the disk was just read again. */
  async function preview(
    edits: readonly DocumentEdit[],
    secrets: readonly string[] = [],
    isRead = false,
  ): Promise<EditResult> {
    const texts = live.texts()
    const mainFile = live.current().path
    const found = await written.places(edits.map(({ path }) => path))
    const located = found.map((place, index) => {
      const { file = place.file, path = [] } = edits[index] ?? {}
      return edits[index]?.file === undefined ? place : { file, path }
    })
    const files = [...new Set(located.map(({ file }) => file))]
    const [file = mainFile] = files
    if (files.length > 1)
      return impossible(
        `This stands in several files (${files.join(', ')}). Change one thing after the other.`,
      )
    let before: string
    try {
      before = await readFile(file, 'utf8')
    } catch (error) {
      return impossible(`The file ‘${file}’ cannot be read: ${reasonUnread(error)}.`)
    }
    if (before !== texts[file]) {
      if (isRead) return impossible(sayNotInForce(file, live.status().disk.kind))
      // Somebody has saved it just now: nothing may be told of that before it was looked at.
      await readAgain()
      return await preview(edits, secrets, true)
    }
    try {
      const after = await loader.edit(
        before,
        edits.map((edit, index) => ({ ...edit, path: located[index]?.path ?? [] })),
      )
      const { configuration, problems, difference } = await live.checkFile(file, after, secrets)
      const edited: EditedFile = {
        file,
        before,
        after,
        patch: patchOf(file, before, after),
        weaker: difference?.weaker ?? [],
        risk: difference?.risk ?? null,
        problems,
        configuration,
        hash: contentHash([file, before, after]),
      }
      return { kind: 'edited', edited }
    } catch (error) {
      if (error instanceof Uneditable) return impossible(error.message)
      throw error
    }
  }

  async function write(file: string, text: string, by: string, seen: string) {
    const saved = await live.saveFile(file, text, by, seen)
    if (saved.ok) return null
    if (saved.moved === true) return { kind: 'moved' } as const
    if (saved.unwritten !== undefined) return impossible(saved.unwritten)
    const problem = saved.problems.find(isError)
    return impossible(
      `It would have errors, so it was not saved. Line ${problem?.line ?? 1}: ${problem?.message ?? ''}`,
    )
  }

  /** Null: what the file holds now was not written at the desk, or longer ago than is remembered. */
  async function changedBy({ id, file }: SavedEdit): Promise<string | null> {
    const newest = (await kept.list()).findLast((edit) => edit.file === file)
    if (newest === undefined || newest.id === id) return null
    return (await readFile(file, 'utf8').catch(() => null)) === newest.after ? newest.by : null
  }

  return {
    preview: (edits, secrets) => preview(edits, secrets),
    async save(edits, hash, by, remember) {
      const previewed = await preview(edits)
      if (previewed.kind === 'impossible') return previewed
      const { file, before, after, patch } = previewed.edited
      if (previewed.edited.hash !== hash) return { kind: 'moved' }
      const id = ids.next('ed')
      // First: once it is saved, nothing may stand between a person and taking it back.
      await kept.add({ id, file, before, after, patch, by, at: now() })
      let failed: Awaited<ReturnType<typeof write>>
      try {
        await remember?.(id)
        failed = await write(file, after, by, before)
      } catch (fault) {
        await kept.remove(id).catch(() => undefined)
        throw fault
      }
      if (failed === null) return { kind: 'saved', undo: id, file }
      await kept.remove(id)
      return failed
    },
    async riskOfUndo(id) {
      const edit = await kept.find(id)
      if (edit === null || edit.undoneBy !== undefined) return null
      return (await live.checkFile(edit.file, edit.before)).difference?.risk ?? null
    },
    async changes() {
      const newest = (await kept.list()).toReversed()
      const files = [...new Set(newest.map(({ file }) => file))]
      const onDisk = new Map<string, string | null>()
      for (const file of files) onDisk.set(file, await readFile(file, 'utf8').catch(() => null))
      const changes: SavedChange[] = []
      for (const { id, file, before, after, patch, by, at } of newest) {
        const canUndo = onDisk.get(file) === after
        // An older change may have left the same text behind: the newest is taken back first.
        if (canUndo) onDisk.delete(file)
        changes.push({ id, file, at: at ?? null, by, patch: patch ?? patchOf(file, before, after), canUndo })
        // Others are served between two comparisons.
        await new Promise((resolve) => setImmediate(resolve))
      }
      return changes
    },
    undoneBy: async (id) => (await kept.find(id))?.undoneBy ?? null,
    undo: (id, by) =>
      inTurn(async () => {
        const edit = await kept.find(id)
        if (edit === null) return { kind: 'not_found' }
        if (edit.undoneBy !== undefined) return { kind: 'already', by: edit.undoneBy }
        const failed = await write(edit.file, edit.before, by, edit.after)
        if (failed?.kind === 'moved') return { kind: 'moved', by: await changedBy(edit) }
        if (failed !== null) return failed
        // It is put back, whatever can be written down of that.
        await kept.undone(id, by).catch(() => undefined)
        return { kind: 'undone', file: edit.file }
      }),
  }
}

function impossible(message: string): Impossible {
  return { kind: 'impossible', message }
}

// ── What files held before the desk changed them, so that a person can put them back; kept in the data folder.

interface SavedEdit {
  id: string
  /** Absolute. */
  file: string
  before: string
  after: string
  /** Without the keys that were known then, and need not be any more; an older version has kept none. */
  patch?: string
  by: string
  /** ISO time; what an older version has kept has none. */
  at?: string
  /** Principal id of who has put it back; its texts are gone then. */
  undoneBy?: string
}

interface SavedEdits {
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

function keepSavedEdits(dataFolder: string): SavedEdits {
  const path = join(dataFolder, 'configuration.undo.json')
  const read = async (): Promise<SavedEdit[]> => {
    const kept = await readJson(path)
    // Without it nothing can be put back, and nothing else is lost.
    return Array.isArray(kept) ? kept : []
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
        edits.map((edit) =>
          edit.id === id ? { ...edit, before: '', after: '', patch: '', undoneBy } : edit,
        ),
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

const NOT_IN_FORCE: Record<DiskState['kind'], string> = {
  same: 'is being changed at this moment. Try again',
  waiting: 'was changed on the disk, and that change waits in the inbox. Decide about it first',
  invalid: 'was changed on the disk and has errors. Fix them in the file first',
  refused:
    'was changed on the disk, and that change was refused. Put the file back as it was, or change it again, first',
}

function sayNotInForce(file: string, disk: DiskState['kind']): string {
  return `‘${file}’ ${NOT_IN_FORCE[disk]}.`
}
