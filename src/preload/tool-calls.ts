/** The table of all tools, and what a person changes of them. A part of the contract, which spreads it. */
import Type from 'typebox'
import { call, exactly, Id } from './call.ts'
import type { ToolsForecast, ToolsPage } from './tool-views.ts'

/** A tool by the name that its server gives it; without a server, a workflow or capability by its id. */
const Ref = exactly({
  server: Type.Union([Id, Type.Null()]),
  name: Type.String({ minLength: 1, maxLength: 1000 }),
})
/** As many as one save changes without holding up the agents. */
const Refs = Type.Array(Ref, { minItems: 1, maxItems: 1000 })
const Word = Type.Array(Type.String({ minLength: 1, maxLength: 80 }), { maxItems: 50 })
const Right = Type.Optional(Type.String({ minLength: 1, maxLength: 400 }))

const Change = Type.Union([
  exactly({ do: Type.Literal('offer'), on: Type.Boolean() }),
  exactly({
    do: Type.Literal('ask'),
    when: Type.Union([Type.Literal('always'), Type.Literal('writes'), Type.Literal('never')]),
    /** Left out: whoever was asked before. */
    people: Type.Optional(
      exactly({
        quorum: Type.Integer({ minimum: 1, maximum: 100 }),
        role: Right,
        permission: Right,
        timeoutMs: Type.Optional(Type.Integer({ minimum: 1000, maximum: 30 * 86_400_000 })),
        risk: Type.Optional(Type.Literal('high')),
      }),
    ),
  }),
  exactly({
    do: Type.Literal('words'),
    field: Type.Union([Type.Literal('tags'), Type.Literal('aliases')]),
    add: Word,
    remove: Word,
  }),
  /** Null: what the server says counts. */
  exactly({ do: Type.Literal('confirm'), reads: Type.Union([Type.Boolean(), Type.Null()]) }),
])

/** The same change of one or many tools, of one or several servers. */
export const ToolsEdit = exactly({ kind: Type.Literal('tools'), tools: Refs, change: Change })

export const TOOL_CALLS = {
  /** All of them in pages; `cursor` goes on in the list as it was when its first page was read. */
  'tools.list': call({ cursor: Type.Optional(Type.String({ maxLength: 100 })) }).returns<ToolsPage>(),
  /** Which of these a change changes, and which it cannot, with the reason. It is saved with `configuration.save`. */
  'tools.foresee': call({ tools: Refs, change: Change }).returns<ToolsForecast>(),
} as const
