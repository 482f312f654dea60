/**
 * A person went on with a database that has not all that had been written, as after a backup was put back: what waits may
 * have been decided since, and what was decided may have run. So nothing of it runs by itself, and it says why it is asked.
 */
import { ENGINE } from '../../model/principal.ts'
import type { Run } from '../../model/run.ts'
import { beginCall, type CallContext, type RuntimeParts } from '../call-context.ts'
import { allItems } from '../every-item.ts'
import { putBack } from '../items/undo-window.ts'
import { commit, expectItem } from '../step/commit.ts'

const PIECE = 200
/** When a person went on with such a database last. */
const SET_BACK = 'setBack'

/** What an item says that is asked again. */
export function returnedBySetBack({ parts }: CallContext) {
  return {
    by: ENGINE.id,
    at: new Date(parts.clock.now()).toISOString(),
    because: 'The database was put back to an earlier state. This may have been decided and have run since.',
  }
}

/** Every open item waits for a decision, with the time that was left for it when the database was written last. */
export async function askAgainAfterSetBack(parts: RuntimeParts): Promise<void> {
  const context = beginCall(parts, ENGINE)
  await giveTimeBack(context)
  for (const item of await allItems(parts.store, { status: ['scheduled'] }))
    await putBack(context, item, returnedBySetBack(context).because)
  const waiting = await allItems(parts.store, { status: ['pending'] })
  for (let from = 0; from < waiting.length; from += PIECE) {
    const items = waiting.slice(from, from + PIECE).filter(({ returned }) => returned === undefined)
    const returned = returnedBySetBack(context)
    await commit(context, {
      expect: items.map(expectItem),
      approvals: items.map((item) => ({ ...item, returned, revision: item.revision + 1 })),
      audit: [],
    })
  }
}

/** That nobody decided in time would be said of what people may have decided in time. */
async function giveTimeBack(context: CallContext): Promise<void> {
  const { store, clock } = context.parts
  const { items } = await store.audit({ eventTypes: ['server.initialized'] }, { limit: 1, uncounted: true })
  const [last] = await store.auditAfter((items[0]?.sequence ?? 1) - 2, 1)
  const by = last === undefined ? 0 : clock.now() - Date.parse(last.timestamp)
  await commit(context, {
    expect: [],
    settings: [{ key: SET_BACK, value: { at: new Date(clock.now()).toISOString() } }],
    ...(by > 0 && { moves: { deadlines: by, windows: 0 } }),
    audit: [],
  })
}

/** Its time may have been up before the database was put back, and what follows that may have run then. */
export async function mayHaveTimedOut({ store }: Pick<RuntimeParts, 'store'>, run: Run): Promise<boolean> {
  const kept = await store.setting(SET_BACK)
  return kept !== null && run.startedAt <= String(kept.at)
}
