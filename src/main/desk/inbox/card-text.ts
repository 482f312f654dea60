/** What a search of the inbox looks at: what the card says, and what was asked for. May import: preload/contract, model. */
import type { ItemCard } from '../../../preload/contract.ts'
import type { JsonObject } from '../../model/json.ts'

/** In lower case. */
export function cardText(item: ItemCard, args: JsonObject): string {
  const shown = [
    ...item.sentence.map((part) => part.text),
    item.id,
    item.workflowId,
    item.definitionId,
    item.definitionTitle,
    item.state,
    item.queue ?? '',
    item.client,
    item.requestedBy,
    item.decision?.comment ?? '',
    JSON.stringify(args),
  ]
  return shown.join('\n').toLowerCase()
}
