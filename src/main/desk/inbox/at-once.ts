/**
 * So many decisions that run nothing at the press, or that are taken back: they share the commits of the store, and so
 * its flushes. With more of them one commit would hold the thread for longer than R3.4 has it.
 */
export const AT_ONCE = 40

/** Does the work for each, so many at the same time. @returns what came of them, in their order */
export async function workAtOnce<Thing, Result>(
  things: readonly Thing[],
  most: number,
  work: (thing: Thing) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const queue = things.entries()
  const take = async () => {
    for (const [place, thing] of queue) results[place] = await work(thing)
  }
  await Promise.all(Array.from({ length: most }, take))
  return results
}
