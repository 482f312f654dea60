/** What a person changes of tools, one by one or many at once. */

/** A tool of a server by the name that its server gives it; without a server, a workflow or capability by its id. */
export interface ToolRef {
  server: string | null
  name: string
}

export type AskWhen = 'always' | 'writes' | 'never'

/** Who is asked before a call. */
export interface ToolDeciders {
  quorum: number
  role?: string
  permission?: string
  timeoutMs?: number
  risk?: 'high'
}

export type ToolChange =
  /** Whether agents are offered it. */
  | { do: 'offer'; on: boolean }
  /** Without `people`: those who were asked before. */
  | { do: 'ask'; when: AskWhen; people?: ToolDeciders }
  | { do: 'words'; field: 'tags' | 'aliases'; add: string[]; remove: string[] }
  /** That it changes nothing, or that it may; null: what its server says counts. */
  | { do: 'confirm'; reads: boolean | null }

/** What cannot be changed from the desk, with the reason as a sentence. */
export interface FixedTool {
  tool: ToolRef
  because: string
}
