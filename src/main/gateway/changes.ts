/** The log, where it belongs to no run, and what people change outside of the database. */
import type { AuditEntry, AuditEventType, ToldEvent } from '../model/audit-event.ts'
import { takeTurns } from '../model/in-turn.ts'
import type { JsonObject } from '../model/json.ts'
import type { Change, Clock, CrashPoint, Ids, SettingChange, Store } from '../runtime/ports.ts'
import { triedOnce } from '../runtime/step/until-durable.ts'

/**
 * Writes one entry, and the settings that it tells of: all of it is there, or nothing is. Where nothing can be changed,
 * an entry alone is not written, and settings are refused.
 */
export type RecordEvent = <Type extends AuditEventType>(
  event: ToldEvent<Type>,
  settings?: readonly SettingChange[],
) => Promise<void>

export interface Recorder {
  record: RecordEvent
  /** The same of what has happened outside of the database, whatever that takes now. Never rejects. */
  recordDone: RecordEvent
  /** Resolves when this was tried once; what the database refuses for a while is tried again. Never rejects. */
  atLast(task: () => Promise<void>): Promise<void>
  /** What people change outside of the database, under a name for all of its kind. */
  outside(kind: string, things: OutsideThings): OutsideActs
}

/** Things that no commit can hold, each by its name. */
export interface OutsideThings {
  /** As a text that is another one after each change. */
  look(name: string): Promise<string>
  /** Whether that which looks so now can be what the entry says. Left out: whatever has changed can. */
  fits?(entry: AuditEntry, now: string): boolean
}

/**
 * Such a change is kept in mind before it begins, and is in the log once it has happened: where the process ends in
 * between, the next one looks whether it has.
 */
export interface OutsideActs {
  /** @throws what `act` throws; what the store throws, before anything was changed */
  during<Type extends AuditEventType, Result>(
    name: string,
    event: ToldEvent<Type>,
    act: () => Promise<Result>,
  ): Promise<Result>
  /** Looks at what an earlier process was about to change. Never rejects. */
  begin(): Promise<void>
}

export function entryOf<Type extends AuditEventType>(
  { clock, ids }: { clock: Pick<Clock, 'now'>; ids: Pick<Ids, 'next'> },
  event: ToldEvent<Type>,
): AuditEntry {
  const timestamp = new Date(clock.now()).toISOString()
  return { ...event, id: ids.next('au'), timestamp, workflowId: null, correlationId: null }
}

interface RecorderParts {
  store: Pick<Store, 'readOnly' | 'commit' | 'setting' | 'settings' | 'saveSettings'>
  clock: Clock
  ids: Ids
  publish(change: Change): void
  crashPoint: CrashPoint
  fault(error: unknown, correlationId: string): void
  /** Nothing is tried again then. */
  ending: AbortSignal
}

export function createRecorder(parts: RecorderParts): Recorder {
  const { store, publish, crashPoint } = parts
  async function write(entry: AuditEntry, settings: readonly SettingChange[]): Promise<void> {
    crashPoint('recorded.committing')
    await store.commit({ expect: [], settings, audit: [entry] })
    crashPoint('recorded.committed')
    publish({ topic: 'audit' })
  }
  const record: RecordEvent = async (event, settings = []) => {
    if (store.readOnly === null || settings.length > 0) await write(entryOf(parts, event), settings)
  }
  const atLast: Recorder['atLast'] = (task) => triedOnce(parts, 'desk', parts.ending, task)
  return {
    record,
    recordDone: (...told) => atLast(() => record(...told)),
    atLast,
    outside(kind, { look, fits = () => true }) {
      const prefix = `outside.${kind}.`
      const inTurn = takeTurns()
      /** `done`: the entry of what is known to have happened. */
      async function settle(name: string, done: AuditEntry | null): Promise<void> {
        const key = prefix + name
        const kept = (await store.setting(key)) as unknown as KeptAct | null
        if (kept === null) return
        const { entry, before } = kept
        const now = await look(name)
        const over = [{ key, value: null }]
        if (entry.id === done?.id || (now !== before && fits(entry, now))) await write(entry, over)
        else await store.saveSettings(over)
      }
      return {
        async during(name, event, act) {
          let done: AuditEntry | null = null
          try {
            return await inTurn(async () => {
              await settle(name, null)
              const entry = entryOf(parts, event)
              const kept: KeptAct = { entry, before: await look(name) }
              await store.saveSettings([{ key: prefix + name, value: { ...kept } as unknown as JsonObject }])
              crashPoint('outside.starting')
              const result = await act()
              done = entry
              crashPoint('outside.returned')
              return result
            })
          } finally {
            await atLast(() => inTurn(() => settle(name, done)))
          }
        },
        begin: () =>
          atLast(async () => {
            const kept = await store.settings(prefix)
            await Promise.all(kept.map(({ key }) => inTurn(() => settle(key.slice(prefix.length), null))))
          }),
      }
    },
  }
}

interface KeptAct {
  entry: AuditEntry
  before: string
}
