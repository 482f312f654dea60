/**
 * Names of imported tools that another server may have now: of two imports with the same prefix, a tool of the first one
 * has the name that both would give (`connections/tools/import.ts`). One sentence for each pair. Pure.
 */
import type { Configuration, ImportRule } from '../../model/configuration.ts'

/** Whoever calls a tool by its name reaches another server, with other approvals, and nothing else has changed. */
export function findTakenNames(before: Configuration, after: Configuration): string[] {
  const found = after.imports.flatMap((first, place) =>
    after.imports
      .slice(place + 1)
      .filter((second) => mayMeet(first, second) && !stoodBefore(before, first, second))
      // Its names were nobody’s before.
      .filter((second) => before.imports.some((was) => isOf(was, second)))
      .map(
        ({ connection, prefix }) =>
          `A tool of ‘${connection}’ may be one of ‘${first.connection}’ now, under the same name: both are imported ${prefix === '' ? 'without a prefix' : `under the prefix ‘${prefix}’`}, and ‘${first.connection}’ comes first.`,
      ),
  )
  return [...new Set(found)]
}

function mayMeet(one: ImportRule, other: ImportRule): boolean {
  const areAll = one.include.length === 0 || other.include.length === 0
  return (
    one.connection !== other.connection &&
    one.prefix === other.prefix &&
    (areAll || one.include.some((tool) => other.include.includes(tool)))
  )
}

function stoodBefore({ imports }: Configuration, first: ImportRule, second: ImportRule): boolean {
  const [one, other] = [first, second].map((rule) => imports.findIndex((was) => isOf(was, rule)))
  return one !== undefined && other !== undefined && one !== -1 && one < other
}

function isOf(was: ImportRule, { connection, prefix }: ImportRule): boolean {
  return was.connection === connection && was.prefix === prefix
}
