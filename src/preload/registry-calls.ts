/** Registries of MCP servers. A part of the contract, which spreads it; nobody imports it from here. */
import Type from 'typebox'
import { call, Id, savingCall } from './call.ts'
import type { ServerCandidate } from './server-calls.ts'

export interface RegistriesView {
  registries: RegistryView[]
  /** The one that everybody has at first. */
  official: { title: string; address: string }
}

export interface RegistryView {
  id: string
  title: string
  address: string
  /** A token is kept for it, and sent to this address alone. */
  hasToken: boolean
}

/** What a registry says of a server. All of it is an outsider's. */
export interface RegistryServer {
  /** `io.github.somebody/something`. */
  name: string
  title: string | null
  description: string
  version: string
  /** Whose name it bears, as people write it; null: it does not say. */
  publisher: string | null
  status: 'active' | 'deprecated' | 'deleted'
  /** Why it is deprecated or deleted. */
  statusMessage: string | null
  /** ISO times. */
  publishedAt: string | null
  repository: string | null
  isLatest: boolean
}

export interface RegistryPage {
  /** What was called. */
  address: string
  servers: RegistryServer[]
  nextCursor: string | null
  /** How many of the page say nothing that can be read. */
  unreadable: number
}

export interface RegistryDetail {
  address: string
  server: RegistryServer
  ways: RegistryWay[]
}

/** One way of running or reaching a server. */
export interface RegistryWay {
  /** `npm`, `pypi`, `oci`, `remote`, …, as the registry says. */
  kind: string
  /** The package, the image or the address. */
  identifier: string
  /** What it is pinned to; null: to no version. */
  version: string | null
  /** The checksum that the registry gives. */
  digest: string | null
  /** What a person should know, as sentences. */
  notes: string[]
  candidate: ServerCandidate | null
  /** Why it cannot be added, as a sentence. */
  problem: string | null
}

const Name = Type.String({ minLength: 1, maxLength: 400 })
const Cursor = Type.Optional(Type.String({ maxLength: 2000 }))

export const REGISTRY_CALLS = {
  'registries.list': call({}).returns<RegistriesView>(),
  /** `id` null: a new one. `token` absent: as it is; null: without. */
  'registries.save': savingCall({
    id: Type.Union([Id, Type.Null()]),
    title: Type.String({ minLength: 1, maxLength: 80 }),
    address: Type.String({ minLength: 1, maxLength: 2000 }),
    token: Type.Optional(Type.Union([Type.String({ minLength: 1, maxLength: 8192 }), Type.Null()])),
  }).returns<RegistriesView>(),
  'registries.remove': savingCall({ id: Id }).returns<RegistriesView>(),
  /** Asks the registry. REJECTED where it cannot be reached or does not answer as one. */
  'registries.search': call({
    id: Id,
    text: Type.String({ maxLength: 200 }),
    cursor: Cursor,
  }).returns<RegistryPage>(),
  'registries.versions': call({ id: Id, name: Name }).returns<RegistryPage>(),
  /** `version` null: the latest. */
  'registries.server': call({
    id: Id,
    name: Name,
    version: Type.Union([Type.String({ minLength: 1, maxLength: 255 }), Type.Null()]),
  }).returns<RegistryDetail>(),
} as const
