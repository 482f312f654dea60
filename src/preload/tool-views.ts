/** The table of all tools, as the window sees it. Texts come from outsiders. May import: model (types). */
import type { AskWhen, FixedTool, ToolRef } from '../main/model/tool-change.ts'

export type { AskWhen, FixedTool, ToolChange, ToolDeciders, ToolRef } from '../main/model/tool-change.ts'

/**
 * `offered`: agents find it. `off`: it is not offered to them. `new`, `changed`: a person has to accept it first.
 * `refused`: a person has not. `faulty`: its server describes it so that it cannot be used. `unlisted`: the settings file names it, its server does not. `away`: its server is not there; `disabled`: a person wants it so.
 */
export type ToolState =
  | 'offered'
  | 'off'
  | 'new'
  | 'changed'
  | 'refused'
  | 'faulty'
  | 'unlisted'
  | 'away'
  | 'disabled'

export interface ToolRow extends ToolRef {
  /** `engine`: a capability that comes with Countersign. */
  kind: 'tool' | 'capability' | 'workflow' | 'engine'
  /** What people call its server; null: the settings file declares it. */
  serverTitle: string | null
  /** Its id in the catalog; null: agents are not offered it. */
  item: string | null
  title: string
  /** What it does, shortened. */
  about: string
  /** By what counts in the end. */
  reads: boolean
  /** As its server says; null: it does not. */
  said: boolean | null
  /** As a person has confirmed; null: nobody has. */
  confirmed: boolean | null
  state: ToolState
  /** The item in which its change waits, or was refused. */
  approvalId: string | null
  asks: ToolAsking
  used: ToolUse
  /** What its definition costs a model in a flat list of tools. */
  tokens: number
  tags: string[]
  aliases: string[]
  /** Clients with limits that see it; null: no client has any. */
  clients: string[] | null
}

export interface ToolAsking {
  /** `maybe`: unless an exception holds, or in some of its steps. */
  when: AskWhen | 'maybe'
  /** How many people; 0: nobody is asked. */
  people: number
  /** More may be needed: its gates are for different people. */
  atLeast?: true
  /** The role or permission that they need. */
  by: string | null
}

export interface ToolUse {
  count: number
  failed: number
  /** ISO time. */
  lastAt: string | null
  /** Whoever used it most, first. */
  by: { name: string; count: number }[]
}

export interface ToolsPage {
  rows: ToolRow[]
  total: number
  cursor: string | null
  tokens: {
    /** Of all that agents are offered, as a flat list of tools. */
    flat: number
    /** Of the seven tools that they get instead. */
    own: number
    tokenizer: string
  }
  /** Until when calls are counted, as they are still being counted; null: all are. */
  counting: boolean
}

export interface ToolsForecast {
  changed: ToolRef[]
  same: ToolRef[]
  fixed: FixedTool[]
}
