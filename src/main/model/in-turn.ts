/** Work that must not overlap: whoever reads, changes and writes the same thing takes turns. */

export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Each piece of work begins when the one before has ended, in the order in which they were given. It answers what the
 * work answers; one that fails fails for its caller alone.
 */
export function takeTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
}
