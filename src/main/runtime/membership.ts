/** Whose it is what runs, asks or is about to be told: of several gateways at one store each goes on with its own. */
import type { SubjectItem } from '../model/item.ts'
import type { Run } from '../model/run.ts'
import { isSubject, PASSING_KINDS } from '../workflow/items/items.ts'
import type { Batch } from './ports.ts'

/** Which gateways have written to the store: what one of them had begun, another one finishes only when that one is gone. */
export interface Membership {
  /** Of this one, from its start to its end. */
  readonly id: string
  /** Whether nothing goes on any more of what that gateway had begun. */
  isGone(id: string): Promise<boolean>
}

/** The same batch, in which everything that this gateway goes on with says so. */
export function inNameOf({ id }: Pick<Membership, 'id'>, batch: Batch): Batch {
  const { runs, approvals } = batch
  const marked = <Thing extends { gateway?: string }>({ gateway: _, ...thing }: Thing, isMine: boolean) =>
    (isMine ? { ...thing, gateway: id } : thing) as Thing
  return {
    ...batch,
    ...(runs && { runs: runs.map((run) => marked(run, isGoingOn(run))) }),
    ...(approvals && {
      approvals: approvals.map((item) => (isSubject(item) ? marked(item, isAwaited(item)) : item)),
    }),
  }
}

function isGoingOn({ status, activity }: Run): boolean {
  return status === 'running' && (activity.kind === 'claimed' || activity.kind === 'due')
}

function isAwaited({ untold, status, kind }: SubjectItem): boolean {
  return untold === true || (status === 'pending' && PASSING_KINDS.includes(kind))
}

/** What is for this gateway to recover: its own, what says of nobody whose it is, and that of gateways that are gone. */
export async function leftBehind<Thing extends { gateway?: string }>(
  membership: Membership,
  things: readonly Thing[],
): Promise<Thing[]> {
  const others = [...new Set(things.flatMap(({ gateway }) => gateway ?? []))].filter(
    (gateway) => gateway !== membership.id,
  )
  const gone = await Promise.all(others.map((gateway) => membership.isGone(gateway)))
  const living = others.filter((_, index) => gone[index] !== true)
  return things.filter(({ gateway }) => gateway === undefined || !living.includes(gateway))
}
