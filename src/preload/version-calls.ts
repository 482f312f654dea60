/** Newer versions of servers that are pinned to one. A part of the contract, which spreads it. */
import Type from 'typebox'
import type { JsonObject } from '../main/model/json.ts'
import { call, Id } from './call.ts'
import type { SentencePart } from './views.ts'

export interface PinnedPackage {
  kind: 'npm' | 'pypi'
  package: string
  version: string
  /** Which address is asked when somebody looks for newer ones. */
  address: string
}

export interface NewerVersions {
  pinned: PinnedPackage
  /** What its publisher calls the latest; null: it does not say. */
  latest: string | null
  /** Newest first. */
  newer: { version: string; publishedAt: string | null; isDeprecated: boolean }[]
}

/** What another version of a server offers, against what it offers now. Names and descriptions are the server's. */
export interface ToolsDifference {
  added: { tool: string; description: string | null; readOnly: boolean | null }[]
  gone: string[]
  changed: {
    tool: string
    changes: SentencePart[][]
    description: { before: string; after: string } | null
  }[]
  same: number
}

const Version = Type.String({ minLength: 1, maxLength: 255 })

export const VERSION_CALLS = {
  /** Asks nobody. */
  'versions.pinned': call({ name: Id }).returns<{ pinned: PinnedPackage | null }>(),
  /** Asks where its packages come from. REJECTED where that cannot be reached, or has no such package. */
  'versions.look': call({ name: Id }).returns<NewerVersions>(),
  /** The connection as it is, and with that version in place of its own, for `changeServer`. Writes nothing. */
  'versions.change': call({ name: Id, version: Version }).returns<{
    from: JsonObject
    connection: JsonObject
  }>(),
  /** What a trial of it has found, against what it offers now. */
  'versions.difference': call({ name: Id, trial: Id }).returns<ToolsDifference>(),
} as const
