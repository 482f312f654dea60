/** Whether `discovery.profile` is one: a name alone, or an object with settings. */
import type { JsonValue } from '../../model/json.ts'
import { findProfileProblems } from '../../workflow/search-profile/problems.ts'
import type { Subject } from './subject.ts'

export function checkProfile({ document, findings }: Subject): void {
  const profile = document.discovery?.profile
  if (profile === undefined || typeof profile === 'string') return
  for (const { path, message } of findProfileProblems(profile as unknown as JsonValue))
    findings.error(['discovery', 'profile', ...path.map(toStep)], message)
}

/** No setting is called by a number. */
function toStep(step: string): string | number {
  return /^\d+$/.test(step) ? Number(step) : step
}
