/** Servers that a person adds, changes and removes at the desk. A part of the contract, which spreads it. */
import Type, { type Static } from 'typebox'
import type { JsonObject } from '../main/model/json.ts'
import { call, exactly, Id, savingCall, Values } from './call.ts'
import type { ServerExamination, ServerLog, ServerTrial, ServerUses } from './server-views.ts'

const Name = Type.String({ pattern: '^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$' })
/** A dot in it would be read as a way into it. */
const InputName = Type.String({ pattern: '^[A-Za-z0-9_][A-Za-z0-9_-]{0,63}$' })
const Words = Type.String({ maxLength: 4000 })
const ToolNames = Type.Array(Type.String({ minLength: 1, maxLength: 400 }), { minItems: 1, maxItems: 2000 })

/** The one thing that a program or a web API is there for: agents find it as a tool. */
const ServerCapability = exactly({
  id: Name,
  title: Words,
  description: Words,
  /** It changes nothing. */
  readOnly: Type.Boolean(),
  /** `{name}` in an argument or path is filled in with the input of that name. */
  inputs: Type.Array(exactly({ name: InputName, description: Words, isRequired: Type.Boolean() }), {
    maxItems: 50,
  }),
  call: Type.Union([
    exactly({ kind: Type.Literal('cli'), args: Type.Array(Words, { maxItems: 200 }) }),
    exactly({
      kind: Type.Literal('rest'),
      method: Type.Union([
        Type.Literal('GET'),
        Type.Literal('POST'),
        Type.Literal('PUT'),
        Type.Literal('PATCH'),
        Type.Literal('DELETE'),
      ]),
      path: Words,
    }),
  ]),
})
export type ServerCapability = Static<typeof ServerCapability>

/** A server as the configuration will have it. */
export const ServerDraft = exactly({
  /** Its key under `connections`. */
  name: Name,
  /** What stands under that key; a secret value stands there as `${secret:NAME}` and is kept by `secrets.set`. */
  connection: Values,
  /** How the tools of an MCP server are offered to agents; null: not at all. */
  tools: Type.Union([
    exactly({
      prefix: Type.String({ maxLength: 64 }),
      /** Whether a person is asked before a call. */
      ask: Type.Union([Type.Literal('always'), Type.Literal('unlessReadOnly'), Type.Literal('never')]),
      /** Only these are on for agents; absent: all. */
      include: Type.Optional(ToolNames),
      /** These are off. */
      exclude: Type.Optional(ToolNames),
    }),
    Type.Null(),
  ]),
  /** Of a program or a web API. */
  capability: Type.Optional(ServerCapability),
})
export type ServerDraft = Static<typeof ServerDraft>

/** A server that was found somewhere and can be added, once what it needs is filled in. Nothing of it is trusted. */
export interface ServerCandidate {
  /** By which the gateway knows again where it comes from. */
  id: string
  draft: ServerDraft
  origin:
    | { kind: 'clientFile'; client: string; file: string; isTrusted: boolean }
    | { kind: 'registry'; registry: string; name: string; version: string; publisher: string | null }
  inputs: ServerInput[]
}

/** A value that a person fills in. */
export interface ServerInput {
  /** Of the variable or header; of an argument its own name or place. */
  name: string
  place: 'variable' | 'header' | 'argument' | 'address'
  description: string | null
  isRequired: boolean
  isSecret: boolean
  standard: string | null
  choices: string[] | null
}

/** `candidate`: the id of what it began with; null: a person has typed it. Whether it is trusted is the gateway's to know. */
const Drafted = { draft: ServerDraft, candidate: Type.Union([Id, Type.Null()]) }

/** Kinds of changes of the configuration. */
export const SERVER_EDITS = [
  exactly({ kind: Type.Literal('addServer'), ...Drafted }),
  /**
   * What differs between the two is written, and nothing else. `from`: as it stood in the files when the change was
   * begun; refused where it is another by now. Keys stay hidden in both: where a mark stands as it was, the file keeps its key.
   */
  exactly({ kind: Type.Literal('changeServer'), name: Id, from: Values, connection: Values }),
  /** `tools`: where its tools are offered under its name, they are renamed with it. */
  exactly({ kind: Type.Literal('renameServer'), name: Id, to: Name, tools: Type.Boolean() }),
  exactly({ kind: Type.Literal('enableServer'), name: Id, enabled: Type.Boolean() }),
  /** With its imports and the tools that are declared for it alone; refused where anything else uses it. */
  exactly({ kind: Type.Literal('removeServer'), name: Id }),
] as const

export const SERVER_CALLS = {
  /** Nothing is started. */
  'servers.examine': call(Drafted).returns<ServerExamination>(),
  /**
   * Starts it once, lists its tools and ends it; nothing is written. Pressed by a person who has the literal command in
   * view. `values`: of secrets that it names and that are not stored yet.
   */
  'servers.try': savingCall({
    ...Drafted,
    values: Type.Record(Type.String({ maxLength: 128 }), Type.String({ maxLength: 65_536 })),
  }).returns<ServerTrial>(),
  'servers.trial': call({ id: Id }).returns<ServerTrial>(),
  'servers.stop': call({ id: Id }).returns<ServerTrial>(),
  /** As it stands in the files, with a mark in the place of each key that is written out. */
  'servers.declared': call({ name: Id }).returns<{ connection: JsonObject }>(),
  'servers.uses': call({ name: Id }).returns<ServerUses>(),
  'servers.log': call({ name: Id }).returns<ServerLog>(),
} as const
