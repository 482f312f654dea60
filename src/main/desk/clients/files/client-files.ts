/**
 * Connecting the MCP clients of this machine: what would change, changing it with a backup, and taking it back.
 * What was written is remembered, so that only that is undone. May import: model, runtime/ports (types), preload/contract, desk/sources/found.
 */
import { isAbsolute } from 'node:path'
import type { ClientFileView } from '../../../../preload/contract.ts'
import type { Gateway } from '../../../gateway.ts'
import { messageOf } from '../../../model/error.ts'
import { takeTurns } from '../../../model/in-turn.ts'
import { isJsonObject, type JsonObject } from '../../../model/json.ts'
import type { Store } from '../../../runtime/ports.ts'
import { canAccess } from '../../../system/files.ts'
import { DeskFault } from '../../fault.ts'
import { secretsInFile } from '../../sources/found/secrets-in-file.ts'
import { type ClientText, FORMATS, readClientText } from './client-text.ts'
import { describeChange } from './describe-change.ts'
import type { Entry, EntryEdit } from './entry.ts'
import { KNOWN_CLIENTS, type KnownClient, type Person, type Pipe, SERVER_NAME } from './known-clients.ts'
import * as files from './person-file.ts'

export interface ClientFiles {
  views(): Promise<ClientFileView[]>
  /** Answers how it is then. `hash` is that of the view which was seen; `by` a principal id. @throws DeskFault */
  connect(id: string, hash: string, by: string): Promise<ClientFileView>
  /** `undo`: the file as it was before; `remove`: only our entry goes. @throws DeskFault */
  disconnect(id: string, how: 'undo' | 'remove', hash: string, by: string): Promise<ClientFileView>
  /** What taking these servers out and putting this gateway in would change. @throws DeskFault */
  previewReplace(id: string, names: readonly string[]): Promise<Replacement>
  /** Does it, if that is still what was seen; `at` is what `takeBack` finds it by. @throws DeskFault */
  replace(id: string, names: readonly string[], hash: string, { at, by }: Mark): Promise<void>
  /** Puts back what was written then; where the file has changed since, only these servers. @throws DeskFault */
  takeBack(id: string, { at, by }: Mark): Promise<void>
  /** Looks at what an earlier process was about to write. */
  begin(): Promise<void>
}

/** `at`: ISO time; `by`: a principal id. */
type Mark = { at: string; by: string }

export interface Replacement {
  id: string
  title: string
  file: string
  /** Unified difference. */
  patch: string
  hash: string
}

export interface ClientFilesParts {
  person: Person
  pipe: Pipe
  /** Puts in order what the pipe's command starts. */
  renew(): Promise<void>
  store: Pick<Store, 'setting' | 'saveSetting'>
  outside: Gateway['outside']
  /** Milliseconds since 1970. */
  now(): number
}

/** What was written last, by the id of the client. */
export interface WrittenEntry {
  target: string
  at: string
  /** Null: there was no file before. */
  backup: string | null
  before: string | null
  after: string
  /** The servers that this gateway has taken the place of. */
  replaced?: string[]
}

interface Look {
  client: KnownClient
  view: ClientFileView
  file: files.PersonFile
  text: ReadText | null
  written: WrittenEntry | null
}

type ReadText = Extract<ClientText, { ok: true }>

const REMEMBERED = 'desk.clientFiles'
/** Others of this machine have nothing to look for in a file that may hold tokens. */
const NEW_FILE_MODE = 0o600

export function createClientFiles({
  person,
  pipe,
  renew,
  store,
  outside,
  now,
}: ClientFilesParts): ClientFiles {
  /** The second press sees what the first has written. */
  const inTurn = takeTurns()
  const eventOf = (connects: boolean) => (connects ? 'client.connected' : 'client.disconnected')
  const acts = outside('client', {
    // Other programs write these files, too: what an entry says is so, or it is not written.
    async look(id) {
      const { text, file } = await look(requireClient(id))
      return `${eventOf(text?.connected === true)} ${printFor(file, '')}`
    },
    fits: ({ eventType }, now) => now.startsWith(`${eventType} `),
  })
  const during = <Result>({ client }: Look, by: string, connects: boolean, act: () => Promise<Result>) => {
    const eventType = eventOf(connects)
    const payload = { client: client.id, file: client.file(person) }
    return acts.during(client.id, { actor: by, eventType, payload }, act)
  }

  async function look(client: KnownClient): Promise<Look> {
    const path = client.file(person)
    const file = await files.readPersonFile(path)
    const written = await readWritten(client.id)
    const text: ClientText =
      file.kind === 'problem'
        ? { ok: false, problem: file.problem }
        : readClientText(client, textOf(file), client.entry(pipe))
    const base = {
      id: client.id,
      title: client.title,
      file: path,
      linksTo: file.kind !== 'missing' && file.link ? file.target : null,
      undo: undoOf(written, file),
    }
    if (text.ok)
      return { client, file, text, written, view: { ...base, ...(await showText(client, file, text)) } }
    const nothing = { patch: null, removal: null, other: null, missing: null }
    const said = { state: 'unreadable' as const, problem: text.problem, hash: printFor(file, '') }
    return { client, file, text: null, written, view: { ...base, ...nothing, ...said } }
  }

  /** What stands there of this gateway, and what would change. */
  async function showText(client: KnownClient, file: files.PersonFile, text: ReadText) {
    const { connected, other, connect, remove } = text
    const before = file.kind === 'text' ? file.text : null
    const patchOf = (edit: EntryEdit) =>
      edit.ok
        ? describeChange(client.file(person), before, edit.text, secretsInFile(client.format, textOf(file)))
        : null
    const isInstalled = file.kind !== 'missing' || (await anyExists(client.signs(person)))
    const missing = await findMissing(text.words)
    return {
      missing,
      state: missing === null ? stateOf(text, isInstalled) : ('broken' as const),
      other,
      patch: connected || !isInstalled ? null : patchOf(connect),
      removal: connected || other !== null ? patchOf(remove) : null,
      hash: printFor(file, connect.ok ? connect.text : ''),
      problem: connect.ok ? null : connect.problem,
    }
  }

  async function readWritten(id: string): Promise<WrittenEntry | null> {
    const all = (await store.setting(REMEMBERED)) ?? {}
    return Object.hasOwn(all, id) ? (all[id] as unknown as WrittenEntry | null) : null
  }

  async function remember(id: string, written: WrittenEntry | null): Promise<void> {
    const all = (await store.setting(REMEMBERED)) ?? {}
    await store.saveSetting(REMEMBERED, { ...all, [id]: written as unknown as JsonObject | null })
  }

  function requireClient(id: string): KnownClient {
    const client = KNOWN_CLIENTS.find((each) => each.id === id)
    if (client === undefined) throw new DeskFault('NOT_FOUND', `The desk knows no client ‘${id}’.`)
    return client
  }

  async function lookToReplace(id: string, names: readonly string[]) {
    const found = await look(requireClient(id))
    const { client, file } = found
    if (file.kind !== 'text')
      throw new DeskFault('REJECTED', file.kind === 'problem' ? file.problem : `There is no ${file.target}.`)
    const edit = replaceEntries(client, file.text, names, client.entry(pipe))
    if (!edit.ok) throw new DeskFault('REJECTED', `${client.file(person)}: ${edit.problem}`)
    return { found, text: edit.text, before: file.text, hash: printFor(file, edit.text) }
  }

  async function seen(id: string, hash: string): Promise<Look> {
    const client = requireClient(id)
    const found = await look(client)
    if (found.view.hash !== hash) throw changedSince(client)
    return found
  }

  /** Backup, then the memory of it, then the file: whatever breaks in between, nothing is lost. */
  async function write(
    { client, file, written: last }: Look,
    text: string,
    replaced: readonly string[] = [],
    at = new Date(now()).toISOString(),
  ): Promise<void> {
    if (file.kind === 'problem') throw new DeskFault('REJECTED', file.problem)
    const { target } = file
    const before = file.kind === 'text' ? file.print : null
    const mode = file.kind === 'text' ? file.mode : NEW_FILE_MODE
    const content = `${file.kind === 'text' ? file.mark : ''}${text}`
    const after = files.fingerprint(content)
    try {
      const backup = file.kind === 'text' ? await backUp(target, at, mode) : null
      const names = replaced.length > 0 && { replaced: [...replaced] }
      await remember(client.id, { target, at, backup, before, after, ...names })
      const unless = async () => (await files.printOf(target)) !== before
      if ((await files.replacePersonFile(target, content, { mode, unless })) === 'moved')
        throw new DeskFault('SEEN_CHANGED', `${client.title} has just written its settings. Look again.`)
    } catch (error) {
      const print = await files.printOf(target).catch(() => after)
      if (print !== after) await remember(client.id, last).catch(() => undefined)
      throw asFault(error)
    }
  }

  async function undo({ client, view, written }: Look): Promise<void> {
    if (written === null) throw new DeskFault('NOT_FOUND', `Nothing of ${client.title} can be undone.`)
    if (view.undo?.possible !== true) {
      throw new DeskFault(
        'SEEN_CHANGED',
        'The file has changed since, or its backup is gone: putting it back would lose that. Remove only the entry instead.',
      )
    }
    try {
      if (written.backup === null) await files.removePersonFile(written.target)
      else if ((await files.printOf(written.backup)) === written.before)
        await files.putBack(written.backup, written.target)
      else
        throw new Error(
          `The backup ${written.backup} is gone, or is not what was saved. Nothing was changed.`,
        )
    } catch (error) {
      throw asFault(error)
    }
    // What cannot be forgotten now is of another content of the file: nothing is offered for it.
    await remember(client.id, null).catch(() => undefined)
  }

  return {
    views: () => Promise.all(KNOWN_CLIENTS.map(async (client) => (await look(client)).view)),
    begin: acts.begin,
    connect: (id, hash, by) =>
      inTurn(async () => {
        const found = await seen(id, hash)
        const { view, text, client } = found
        if (view.state === 'absent')
          throw new DeskFault('NOT_FOUND', `${client.title} seems not to be installed for this user.`)
        if (text === null || !text.connect.ok)
          throw new DeskFault('REJECTED', view.problem ?? 'The file cannot be changed from here.')
        await renew()
        const { connect } = text
        if (!text.connected) await during(found, by, true, () => write(found, connect.text))
        return (await look(client)).view
      }),
    disconnect: (id, how, hash, by) =>
      inTurn(async () => {
        const found = await seen(id, hash)
        if (how === 'undo') await during(found, by, false, () => undo(found))
        else {
          const { text, client } = found
          const remove = text?.remove
          if (remove?.ok !== true) throw new DeskFault('REJECTED', remove?.problem ?? 'Nothing was changed.')
          if (found.view.removal === null)
            throw new DeskFault('NOT_FOUND', `The settings of ${client.title} have no entry of Countersign.`)
          await during(found, by, false, () => write(found, remove.text))
        }
        return (await look(found.client)).view
      }),
    async previewReplace(id, names) {
      const { found, text, before, hash } = await lookToReplace(id, names)
      const file = found.client.file(person)
      const patch = describeChange(file, before, text, secretsInFile(found.client.format, before))
      return { id, title: found.client.title, file, patch, hash }
    },
    replace: (id, names, hash, { at, by }) =>
      inTurn(async () => {
        const seenNow = await lookToReplace(id, names)
        if (seenNow.hash !== hash) throw changedSince(seenNow.found.client)
        await renew()
        const { found, text } = seenNow
        await during(found, by, true, () => write(found, text, names, at))
      }),
    takeBack: (id, { at, by }) =>
      inTurn(async () => {
        const found = await look(requireClient(id))
        const { client, file, view, written } = found
        if (written === null || written.at < at) return
        if (written.at !== at) throw new DeskFault('NOT_FOUND', 'It was changed from here once more.')
        if (view.undo?.possible === true) return await during(found, by, false, () => undo(found))
        if (file.kind === 'text' && file.print === written.before) return
        const before = written.backup === null ? null : await files.readPersonFile(written.backup)
        if (file.kind !== 'text' || before?.kind !== 'text' || before.print !== written.before)
          throw new DeskFault('REJECTED', 'The file has changed since, and its backup is gone.')
        const edit = restoreEntries(client, file.text, written.replaced ?? [], before.text)
        if (!edit.ok)
          throw new DeskFault(
            'REJECTED',
            `The file has changed since. ${edit.problem} It was before as in ${written.backup}.`,
          )
        await during(found, by, false, () => write(found, edit.text))
      }),
  }
}

function changedSince({ title }: KnownClient): DeskFault {
  return new DeskFault(
    'SEEN_CHANGED',
    `The settings of ${title} have changed since they were shown. Nothing was written; look at the change again.`,
  )
}

function stateOf({ connected, connect }: ReadText, isInstalled: boolean): ClientFileView['state'] {
  if (connected) return 'connected'
  if (!connect.ok) return 'unreadable'
  return isInstalled ? 'not_connected' : 'absent'
}

function textOf(file: files.PersonFile): string {
  return file.kind === 'text' ? file.text : ''
}

function undoOf(written: WrittenEntry | null, file: files.PersonFile): ClientFileView['undo'] {
  if (written === null) return null
  const possible = file.kind === 'text' && file.target === written.target && file.print === written.after
  return { at: written.at, backup: written.backup, possible }
}

async function backUp(target: string, at: string, mode: number): Promise<string> {
  const backup = `${target}.before-countersign-${at.slice(0, 19).replaceAll(':', '-')}`
  for (let number = 1; ; number += 1) {
    const copy = number === 1 ? backup : `${backup}-${number}`
    if (await canAccess(copy)) continue
    await files.copyPersonFile(target, copy, mode)
    return copy
  }
}

/** Of the file as it is, and of what it would be. */
function printFor(file: files.PersonFile, after: string): string {
  const before =
    file.kind === 'text' ? file.print : `${file.kind} ${file.kind === 'problem' ? file.problem : ''}`
  return files.fingerprint(JSON.stringify([file.target, before, after]))
}

/** A program or script that stands in an entry by its whole path, and is gone: a client that starts it gets nothing. */
async function findMissing(words: readonly string[]): Promise<string | null> {
  const named = words.filter(
    (word, place) => isAbsolute(word) && (place === 0 || /\.(?:[cm]?js|cmd)$/.test(word)),
  )
  for (const word of named) if (!(await canAccess(word))) return word
  return null
}

async function anyExists(paths: string[]): Promise<boolean> {
  return (await Promise.all(paths.map((path) => canAccess(path)))).includes(true)
}

function asFault(error: unknown): DeskFault {
  return error instanceof DeskFault ? error : new DeskFault('REJECTED', messageOf(error))
}

/** Without these servers, and with this gateway; everything else stays as it is. */
function replaceEntries(client: KnownClient, text: string, names: readonly string[], ours: Entry): EntryEdit {
  const { remove, set } = editorOf(client)
  let edit: EntryEdit = { ok: true, text }
  for (const name of names) if (edit.ok) edit = remove(edit.text, name)
  return edit.ok ? set(edit.text, SERVER_NAME, ours) : edit
}

/** These servers as they were before, and what stood under our name; what is there under such a name stays. */
function restoreEntries(
  client: KnownClient,
  text: string,
  names: readonly string[],
  before: string,
): EntryEdit {
  const { find, remove, set } = editorOf(client)
  const isThere = (name: string) => {
    const found = find(text, name)
    return found.ok && found.entry !== undefined
  }
  const wanted = names.filter((name) => !isThere(name))
  let edit: EntryEdit = { ok: true, text }
  for (const name of [...wanted, SERVER_NAME]) {
    const was = find(before, name)
    if (!was.ok) return was
    if (!edit.ok) return edit
    if (isJsonObject(was.entry)) edit = set(edit.text, name, was.entry)
    else if (name === SERVER_NAME) edit = remove(edit.text, name)
  }
  return edit
}

function editorOf({ format, section }: KnownClient) {
  const { find, remove, set } = FORMATS[format]
  const place = (name: string) => ({ section, name, comments: format === 'jsonc' })
  return {
    find: (text: string, name: string) => find(text, place(name)),
    remove: (text: string, name: string) => remove(text, place(name)),
    set: (text: string, name: string, entry: Entry) => set(text, place(name), entry),
  }
}
