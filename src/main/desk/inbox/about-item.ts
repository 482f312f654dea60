/** What an item is about, and its buttons, as they are now. May import: gateway.ts (types), model. */
import type { Gateway } from '../../gateway.ts'
import type { InboxItem } from '../../model/item.ts'
import { heldOf, isOfRun, isSubject, stepOf } from '../../workflow/items/items.ts'
import { readableTitle } from '../../workflow/wording/sentence.ts'
import { DeskFault } from '../fault.ts'
import type { About } from '../items/kind.ts'
import { gatesNow } from '../rules/asked-first.ts'
import { loadDefinition } from '../runs/loaded-run.ts'

/** @throws DeskFault NOT_FOUND */
export async function findItem(gateway: Pick<Gateway, 'store'>, id: string): Promise<InboxItem> {
  const approval = await gateway.store.approval(id)
  if (approval === null) throw new DeskFault('NOT_FOUND', `There is no item ‘${id}’ in the inbox.`)
  return approval
}

/** `closely`: also which gates stand before it now, where nobody has approved it yet. */
export async function loadAbout(gateway: Gateway, approval: InboxItem, closely = false): Promise<About> {
  const run = isOfRun(approval) ? await gateway.store.run(approval.workflowId) : null
  const { approvals, connections, people } = gateway.configuration()
  const { queues } = approvals
  const serverTitle = (name: string) =>
    (Object.hasOwn(connections, name) ? connections[name]?.title : undefined) ?? readableTitle(name)
  const isOpen = isSubject(approval) && gateway.runtime.items.isOpen(approval)
  const definition =
    run === null ? null : await loadDefinition(gateway, run, stepOf(approval)?.transition ?? null)
  const unwritten = run === null ? null : gateway.runtime.unwritten.of(run.id)
  const counts = definition !== null && (closely || (heldOf(approval)?.votes.length ?? 0) > 0)
  const standing = counts ? await gateway.runtime.standing(approval) : null
  const gatesBefore: About['gatesBefore'] = (step) => gatesNow(gateway).gatesBefore(step)
  return { run, definition, queues, people, isOpen, unwritten, standing, serverTitle, gatesBefore }
}
