/**
 * What each client has called and what that came to, for the people at the desk: added up as calls are answered, written
 * together some seconds later, so that no call waits for it. A crash loses those seconds of it, and nothing of the log.
 */
import type { JsonObject } from '../model/json.ts'
import type { Clock, Store } from '../runtime/ports.ts'

export interface AnsweredCall {
  status: string
  /** Of an error; null: there is none. */
  code: string | null
  /** Characters of what was asked, and of the answer. */
  sent: number
  answered: number
}

export interface ClientLedger {
  saw(who: { client: string; label: string }, call: AnsweredCall): void
  /** Null: it has not called yet. */
  of(client: string): ClientTally | null
  close(): Promise<void>
}

const KEY = 'clientTally.'
const WRITE_AFTER_MS = 5000
/** A client that changes its name with every call fills no memory. */
const MOST_LABELS = 5

export async function keepClientLedger({
  store,
  clock,
  warn,
}: {
  store: Pick<Store, 'readOnly' | 'settings' | 'saveSettings'>
  clock: Clock
  warn(detail: object, message: string): void
}): Promise<ClientLedger> {
  const kept = await store.settings(KEY)
  const tallies = new Map(
    kept.map(({ key, value }) => [key.slice(KEY.length), value as unknown as ClientTally]),
  )
  const unwritten = new Set<string>()
  let timer: { cancel(): void } | null = null

  async function write(): Promise<void> {
    timer?.cancel()
    timer = null
    const changes = [...unwritten].map((client) => ({
      key: `${KEY}${client}`,
      value: (tallies.get(client) ?? null) as unknown as JsonObject | null,
    }))
    unwritten.clear()
    if (changes.length === 0 || store.readOnly !== null) return
    await store
      .saveSettings(changes)
      .catch((err: unknown) => warn({ err }, 'What clients called could not be added up on the disk'))
  }

  return {
    saw({ client, label }, { status, code, sent, answered }) {
      const now = new Date(clock.now()).toISOString()
      const before = tallies.get(client) ?? emptyTally(now)
      const isRefused = status === 'rejected'
      tallies.set(client, {
        since: before.since,
        lastAt: now,
        calls: before.calls + 1,
        refused: before.refused + Number(isRefused),
        failed: before.failed + Number(status === 'failed'),
        turnedAway: before.turnedAway + Number(code === 'TOO_MANY_PENDING'),
        sent: before.sent + sent,
        answered: before.answered + answered,
        labels: [label, ...before.labels.filter((each) => each !== label)].slice(0, MOST_LABELS),
      })
      unwritten.add(client)
      timer ??= clock.after(WRITE_AFTER_MS, () => void write())
    },
    of: (client) => tallies.get(client) ?? null,
    close: write,
  }
}

function emptyTally(now: string): ClientTally {
  const none = { calls: 0, refused: 0, failed: 0, turnedAway: 0, sent: 0, answered: 0 }
  return { since: now, lastAt: now, ...none, labels: [] }
}

interface ClientTally {
  /** ISO times: of the first call that counts, and of the last. */
  since: string
  lastAt: string
  calls: number
  /** Calls that were refused: wrong arguments, a guard, a person. */
  refused: number
  failed: number
  /** Of those that were refused: because too much of its waits already (R1.8). */
  turnedAway: number
  /** Characters of all arguments, and of all answers. */
  sent: number
  answered: number
  /** What it called itself, the last first. */
  labels: string[]
}
