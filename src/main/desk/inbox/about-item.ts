/** What an item is about, and its buttons, as they are now. May import: gateway.ts (types), model. */
import type { Gateway } from '../../gateway.ts'
import type { Definition } from '../../model/definition.ts'
import type { InboxItem } from '../../model/item.ts'
import type { Run } from '../../model/run.ts'
import { heldOf, isOfRun, isSubject, stepOf, workflowOf } from '../../workflow/items/items.ts'
import { readableTitle } from '../../workflow/wording/sentence.ts'
import { DeskFault } from '../fault.ts'
import type { About } from '../items/kind.ts'
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
  return await aboutRun(gateway, gateway, approval, run, closely)
}

/** Of each: their runs are read together, and each definition once. */
export async function loadAboutAll(gateway: Gateway, approvals: readonly InboxItem[]): Promise<About[]> {
  const ids = [...new Set(approvals.flatMap((approval) => workflowOf(approval) ?? []))]
  const runs = new Map((await gateway.store.runsById(ids)).map((run) => [run.id, run]))
  const definitions = new Map<string, Promise<Definition | null>>()
  const definition = (hash: string) => {
    const known = definitions.get(hash) ?? gateway.store.definition(hash)
    definitions.set(hash, known)
    return known
  }
  const source = { catalog: gateway.catalog, store: { definition } }
  const found: About[] = []
  for (const approval of approvals) {
    const run = runs.get(workflowOf(approval) ?? '') ?? null
    found.push(await aboutRun(gateway, source, approval, run, false))
  }
  return found
}

async function aboutRun(
  gateway: Gateway,
  source: Parameters<typeof loadDefinition>[0],
  approval: InboxItem,
  run: Run | null,
  closely: boolean,
): Promise<About> {
  const { approvals, connections } = gateway.configuration()
  const { queues, undoMs: riskyMs } = approvals
  const serverTitle = (name: string) =>
    (Object.hasOwn(connections, name) ? connections[name]?.title : undefined) ?? readableTitle(name)
  const ownOutcomes = isSubject(approval) ? gateway.runtime.items.outcomes(approval) : null
  const definition =
    run === null ? null : await loadDefinition(source, run, stepOf(approval)?.transition ?? null)
  const unwritten = run === null ? null : gateway.runtime.unwritten.of(run.id)
  const counts = definition !== null && (closely || (heldOf(approval)?.votes.length ?? 0) > 0)
  const standing = counts ? await gateway.runtime.standing(approval) : null
  return { run, definition, queues, ownOutcomes, riskyMs, unwritten, standing, serverTitle }
}
