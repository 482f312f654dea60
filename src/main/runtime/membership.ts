/** Whose it is what runs, asks or is about to be told: of several gateways at one store each goes on with its own. */

/** Which gateways have written to the store: what one of them had begun, another one finishes only when that one is gone. */
export interface Membership {
  /** Of this one, from its start to its end. */
  readonly id: string
  /** Whether nothing goes on any more of what that gateway had begun. */
  isGone(id: string): Promise<boolean>
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
