/** Sessions of `proxy_default` close after an hour idle (R4.10). */

import { PROXY_DEFINITION } from '../../model/definition.ts'
import { OPEN_STATUSES } from '../../model/item.ts'
import { everyPage } from '../../model/pages.ts'
import { ENGINE } from '../../model/principal.ts'
import { holderOf } from '../../model/run.ts'
import { auditEntry, beginCall, type RuntimeParts } from '../call-context.ts'
import { commit, expectRun } from '../step/commit.ts'
import type { Alarms } from '../time/alarms.ts'

const SESSION_IDLE_MS = 60 * 60 * 1000
const LOOK_EVERY_MS = 5 * 60 * 1000

/** Looks every few minutes, from now on. */
export function reapSessions(parts: RuntimeParts, alarms: Alarms): void {
  const alarm = alarms.add('sessions', async () => {
    alarm.at(parts.clock.now() + LOOK_EVERY_MS)
    await closeIdleSessions(parts)
  })
  alarm.at(parts.clock.now() + LOOK_EVERY_MS)
}

async function closeIdleSessions(parts: RuntimeParts): Promise<void> {
  const before = new Date(parts.clock.now() - SESSION_IDLE_MS).toISOString()
  const filter = { definitionId: PROXY_DEFINITION, status: ['running' as const], updatedUntil: before }
  for await (const { items } of everyPage((from) =>
    parts.store.runs(filter, { limit: 200, uncounted: true, ...from }),
  ))
    for (const run of items) {
      if (holderOf(run) !== null) continue
      const waiting = await parts.store.approvals({ workflowId: run.id, status: OPEN_STATUSES }, { limit: 1 })
      if (waiting.total > 0) continue
      const context = beginCall(parts, ENGINE)
      await commit(context, {
        expect: [expectRun(run), { kind: 'pendingItems', workflowId: run.id, ids: [] }],
        runs: [{ ...run, status: 'completed', updatedAt: new Date(parts.clock.now()).toISOString() }],
        audit: [
          auditEntry(context, 'workflow.completed', run.id, {
            state: run.state,
            because: 'idle',
          }),
        ],
      })
    }
}
