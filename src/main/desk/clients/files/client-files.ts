/**
 * Connecting the MCP clients of this machine: what would change, changing it with a backup, and taking it back.
 * What was written is remembered, so that only that is undone. May import: model, runtime/ports (types), preload/contract.
 */
import { isDeepStrictEqual } from 'node:util'
import type { ClientFileView } from '../../../../preload/contract.ts'
import { takeTurns } from '../../../model/in-turn.ts'
import type { JsonObject } from '../../../model/json.ts'
import type { Store } from '../../../runtime/ports.ts'
import { DeskFault } from '../../fault.ts'
import { type Entry, type EntryEdit, findJsonEntry, removeJsonEntry, setJsonEntry } from './json-entry.ts'
import { KNOWN_CLIENTS, type KnownClient, type Person, type Pipe, SERVER_NAME } from './known-clients.ts'
import * as files from './person-file.ts'
import { findTomlEntry, removeTomlEntry, setTomlEntry } from './toml-entry.ts'

export interface ClientFiles {
  views(): Promise<ClientFileView[]>
  /** Answers how it is then. `hash` is that of the view which was seen. @throws DeskFault */
  connect(id: string, hash: string): Promise<ClientFileView>
  /** `undo`: the file as it was before; `remove`: only our entry goes. @throws DeskFault */
  disconnect(id: string, how: 'undo' | 'remove', hash: string): Promise<ClientFileView>
}

export interface ClientFilesParts {
  person: Person
  pipe: Pipe
  store: Pick<Store, 'setting' | 'saveSetting'>
  /** Milliseconds since 1970. */
  now(): number
}

/** What was written last, by the id of the client. */
interface Written {
  target: string
  at: string
  /** Null: there was no file before. */
  backup: string | null
  before: string | null
  after: string
}

interface Look {
  client: KnownClient
  view: ClientFileView
  file: files.PersonFile
  text: Extract<ClientText, { ok: true }> | null
  written: Written | null
}

const REMEMBERED = 'desk.clientFiles'
/** Others of this machine have nothing to look for in a file that may hold tokens. */
const NEW_FILE_MODE = 0o600

export function createClientFiles({ person, pipe, store, now }: ClientFilesParts): ClientFiles {
  /** The second press sees what the first has written. */
  const inTurn = takeTurns()

  async function look(client: KnownClient): Promise<Look> {
    const path = client.file(person)
    const file = await files.readPersonFile(path)
    const installed = file.kind !== 'missing' || (await anyExists(client.signs(person)))
    const remembered = await readWritten(client.id)
    const before = file.kind === 'text' ? file.text : ''
    const text = file.kind === 'problem' ? null : readClientText(client, before, client.entry(pipe))
    const base = {
      id: client.id,
      title: client.title,
      file: path,
      linksTo: file.kind !== 'missing' && file.link ? file.target : null,
      undo: undoOf(remembered, file),
    }
    const nothing = { patch: null, removal: null, other: null }
    if (text === null || !text.ok) {
      const problem = file.kind === 'problem' ? file.problem : text?.ok === false ? text.problem : null
      const view = { ...base, ...nothing, state: 'unreadable' as const, problem, hash: printFor(file, '') }
      return { client, file, text: null, written: remembered, view }
    }
    const was = file.kind === 'text' ? file.text : null
    const showing = (edit: typeof text.connect) => (edit.ok ? describeChange(path, was, edit.text) : null)
    const has = text.connected || text.other !== null
    const problem = text.connect.ok ? null : text.connect.problem
    const view: ClientFileView = {
      ...base,
      state: text.connected
        ? 'connected'
        : problem !== null
          ? 'unreadable'
          : installed
            ? 'not_connected'
            : 'absent',
      other: text.other,
      patch: text.connected || !installed ? null : showing(text.connect),
      removal: has ? showing(text.remove) : null,
      hash: printFor(file, text.connect.ok ? text.connect.text : ''),
      problem,
    }
    return { client, file, text, written: remembered, view }
  }

  async function readWritten(id: string): Promise<Written | null> {
    const all = (await store.setting(REMEMBERED)) ?? {}
    return Object.hasOwn(all, id) ? (all[id] as unknown as Written | null) : null
  }

  async function remember(id: string, written: Written | null): Promise<void> {
    const all = (await store.setting(REMEMBERED)) ?? {}
    await store.saveSetting(REMEMBERED, { ...all, [id]: written as unknown as JsonObject | null })
  }

  async function seen(id: string, hash: string): Promise<Look> {
    const client = KNOWN_CLIENTS.find((each) => each.id === id)
    if (client === undefined) throw new DeskFault('NOT_FOUND', `The desk knows no client ‘${id}’.`)
    const found = await look(client)
    if (found.view.hash !== hash) {
      throw new DeskFault(
        'SEEN_CHANGED',
        `The configuration of ${client.title} has changed since it was shown. Nothing was written; look at the change again.`,
      )
    }
    return found
  }

  /** Backup, then the memory of it, then the file: whatever breaks in between, nothing is lost. */
  async function write({ client, file }: Look, text: string): Promise<void> {
    if (file.kind === 'problem') throw new DeskFault('REJECTED', file.problem)
    const at = new Date(now()).toISOString()
    const { target } = file
    const before = file.kind === 'text' ? file.print : null
    const mode = file.kind === 'text' ? file.mode : NEW_FILE_MODE
    const content = `${file.kind === 'text' ? file.mark : ''}${text}`
    try {
      const backup = file.kind === 'text' ? await backUp(target, at, mode) : null
      await remember(client.id, { target, at, backup, before, after: files.fingerprint(content) })
      const unless = async () => (await files.printOf(target)) !== before
      if ((await files.replacePersonFile(target, content, { mode, unless })) === 'moved')
        throw new DeskFault('SEEN_CHANGED', `${client.title} has just written its configuration. Look again.`)
    } catch (error) {
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
    await remember(client.id, null)
  }

  return {
    views: () => Promise.all(KNOWN_CLIENTS.map(async (client) => (await look(client)).view)),
    connect: (id, hash) =>
      inTurn(async () => {
        const found = await seen(id, hash)
        const { view, text, client } = found
        if (view.state === 'absent')
          throw new DeskFault('NOT_FOUND', `${client.title} seems not to be installed for this user.`)
        if (text === null || !text.connect.ok)
          throw new DeskFault('REJECTED', view.problem ?? 'The file cannot be changed from here.')
        if (!text.connected) await write(found, text.connect.text)
        return (await look(client)).view
      }),
    disconnect: (id, how, hash) =>
      inTurn(async () => {
        const found = await seen(id, hash)
        if (how === 'undo') await undo(found)
        else {
          const { text, client } = found
          if (text === null || !text.remove.ok)
            throw new DeskFault(
              'REJECTED',
              text?.remove.ok === false ? text.remove.problem : 'Nothing was changed.',
            )
          if (found.view.removal === null)
            throw new DeskFault(
              'NOT_FOUND',
              `The configuration of ${client.title} has no entry of this gateway.`,
            )
          await write(found, text.remove.text)
        }
        return (await look(found.client)).view
      }),
  }
}

function undoOf(written: Written | null, file: files.PersonFile): ClientFileView['undo'] {
  if (written === null) return null
  const possible = file.kind === 'text' && file.target === written.target && file.print === written.after
  return { at: written.at, backup: written.backup, possible }
}

async function backUp(target: string, at: string, mode: number): Promise<string> {
  const backup = `${target}.before-countersign-${at.slice(0, 19).replaceAll(':', '-')}`
  for (let number = 1; ; number += 1) {
    const copy = number === 1 ? backup : `${backup}-${number}`
    if (await files.exists(copy)) continue
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

async function anyExists(paths: string[]): Promise<boolean> {
  return (await Promise.all(paths.map(files.exists))).includes(true)
}

function asFault(error: unknown): DeskFault {
  if (error instanceof DeskFault) return error
  return new DeskFault('REJECTED', error instanceof Error ? error.message : String(error))
}

/** The text of a client's configuration, in whatever format: is the gateway in it, and with and without it. */
type ClientText =
  | { ok: false; problem: string }
  | {
      ok: true
      /** It starts exactly this gateway. */
      connected: boolean
      /** What stands under our name and is another: the words of its command, or its address. */
      other: string | null
      connect: EntryEdit
      remove: EntryEdit
    }

function readClientText(client: KnownClient, text: string, entry: Entry): ClientText {
  const { format, section } = client
  const place = { section, name: SERVER_NAME, comments: format === 'jsonc' }
  const isToml = format === 'toml'
  const found = isToml ? findTomlEntry(text, place) : findJsonEntry(text, place)
  if (!found.ok) return found
  const connected = isRecord(found.entry) && starts(found.entry, entry)
  return {
    ok: true,
    connected,
    other: connected || found.entry === undefined ? null : sayEntry(found.entry),
    connect: connected ? { ok: true, text } : (isToml ? setTomlEntry : setJsonEntry)(text, place, entry),
    remove: isToml ? removeTomlEntry(text, place) : removeJsonEntry(text, place),
  }
}

/** Command and arguments decide; an environment, or a limit of time, may be the person's own. */
function starts(entry: Entry, wanted: Entry): boolean {
  return entry.command === wanted.command && isDeepStrictEqual(entry.args, wanted.args)
}

function sayEntry(entry: unknown): string {
  if (!isRecord(entry)) return JSON.stringify(entry) ?? ''
  const { command, args, url, serverUrl, httpUrl } = entry
  const address = [url, serverUrl, httpUrl].find((each) => typeof each === 'string')
  if (typeof command !== 'string') return typeof address === 'string' ? address : '{}'
  const words = Array.isArray(args) ? args.filter((each) => typeof each === 'string') : []
  return [command, ...words].join(' ')
}

function isRecord(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What a change of a person's file is shown as: the changed lines and three around them. */
const AROUND = 3
/** A line that is longer has a whole file on it. */
const LONGEST_LINE = 400
/** Values that nobody needs to see in order to judge the change. */
const HIDDEN =
  /(["']?[\w-]*(?:key|token|secret|passw|authorization|credential)[\w-]*["']?\s*[:=]\s*)("(?:[^"\\]|\\.)*"|'[^']*')/gi

/** A unified difference with one piece; empty where nothing differs. */
export function describeChange(file: string, before: string | null, after: string | null): string {
  const [old, next] = [before ?? '', after ?? ''].map((text) => breakLines(text))
  if (old === undefined || next === undefined || before === after) return ''
  let start = 0
  while (start < old.length && start < next.length && old[start] === next[start]) start += 1
  let same = 0
  const most = Math.min(old.length, next.length) - start
  while (same < most && old[old.length - 1 - same] === next[next.length - 1 - same]) same += 1
  const from = Math.max(0, start - AROUND)
  const behind = old.slice(old.length - same, old.length - same + AROUND)
  const lines = [
    ...old.slice(from, start).map((line) => ` ${line}`),
    ...old.slice(start, old.length - same).map((line) => `-${line}`),
    ...next.slice(start, next.length - same).map((line) => `+${line}`),
    ...behind.map((line) => ` ${line}`),
  ]
  const around = start - from + behind.length
  const oldCount = old.length - same - start + around
  const newCount = next.length - same - start + around
  return [
    `--- ${before === null ? '/dev/null' : file}`,
    `+++ ${after === null ? '/dev/null' : file}`,
    `@@ -${place(from, oldCount)} +${place(from, newCount)} @@`,
    ...lines.map((line) => line.replace(HIDDEN, (_all, name: string) => `${name}"•••"`)),
    '',
  ].join('\n')
}

function place(from: number, count: number): string {
  return `${count === 0 ? from : from + 1},${count}`
}

function breakLines(text: string): string[] {
  if (text === '') return []
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
  if (lines.every((line) => line.length <= LONGEST_LINE)) return lines
  return lines.flatMap((line) => line.replace(/[[{]|[\]}]?,/g, '$&\n').split('\n'))
}
