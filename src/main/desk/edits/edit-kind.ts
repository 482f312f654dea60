import type { ConfigurationEdit } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'

/** Which values of the document are set, or removed. All must stand in one file. */
export type Edits = Parameters<Gateway['editor']['preview']>[0]
export type EditName = ConfigurationEdit['kind']
export type EditOf<Name extends EditName> = Extract<ConfigurationEdit, { kind: Name }>

/** What the desk can change of the configuration for a person (R2.8). */
export interface EditKind<Name extends EditName> {
  /** @throws DeskFault where it cannot be */
  edits(gateway: Gateway, edit: EditOf<Name>): Edits | Promise<Edits>
  /**
   * Why the configuration would not be what was asked for, as a sentence; null: it is. Two files may both declare a
   * thing: maps merge, and lists are joined.
   */
  missed(after: ReturnType<Gateway['configuration']>, edit: EditOf<Name>): string | null
  /** What the change brings that a person should know, besides what it loosens: sentences. */
  names?(gateway: Gateway, edit: EditOf<Name>): Promise<string[]>
}

/** What `missed` says of what another file declares, too. */
export function sayElsewhere(name: string): string {
  return `‘${name}’ stands in more than one file, which are put together. Change the others by hand.`
}
