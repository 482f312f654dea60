/** Which items can be decided together: the same question about other values (desk.md, Inbox). May import: model. */
import { createHash } from 'node:crypto'
import type { Approval } from '../model/approval.ts'
import type { Definition } from '../model/definition.ts'
import type { Instance } from '../model/instance.ts'

interface Known {
  instance: Instance | null
  definition: Definition | null
  ownOutcomes: string[] | null
}

/** The same text for items that ask the same; null for what must be looked at by itself. */
export function alikeOf(approval: Approval, about: Known): string | null {
  switch (approval.kind) {
    case 'transition':
    case 'executor':
    case 'gate':
      return stepAlike(approval, about)
    case 'tool_change':
      // What has changed of an accepted tool is shown on its card alone: a list would have it accepted unread.
      return about.ownOutcomes === null || approval.subject.before !== null
        ? null
        : hashText(['tool_change', approval.subject.connection, about.ownOutcomes])
    default:
      return null
  }
}

/** The buttons follow from the definition and the state, so the hash of the one and the name of the other stand for them. */
function stepAlike(approval: Approval, { instance, definition }: Known): string | null {
  if (instance === null || definition === null) return null
  const { kind, definitionId, state, transition, held } = approval
  return hashText([
    kind,
    definitionId,
    instance.definitionHash,
    state,
    transition,
    held?.step ?? null,
    held?.from ?? null,
  ])
}

function hashText(parts: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 24)
}
