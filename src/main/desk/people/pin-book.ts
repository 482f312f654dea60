/**
 * The PINs of the people at the desk: kept as scrypt with a salt, in the database, and checked nowhere else (R1.4).
 * A PIN never leaves this file: not into a log, an error, the audit log or an answer. It is of one declaration of its
 * person: whoever is declared under that name later is another one, whom it does not let in (R2.4).
 * May import: gateway.ts (types), model.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import type { Gateway } from '../../gateway.ts'
import { FIRST_DECLARATION } from '../../model/configuration.ts'
import { loadOnce, takeTurns } from '../../model/in-turn.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts'
import type { SettingChange } from '../../runtime/ports.ts'

const SETTING = 'pins'
/** 32 MiB and some 100 ms a try. */
const ROUNDS = 2 ** 15
const COST = { r: 8, p: 1, maxmem: 64 * 1024 * 1024 }
const KEY_BYTES = 32
/** So many wrong ones in a row are free of waiting. */
const FREE_TRIES = 5
const FIRST_WAIT_MS = 30_000
const LONGEST_WAIT_MS = 15 * 60_000

interface StoredPin {
  salt: string
  hash: string
  /** Wrong ones in a row. */
  wrong: number
  /** Before this time no try counts; milliseconds. */
  waitUntil: number
  /** Of its person; null: that was not declared. */
  declared: string | null
  /** Another one has been declared under that name since, whatever is declared now. */
  another?: true
}

/** `wrong` counts those in a row; `until`, in milliseconds since 1970: before that no further try counts. */
export type PinCheck =
  | { kind: 'right' }
  | { kind: 'wrong'; wrong: number; until: number | null }
  | { kind: 'wait'; until: number }
  /** It is of somebody of that name who was removed. */
  | { kind: 'another' }
  | { kind: 'none' }

export interface PinBook {
  /** Who has one; `waitUntil` where too many were wrong. `another`: it is of somebody of that name who was removed. */
  read(): Promise<ReadonlyMap<string, { waitUntil: number | null; another: boolean }>>
  /** One at a time, and counted before it is looked at: neither haste nor a crash gives a further try. */
  check(name: string, pin: string): Promise<PinCheck>
  /**
   * Null: none any more. `record` writes the settings together with their entry.
   * False, and nothing is changed: `first`, and there is one already.
   */
  set(name: string, pin: string | null, record: WriteSettings, first?: boolean): Promise<boolean>
  /** Puts a removal back: whom that declares again has the PIN of before (only by this way). */
  puttingBack<Result>(change: () => Promise<Result>): Promise<Result>
  /** Looks whose they are now: to be called when the configuration has changed. */
  lookAtDeclarations(): Promise<void>
}

type WriteSettings = (settings: readonly SettingChange[]) => Promise<void>

/** `declared`: in which declaration of a name somebody is there now; null: it is not declared. */
type People = Pick<Gateway, 'atLast'> & { declared(name: string): string | null; systemUser: string }

/**
 * @param people null: whose they are is not asked
 * @param rounds what a try costs, the `N` of scrypt
 */
export function createPinBook(
  { store, clock, readOnly }: Pick<Gateway, 'store' | 'clock' | 'readOnly'>,
  people: People | null,
  rounds = ROUNDS,
): PinBook {
  const load = loadOnce(async () => readKept(await store.setting(SETTING)))
  const inTurn = takeTurns()
  let puttingBack = 0
  const declaredNow = (name: string) => people?.declared(name) ?? null
  /** The system's user is the same one, whoever is declared. */
  function isAnother(name: string, { declared, another }: StoredPin): boolean {
    if (people === null || name === people.systemUser) return false
    const now = declaredNow(name)
    return now !== null && (another === true || (declared !== null && declared !== now))
  }
  async function save(kept: ReadonlyMap<string, StoredPin>, write: WriteSettings = store.saveSettings) {
    // What can only be read still asks for PINs; it counts wrong ones for as long as it runs.
    if (readOnly !== null) return
    const value = Object.fromEntries([...kept].map(([name, pin]) => [name, { ...pin }]))
    await write([{ key: SETTING, value }])
  }
  /** Whose they are is so, whether or not it can be written down now. */
  const saveAtLast = async () => {
    await people?.atLast(() => inTurn(async () => save(await load())))
  }

  async function check(name: string, pin: string): Promise<PinCheck> {
    const book = await load()
    const kept = book.get(name)
    if (kept === undefined) return { kind: 'none' }
    if (isAnother(name, kept)) return { kind: 'another' }
    const now = clock.now()
    const until = waitOf(kept, now)
    if (until !== null) return { kind: 'wait', until }
    const wrong = kept.wrong + 1
    const waitMs =
      wrong < FREE_TRIES ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (wrong - FREE_TRIES))
    const waitUntil = waitMs === 0 ? 0 : now + waitMs
    book.set(name, { ...kept, wrong, waitUntil })
    await save(book)
    const right = timingSafeEqual(await derive(pin, kept.salt, rounds), Buffer.from(kept.hash, 'base64'))
    if (!right) return { kind: 'wrong', wrong, until: waitMs === 0 ? null : waitUntil }
    book.set(name, { ...kept, wrong: 0, waitUntil: 0 })
    await save(book)
    return { kind: 'right' }
  }

  return {
    async read() {
      const now = clock.now()
      const book = await load()
      return new Map(
        [...book].map(([name, kept]) => [
          name,
          { waitUntil: waitOf(kept, now), another: isAnother(name, kept) },
        ]),
      )
    },
    check: (name, pin) => inTurn(() => check(name, pin)),
    set(name, pin, record, first = false) {
      // Of whoever sets it, though they may be removed before it is kept.
      const declared = declaredNow(name)
      return inTurn(async () => {
        const book = await load()
        const before = book.get(name)
        if (first && before !== undefined) return false
        if (pin === null) book.delete(name)
        else {
          const salt = randomBytes(16).toString('base64')
          const hash = (await derive(pin, salt, rounds)).toString('base64')
          book.set(name, { salt, hash, wrong: 0, waitUntil: 0, declared })
        }
        try {
          await save(book, record)
        } catch (fault) {
          // Not kept is not set.
          if (before === undefined) book.delete(name)
          else book.set(name, before)
          throw fault
        }
        return true
      })
    },
    async puttingBack(change) {
      puttingBack += 1
      try {
        const result = await change()
        const hasChanged = await inTurn(async () => {
          const book = await load()
          const back = [...book].filter(([name, kept]) => kept.another !== true && isAnother(name, kept))
          for (const [name, kept] of back) book.set(name, { ...kept, declared: declaredNow(name) })
          return back.length > 0
        })
        if (hasChanged) await saveAtLast()
        return result
      } finally {
        puttingBack -= 1
      }
    },
    async lookAtDeclarations() {
      const hasChanged = await inTurn(async () => {
        const book = await load()
        if (puttingBack > 0) return false
        const others = [...book].filter(([name, kept]) => kept.another !== true && isAnother(name, kept))
        for (const [name, kept] of others) book.set(name, { ...kept, another: true })
        return others.length > 0
      })
      if (hasChanged) await saveAtLast()
    },
  }
}

/** Null: the next try counts. One that seems to last for longer than any does was set before the clock was set back. */
function waitOf({ waitUntil }: StoredPin, now: number): number | null {
  return now < waitUntil && waitUntil <= now + LONGEST_WAIT_MS ? waitUntil : null
}

function derive(pin: string, salt: string, rounds: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const cost = { ...COST, N: rounds }
    scrypt(pin.normalize('NFKC'), Buffer.from(salt, 'base64'), KEY_BYTES, cost, (fault, key) =>
      fault ? reject(fault) : resolve(key),
    )
  })
}

function readKept(setting: JsonObject | null): Map<string, StoredPin> {
  return new Map(
    Object.entries(setting ?? {}).flatMap(([name, kept]) => {
      const pin = readOne(kept)
      return pin === null ? [] : [[name, pin] as const]
    }),
  )
}

function readOne(kept: JsonValue | undefined): StoredPin | null {
  if (!isJsonObject(kept)) return null
  const { salt, hash, wrong, waitUntil, declared = FIRST_DECLARATION, another } = kept
  if (typeof salt !== 'string' || typeof hash !== 'string') return null
  return {
    salt,
    hash,
    wrong: typeof wrong === 'number' ? wrong : 0,
    waitUntil: typeof waitUntil === 'number' ? waitUntil : 0,
    declared: typeof declared === 'string' ? declared : null,
    ...(another === true ? { another } : {}),
  }
}
