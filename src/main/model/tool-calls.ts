/** Calls of tools by server and name, and starts of workflows and capabilities, without a server, by id. */
export interface CalledTool {
  server: string | null
  name: string
  count: number
  failed: number
  /** ISO time; empty: only failures are counted here. */
  lastAt: string
  /** By principal id. */
  by: Record<string, number>
}

export interface ToolCalls {
  /** Of the last entry that was looked at. */
  sequence: number
  /** There is none after it. */
  isAll: boolean
  calls: CalledTool[]
}
