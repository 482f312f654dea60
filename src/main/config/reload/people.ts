/** Who comes to the desk by a new configuration, and who goes. Pure. */
import type { Configuration } from '../../model/configuration.ts'

/**
 * Whoever sits at the desk chooses somebody without a PIN freely (R1.4): whoever knows no PIN of the others may do as much,
 * and be two people at once.
 */
export function newPeople(before: Configuration['people'], after: Configuration['people']): string[] {
  return Object.keys(after)
    .filter((name) => !Object.hasOwn(before, name))
    .map(
      (name) =>
        `Decisions of a new person ‘${name}’ count: until they have a PIN, anybody at the desk can decide as ‘${name}’, also where more than one person must.`,
    )
}

/** Whoever holds the only PIN locks the desk for all others. */
export function gonePeople(before: Configuration['people'], after: Configuration['people']): string[] {
  return Object.keys(before)
    .filter((name) => !Object.hasOwn(after, name))
    .map(
      (name) =>
        `The person ‘${name}’ is removed: nobody signs in as ‘${name}’ any more, and if nobody else has a PIN, the desk no longer asks for one.`,
    )
}
