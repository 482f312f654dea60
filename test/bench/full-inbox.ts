/** An inbox that nobody has looked at for long: 10,000 items that wait, a tenth of them with a deadline. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { InboxItem } from '../../src/main/model/item.ts'
import type { Run } from '../../src/main/model/run.ts'
import { openSqliteStore } from '../../src/main/store/sqlite/sqlite-store.ts'
import type { Workspace } from '../support/gateway-process.ts'

export const WAITING = 10_000
const TOGETHER = 250
const DAY = 24 * 60 * 60 * 1000

/**
 * Multiplies the run `workflowId` and its item, which a gateway has made in this workspace; the gateway has ended.
 * @param waiting so many then wait
 */
export async function fillInbox(
  workspace: Workspace,
  workflowId: string,
  waiting: number = WAITING,
): Promise<void> {
  const store = await openSqliteStore({ file: join(workspace.data, 'countersign.db') })
  try {
    const run = await store.run(workflowId)
    const [item] = (await store.approvals({ workflowId, kind: ['transition'] }, { limit: 1 })).items
    if (run === null || item === undefined) throw new Error('There is no item to multiply.')
    for (let made = 1; made < waiting; made += TOGETHER) {
      const runs: Run[] = []
      const approvals: InboxItem[] = []
      for (let number = made; number < Math.min(waiting, made + TOGETHER); number += 1) {
        const id = `wf_${randomBytes(6).toString('hex')}`
        const title = `Letter ${number} to ${NAMES[number % NAMES.length]}`
        const asked = Date.parse(item.requestedAt) - (waiting - number) * 1000
        runs.push({ ...run, id, context: { ...run.context, title } })
        approvals.push({
          ...item,
          id: `ap_${randomBytes(12).toString('hex')}`,
          // How much of one client may wait is limited.
          client: `client ${number % 150}`,
          workflowId: id,
          requestedAt: new Date(asked).toISOString(),
          deadlineAt: number % 10 === 0 ? new Date(Date.now() + DAY + number * 1000).toISOString() : null,
        })
      }
      const committed = await store.commit({ expect: [], runs, approvals, audit: [] })
      if (!committed.ok) throw new Error('The items could not be saved.')
    }
  } finally {
    await store.close()
  }
}

const NAMES = ['Amsterdam', 'Berlin', 'Cordoba', 'Dresden', 'Edinburgh', 'Florence', 'Geneva', 'Hamburg']
