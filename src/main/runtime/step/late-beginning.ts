/**
 * A call that only reads is not written down before it runs, but with what it came to: one transaction instead of two.
 * One that takes longer than a moment is written as begun all the same, so that people see it. After a crash it is thus
 * found in the log, or was never answered; and a call that changes nothing may be made again.
 */

import type { CallContext } from '../call-context.ts'
import type { Batch } from '../ports.ts'
import { commit } from './commit.ts'
import type { LateBeginning } from './executions.ts'

/** Milliseconds. */
const MOMENT_MS = 20

/** `beginning`: writes a run that is new, with its first entries. */
export function beginLate(context: CallContext, beginning: Batch): LateBeginning {
  let isWritten = false
  let isJoined = false
  let writing: Promise<void> | null = null
  const write = async () => {
    if (isWritten || isJoined) return
    writing ??= commit({ ...context, beginning: null }, beginning, 'created')
      .then(({ ok }) => {
        isWritten ||= ok
      })
      // A full disk, say: what the call comes to will meet it, too, and then says so.
      .catch(() => {})
      .finally(() => {
        writing = null
      })
    await writing
  }
  const timer = context.parts.clock.after(MOMENT_MS, () => void write())
  return {
    get isWritten() {
      return isWritten
    },
    async join(batch) {
      timer.cancel()
      isJoined = true
      await writing
      return isWritten ? batch : joinBatches(beginning, batch)
    },
    written() {
      isWritten = true
    },
    write,
    end: () => timer.cancel(),
  }
}

/** As if both were one: what the second expects of a run that the first makes is so. */
function joinBatches(first: Batch, second: Batch): Batch {
  const made = first.runs ?? []
  const later = second.runs ?? []
  return {
    ...second,
    expect: [
      ...first.expect,
      ...second.expect.filter((expected) => expected.kind !== 'run' || !isAmong(made, expected.id)),
    ],
    runs: [...made.filter(({ id }) => !isAmong(later, id)), ...later],
    audit: [...first.audit, ...second.audit],
  }
}

function isAmong(runs: readonly { id: string }[], id: string): boolean {
  return runs.some((run) => run.id === id)
}
