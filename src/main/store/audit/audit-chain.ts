/**
 * The hash chain of the audit log: who changes, removes or inserts an entry breaks every hash after it.
 * May import: model, runtime/ports.
 */
import { hash as digest } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import type { AuditEntry, AuditEvent } from '../../model/audit-event.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { AuditReport, Store } from '../../runtime/ports.ts'

/** The previous hash of the first entry. */
export const GENESIS_HASH = '0'.repeat(64)

/** A place in the chain: an entry's sequence and hash; sequence 0 is before the first. */
export interface ChainMark {
  sequence: number
  hash: string
}

export const GENESIS: ChainMark = { sequence: 0, hash: GENESIS_HASH }

/** The next link: the text that is hashed and stored, and SHA-256 in hex over the previous hash and it. */
export function chainEntry(previousHash: string, entry: AuditEntry): { text: string; hash: string } {
  const text = entryText(entry)
  return { text, hash: digest('sha256', previousHash + text, 'hex') }
}

/** The canonical JSON of exactly the fields of an entry. */
function entryText(entry: AuditEntry): string {
  const { id, timestamp, workflowId, correlationId, actor, eventType, payload } = entry
  return canonicalJson({ id, timestamp, workflowId, correlationId, actor, eventType, payload })
}

/**
 * JSON without spaces, keys in the order of their UTF-16 code units. What JSON cannot hold is left out or null, as
 * JSON.stringify does it: it must not be in the hash of what comes back from the database.
 */
function canonicalJson(value: JsonValue): string {
  const ordered = inOrder(value)
  return (ordered === null ? write(value) : JSON.stringify(ordered.value)) ?? 'null'
}

/** Keys that an object does not keep in the place that they are given. */
const MOVED = /^(?:\d|__proto__$)/

/** A copy with its keys in order, to be written in one go: an entry takes half as long. Null: no object can have that order. */
function inOrder(value: JsonValue): { value: unknown } | null {
  let isKept = true
  const sort = (inner: unknown): unknown => {
    if (typeof inner !== 'object' || inner === null) return inner
    if (Array.isArray(inner)) return Array.from(inner, sort)
    if (!isPlain(inner)) return sort(JSON.parse(JSON.stringify(inner) ?? 'null'))
    const copy: Record<string, unknown> = {}
    for (const key of Object.keys(inner).sort()) {
      isKept &&= !MOVED.test(key)
      copy[key] = sort(inner[key])
    }
    return copy
  }
  const sorted = sort(value)
  return isKept ? { value: sorted } : null
}

/** Undefined for what JSON leaves out. */
function write(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${Array.from(value, (item) => write(item) ?? 'null').join(',')}]`
  if (!isPlain(value)) return write(JSON.parse(JSON.stringify(value) ?? 'null'))
  let members = ''
  for (const key of Object.keys(value).sort()) {
    const text = write(value[key])
    if (text !== undefined) members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${text}`
  }
  return `{${members}}`
}

/** Not what writes itself, such as a date. */
function isPlain(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value)
  return (
    (prototype === Object.prototype || prototype === null) &&
    !('toJSON' in value && typeof value.toJSON === 'function')
  )
}

/**
 * Walks the entries after `start`, which is the checkpoint of the retention if there is one; reads to the end even
 * after a break, for the count. `known` are places that the log has had for certain: a chain that does not pass
 * through all of them has lost its end, or was written anew.
 */
export async function verifyChain(
  events: AsyncIterable<AuditEvent> | Iterable<AuditEvent>,
  start: ChainMark = GENESIS,
  known: readonly ChainMark[] = [],
): Promise<AuditReport> {
  let count = 0
  let head = start.hash
  let broken: number | null = null
  let removalTold = start.sequence === 0
  const passed = new Map(known.filter((mark) => mark.sequence < start.sequence).map((mark) => [mark, true]))
  const pass = (at: ChainMark) => {
    for (const mark of known) if (mark.sequence === at.sequence) passed.set(mark, mark.hash === at.hash)
  }
  pass(start)
  for await (const event of events) {
    count += 1
    const place = start.sequence + count
    const follows =
      event.sequence === place && event.previousHash === head && event.hash === chainEntry(head, event).hash
    if (!follows) broken ??= Math.min(place, event.sequence)
    if (tellsOfRemoval(event, start)) removalTold = true
    head = event.hash
    pass(event)
  }
  // Who removes a beginning and makes up a checkpoint for it has no entry in the chain that says so.
  if (!removalTold) broken = start.sequence + 1
  const lost = known.find((mark) => passed.get(mark) !== true) ?? null
  return { count, head, broken, removed: start.sequence, lost }
}

/** The entry with which the retention says up to where it has removed. */
export function removalPayload(mark: ChainMark): JsonObject {
  return { sequence: mark.sequence, hash: mark.hash }
}

function tellsOfRemoval({ eventType, payload }: AuditEvent, { sequence, hash }: ChainMark): boolean {
  return eventType === 'audit.pruned' && payload.sequence === sequence && payload.hash === hash
}

// ── The end of the audit log, kept in a file beside the database, so that a log that was cut shows (R8.7). The
// file follows the commits by a moment: after a kill it names an entry a little before the end. It never names one
// that is not durable.

/** How long the file may be behind, in milliseconds: one flush to the disk for all commits of that time. */
const BEHIND_MS = 2000

export interface KeptHead {
  /** A place that the log must have and has not: nothing is kept until a person has taken the end that it has. */
  readonly behind: ChainMark | null
  /** As `Store.setBack`. */
  readonly setBack: Store['setBack']
  /** There are new entries. */
  follow(): void
  /** Writes what is not written. To be called while the log can still be read. */
  close(): Promise<void>
}

interface Content {
  head: ChainMark | null
  /** Places that the log did not have any more when a person went on with it; they stay until the file is removed. */
  lost: ChainMark[]
  /** A person went on without the newest of them, and what was under way has not been looked at since. */
  isSetBack?: true
}

export function keptHeadFile(databaseFile: string): string {
  return `${databaseFile}.head`
}

/** Places that the log of this database must have; empty if nothing is kept. */
export function readKeptHead(databaseFile: string): ChainMark[] {
  const { head, lost } = read(keptHeadFile(databaseFile))
  return head === null ? lost : [...lost, head]
}

/**
 * What a person, and then a start, has still to settle, which is forgotten where the file goes: `held`, nothing runs until
 * somebody goes on with the log as it is; `setBack`, they have, and what was under way has not been looked at since.
 */
export function readOpenEnd(
  databaseFile: string,
  passes: (mark: ChainMark) => boolean,
): 'held' | 'setBack' | null {
  const { head, isSetBack } = read(keptHeadFile(databaseFile))
  if (head !== null && !passes(head)) return 'held'
  return isSetBack ? 'setBack' : null
}

/**
 * @param current the end of the log that is on the disk; rejects where nobody knows
 * @param passes whether the log has such a place
 */
export async function openKeptHead(
  databaseFile: string,
  log: { current(): Promise<ChainMark>; passes(mark: ChainMark): boolean },
): Promise<KeptHead> {
  const file = keptHeadFile(databaseFile)
  const before = read(file)
  const { lost } = before
  if (before.head !== null && !log.passes(before.head)) {
    return { behind: before.head, setBack: null, follow() {}, close: async () => {} }
  }
  let written = before.head
  let { isSetBack = false } = before
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> | null = null

  /** Never fails: on a full disk, say, the next commit tries again. */
  const write = async () => {
    try {
      const head = await log.current()
      if (head.sequence === written?.sequence) return
      await replaceFile(
        file,
        JSON.stringify({ head, lost, ...(isSetBack && { isSetBack }) } satisfies Content),
      )
      written = head
    } catch {}
  }
  const start = () => {
    timer = null
    writing = write().finally(() => {
      writing = null
    })
  }
  const follow = () => {
    if (timer !== null) return
    timer = setTimeout(() => (writing ? writing.then(start) : start()), BEHIND_MS)
    timer.unref()
  }
  await write()
  return {
    behind: null,
    setBack: !isSetBack
      ? null
      : {
          settled() {
            isSetBack = false
            written = null
            follow()
          },
        },
    follow,
    async close() {
      if (timer !== null) clearTimeout(timer)
      timer = null
      // One that was waiting for another begins when that ends.
      while (writing !== null) await writing
      await write()
    },
  }
}

/** A person goes on with the log as it is. @returns whether there was anything to go on from */
export async function takeEndOn(
  databaseFile: string,
  passes: (mark: ChainMark) => boolean,
): Promise<boolean> {
  const file = keptHeadFile(databaseFile)
  const { head, lost } = read(file)
  if (head === null || passes(head)) return false
  const content: Content = { head: null, lost: [...lost, head], isSetBack: true }
  await replaceFile(file, JSON.stringify(content))
  return true
}

/** Whole or not at all, also when the power fails. */
async function replaceFile(file: string, text: string): Promise<void> {
  const draft = `${file}.new`
  const handle = await open(draft, 'w', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, file)
}

function read(file: string): Content {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof content !== 'object' || content === null) return { head: null, lost: [] }
    const head = 'head' in content && isMark(content.head) ? content.head : null
    const lost = 'lost' in content && Array.isArray(content.lost) ? content.lost.filter(isMark) : []
    return { head, lost, ...('isSetBack' in content && content.isSetBack === true && { isSetBack: true }) }
  } catch {
    return { head: null, lost: [] }
  }
}

function isMark(value: unknown): value is ChainMark {
  if (typeof value !== 'object' || value === null) return false
  return (
    'sequence' in value &&
    typeof value.sequence === 'number' &&
    'hash' in value &&
    typeof value.hash === 'string'
  )
}
