/** What a server says of the tool that an item would call: its words, never ours (R5.9). */
import type { InboxDetail } from '../../preload/contract.ts'
import type { Gateway } from '../gateway.ts'
import { type Approval, OPEN_STATUSES } from '../model/approval.ts'
import type { Definition } from '../model/definition.ts'
import { transitionOf } from '../workflow/advance.ts'

/** Null: it calls no tool of a server, or the server says nothing of it. */
export function saidOfTool(
  { connections }: Pick<Gateway, 'connections'>,
  { state, transition, status }: Approval,
  definition: Definition | null,
): InboxDetail['saidOfTool'] {
  // What it says by now is not what a decision was made on.
  if (!OPEN_STATUSES.includes(status)) return null
  const asked =
    transition === null || definition === null ? null : transitionOf(definition, state, transition)
  const executor = asked?.executor
  if (executor?.kind !== 'mcp') return null
  const tools = connections.state(executor.connection)?.tools ?? []
  const description = tools.find(({ name }) => name === executor.tool)?.description?.trim() ?? ''
  return description === '' ? null : { connection: executor.connection, tool: executor.tool, description }
}
