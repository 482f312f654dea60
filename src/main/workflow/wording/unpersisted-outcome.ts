/** What has happened outside and cannot be written down: what a model and a person are told instead of “running”. Pure. */

export interface UnpersistedOutcome {
  transition: string
  /**
   * `outcome`: the step is done; `attempt`: one attempt of it has failed, and no other has begun; `move`: it runs
   * nothing outside. They are kept in memory, and written as soon as that succeeds.
   * `lost`: nobody knows any more what came of it, and not even that could be written.
   */
  what: 'outcome' | 'attempt' | 'move' | 'lost'
  /** What the store says, in whole sentences. */
  reason: string
}

export function sayUnpersisted({ transition, what, reason }: UnpersistedOutcome): string {
  switch (what) {
    case 'outcome':
      return `‘${transition}’ is done, but what came of it cannot be written down yet. ${reason} It is kept in memory and written as soon as that succeeds, which is tried every second; nothing is run again for that. If the gateway is stopped before, it does not know any more what came of it.`
    case 'attempt':
      return `An attempt of ‘${transition}’ has failed, which must be written down before anything follows, and cannot be yet. ${reason} It is tried every second; nothing else of this workflow runs before it succeeds.`
    case 'move':
      return `The engine cannot go on with ‘${transition}’, because that cannot be written down yet. ${reason} It is tried every second; nothing else of this workflow runs before it succeeds.`
    case 'lost':
      return `‘${transition}’ is not running any more and may have happened; what came of it is not known. That cannot be written down. ${reason} It is tried again and again; when it succeeds, a person at the desk is asked what happened. Nothing is run again before.`
  }
}

/** What a list says that the run waits for. */
export function awaitedToWrite({ transition, what }: UnpersistedOutcome): string {
  switch (what) {
    case 'lost':
      return `its database: that ‘${transition}’ may have happened cannot be written down`
    case 'move':
      return `its database: ‘${transition}’ cannot be written down yet`
    default:
      return `its database: what came of ‘${transition}’ cannot be written down yet`
  }
}
