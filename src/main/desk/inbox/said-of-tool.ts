/** What a server says of the tool that an item would call: its words, never ours (R5.9). */

import type { InboxDetail } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import type { Definition } from '../../model/definition.ts'
import { type InboxItem, OPEN_STATUSES } from '../../model/item.ts'
import { transitionOf } from '../../workflow/advance.ts'
import { toolOf } from '../../workflow/executors/executors.ts'

/** Null: it calls no tool of a server, or the server says nothing of it. */
export function saidOfTool(
  { connections }: Pick<Gateway, 'connections'>,
  { state, transition, status }: InboxItem,
  definition: Definition | null,
): InboxDetail['saidOfTool'] {
  // What it says by now is not what a decision was made on.
  if (!OPEN_STATUSES.includes(status)) return null
  const asked =
    transition === null || definition === null ? null : transitionOf(definition, state, transition)
  const called = asked?.executor === undefined ? null : toolOf(asked.executor)
  if (called === null) return null
  const { connection, tool } = called
  const tools = connections.state(connection)?.tools ?? []
  const description = tools.find(({ name }) => name === tool)?.description?.trim() ?? ''
  return description === '' ? null : { connection, tool, description }
}
