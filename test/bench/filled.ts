/** A database as it is after months: 10,000 runs with ten audit events each. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { AuditEntry } from '../../src/main/model/audit-event.ts'
import type { Run } from '../../src/main/model/run.ts'
import { openSqliteStore } from '../../src/main/store/sqlite/sqlite-store.ts'
import type { Workspace } from '../support/gateway-process.ts'

const RUNS = 10_000
const EVENTS_EACH = 10
const TOGETHER = 250

/**
 * Multiplies the run `workflowId`, which a gateway has made in this workspace; the gateway has ended. All of them
 * wait for an agent's next step.
 */
export async function fillDatabase(workspace: Workspace, workflowId: string): Promise<void> {
  const store = await openSqliteStore({ file: join(workspace.data, 'countersign.db') })
  try {
    const model = await store.run(workflowId)
    const { items } = await store.audit({ workflowId }, { limit: EVENTS_EACH })
    if (model === null || items.length === 0) throw new Error('There is no run to multiply.')
    for (let made = 0; made < RUNS; made += TOGETHER) {
      const runs: Run[] = Array.from({ length: TOGETHER }, (_, offset) => ({
        ...model,
        id: `wf_${randomBytes(6).toString('hex')}`,
        updatedAt: new Date(Date.parse(model.updatedAt) - (made + offset) * 1000).toISOString(),
      }))
      const audit = runs.flatMap(({ id }) =>
        Array.from({ length: EVENTS_EACH }, (_, event): AuditEntry => {
          const { sequence, previousHash, hash, ...entry } =
            items[event % items.length] ?? items[0] ?? never()
          return { ...entry, id: `au_${randomBytes(12).toString('hex')}`, workflowId: id }
        }),
      )
      const committed = await store.commit({ expect: [], runs, audit })
      if (!committed.ok) throw new Error('The runs could not be saved.')
    }
  } finally {
    await store.close()
  }
}

function never(): never {
  throw new Error('There is no event to copy.')
}
