/**
 * The store as a database on the other side of a slow wire: a commit is applied at one moment and answered
 * at a later one, a crash may lie between, and what was not applied by then is lost. While the disk is full, nothing is.
 */
import { GatewayError } from '../../src/main/model/error.ts'
import type { Batch, Store } from '../../src/main/runtime/ports.ts'
import type { Pause } from './scheduler.ts'

/** Called at the moment at which a batch is about to become durable. */
export type Witness = (batch: Batch) => Promise<() => Promise<void>>

/** What the real store says of a disk that is full. */
const DISK_FULL = 'The disk is full.'
/** A fault that does not pass by itself. */
export const BROKEN = 'The database cannot be used.'
const isFull = () => new GatewayError('INTERNAL', DISK_FULL, { isPassing: true, reason: DISK_FULL })

export interface Disk {
  isFull: boolean
  /** The next commit fails, and nobody knows why. */
  isBroken: boolean
  /** How many commits it did not take. */
  refused: number
}

export function simulateStore(durable: Store, disk: Disk, pause: Pause, witness: Witness): Store {
  let moved: Promise<unknown> = Promise.resolve()
  const queue = new Set<Promise<void>>()
  const slow =
    (name: string, call: (...given: never[]) => Promise<unknown>) =>
    async (...given: never[]) => {
      await pause(`read ${name}`)
      return await call(...given)
    }
  const reads = Object.fromEntries(
    Object.entries(durable).map(([name, part]) => [
      name,
      typeof part === 'function' ? slow(name, part as never) : part,
    ]),
  ) as unknown as Store
  return {
    ...reads,
    // Writes go to the disk in their order: a setting is there before what is committed after it.
    async saveSettings(changes) {
      if (disk.isFull) throw isFull()
      await durable.saveSettings(changes)
    },
    async commit(batch) {
      const label = batch.audit.map((entry) => entry.eventType).join(' ')
      if (batch.moves !== undefined) {
        // What moves the times comes between what was put together before it and after it.
        const result = Promise.all(queue).then(() => durable.commit(batch))
        moved = result
        return await result
      }
      const applied = Promise.withResolvers<void>()
      queue.add(applied.promise)
      await moved
      await pause(`commit ${label}`)
      const check = await witness(batch)
      const fault = disk.isFull ? isFull() : disk.isBroken ? new GatewayError('INTERNAL', BROKEN) : null
      disk.isBroken = false
      const result = fault !== null ? null : await durable.commit(batch)
      if (result?.ok) await check()
      queue.delete(applied.promise)
      applied.resolve()
      if (result === null) {
        disk.refused += 1
        await pause(`refused ${label}`)
        throw fault
      }
      await pause(`committed ${label}${result.ok ? '' : ' (conflict)'}`)
      return result
    },
    close: async () => {},
  }
}
