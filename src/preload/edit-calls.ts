/** Changes of the configuration that the desk writes for a person; the YAML stays the truth (R2.8). A part of the contract. */
import Type, { type Static } from 'typebox'
import { call, exactly, Hash, Id, savingCall } from './call.ts'
import { SERVER_EDITS } from './server-calls.ts'
import type { EditPreview } from './settings-views.ts'
import { ToolsEdit } from './tool-calls.ts'

/** Words of an item that a person adds or takes away; they are written to the YAML. */
export const Words = exactly({
  item: Id,
  field: Type.Union([Type.Literal('aliases'), Type.Literal('tags')]),
  // The gateway says how many are too many.
  words: Type.Array(Type.String({ minLength: 1, maxLength: 80 }), { maxItems: 1000 }),
})
export type ItemWords = Static<typeof Words>

const Rights = Type.Array(Type.String({ maxLength: 400 }), { maxItems: 1000 })
const Milliseconds = Type.Optional(Type.Number())

const Edit = Type.Union([
  exactly({
    kind: Type.Literal('approvals'),
    timeoutMs: Milliseconds,
    holdMs: Milliseconds,
    undoMs: Milliseconds,
    proof: Type.Optional(Type.Union([Type.Literal('never'), Type.Literal('highRisk')])),
  }),
  exactly({ kind: Type.Literal('person'), name: Type.String(), roles: Rights, permissions: Rights }),
  exactly({ kind: Type.Literal('removePerson'), name: Type.String() }),
  exactly({
    kind: Type.Literal('client'),
    name: Type.String(),
    roles: Rights,
    permissions: Rights,
    /** It sees only what has one of these; null: everything. */
    tags: Type.Union([Rights, Type.Null()]),
  }),
  exactly({ kind: Type.Literal('removeClient'), name: Type.String() }),
  exactly({
    kind: Type.Literal('suggestion'),
    gate: Type.String({ maxLength: 4000 }),
    /** The day on which the rule ends. */
    until: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  }),
  /** All aliases or tags that a person has given an item. */
  exactly({ kind: Type.Literal('words'), words: Words }),
  ...SERVER_EDITS,
  ToolsEdit,
])
export type ConfigurationEdit = Static<typeof Edit>

export const EDIT_CALLS = {
  'configuration.preview': call({ edit: Edit }).returns<EditPreview>(),
  /** Saves what was seen; by that a person has accepted it (R2.2). SEEN_CHANGED if the file is another by now. */
  'configuration.save': savingCall({
    edit: Edit,
    hash: Hash,
    /** Names of those that were stored for it alone: they go with it when it is put back. */
    secrets: Type.Optional(Type.Array(Id, { maxItems: 200 })),
  }).returns<{ undo: string }>(),
  /**
   * Puts the file back as it was before that save, if nobody has changed it since. `secretsLeft`: of those stored for
   * it, the names that something else uses by now.
   */
  'configuration.undo': savingCall({ undo: Id }).returns<{
    file: string
    secretsLeft: string[]
  }>(),
} as const
