/** The one way into a table of kinds. May import: model. */
import { GatewayError } from './error.ts'

/** The entry of a kind in a table that need not have one; null: it has none. */
export function findEntry<Table extends object>(
  table: Table,
  kind: string,
): NonNullable<Table[keyof Table]> | null {
  return Object.hasOwn(table, kind) ? (table[kind as keyof Table] ?? null) : null
}

/**
 * The entry of a kind. What was stored by a later version may be of a kind that this one does not know.
 * @throws GatewayError `INTERNAL`, which names it. `noun`: what it is a kind of.
 */
export function kindEntry<Table extends object>(
  table: Table,
  kind: string,
  noun: string,
): Table[keyof Table] {
  const entry = findEntry(table, kind)
  if (entry !== null) return entry
  throw new GatewayError('INTERNAL', `This version of Countersign knows no ${noun} of the kind ‘${kind}’.`)
}
