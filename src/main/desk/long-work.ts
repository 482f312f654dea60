/**
 * What takes longer than an answer of the desk may (R3.4): one call begins it, `data.work` tells how far it is. One of a
 * kind at a time, so that a second window or a second press begins nothing twice. May import: model, preload/contract.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Push, WorkKind, WorkResults, WorkState, WorkView } from '../../preload/contract.ts'
import type { Clock } from '../runtime/ports.ts'
import { DeskFault, describeAny } from './fault.ts'

export interface LongWork {
  /**
   * Joins what runs of this kind for the same request. Answers after a moment, with the end if that has come.
   * @throws what the work throws within that moment; DeskFault REJECTED while it runs for another request
   */
  begin<Kind extends WorkKind>(
    kind: Kind,
    request: string,
    work: (told: (part: number) => void) => Promise<WorkResults[Kind]>,
  ): Promise<WorkView<Kind>>
  /** The newest first. */
  list(): WorkView[]
}

/** What ends sooner is answered at once. */
const SOON_MS = 100
/** Windows are told how far it is so often at most. */
const TELL_EVERY_MS = 250
const MOST_KEPT = 20

interface RunningWork {
  id: string
  request: string
  /** Rejects with what the work throws. */
  ended: Promise<void>
}

export function createLongWork({
  clock,
  publish,
  report,
}: {
  clock: Pick<Clock, 'now' | 'elapsed'>
  publish: (push: Push) => void
  report: (fault: unknown) => string
}): LongWork {
  /** Oldest first. */
  const works = new Map<string, WorkView>()
  const running = new Map<WorkKind, RunningWork>()

  function start<Kind extends WorkKind>(
    kind: Kind,
    request: string,
    work: (told: (part: number) => void) => Promise<WorkResults[Kind]>,
  ): RunningWork {
    const id = randomUUID()
    const frame = { id, kind, since: new Date(clock.now()).toISOString() }
    const show = (state: WorkState<Kind>) => {
      works.set(id, { ...frame, ...state })
      publish({ topic: 'work' })
    }
    let toldAt = Number.NEGATIVE_INFINITY
    show({ state: 'running', part: null })
    const ended = work((part) => {
      const now = clock.elapsed()
      if (now - toldAt < TELL_EVERY_MS) return
      toldAt = now
      show({ state: 'running', part })
    })
      .then(
        (result) => show({ state: 'done', result }),
        (fault: unknown) => {
          show({ state: 'failed', message: describeAny(fault, report).message })
          throw fault
        },
      )
      .finally(() => running.delete(kind))
    // Whoever waits is told; where nobody does, the list tells it.
    ended.catch(() => undefined)
    const begun = { id, request, ended }
    running.set(kind, begun)
    for (const [old, { state }] of works) if (works.size > MOST_KEPT && state !== 'running') works.delete(old)
    return begun
  }

  return {
    async begin(kind, request, work) {
      const found = running.get(kind)
      if (found !== undefined && found.request !== request)
        throw new DeskFault('REJECTED', 'This is being done already. Wait until it has ended.')
      const { id, ended } = found ?? start(kind, request, work)
      await Promise.race([ended, wait(SOON_MS, undefined, { ref: false })])
      return works.get(id) as WorkView<typeof kind>
    },
    list: () => [...works.values()].reverse(),
  }
}
