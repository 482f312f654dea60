/** Tag limits of a client (R1.6): only items with one of its tags exist for it. People and the engine see all. */
import type { Principal } from '../model/principal.ts'

export function allowedTags(who: Principal): string[] | null {
  return who.kind === 'agent' ? who.tags : null
}

export function maySee(who: Principal, item: { tags: string[] }): boolean {
  const allowed = allowedTags(who)
  return allowed === null || item.tags.some((tag) => allowed.includes(tag))
}
