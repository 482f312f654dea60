/** The one way into a table of kinds. May import: model. */
import { GatewayError } from './error.ts'

/**
 * The entry of a kind. What was stored by a later version may be of a kind that this one does not know.
 * @throws GatewayError `INTERNAL`, which names it. `noun`: what it is a kind of.
 */
export function kindEntry<Table extends object>(
  table: Table,
  kind: string,
  noun: string,
): Table[keyof Table] {
  if (Object.hasOwn(table, kind)) return table[kind as keyof Table]
  throw new GatewayError('INTERNAL', `This version of Countersign knows no ${noun} of the kind ‘${kind}’.`)
}
