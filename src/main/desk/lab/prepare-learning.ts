/** May import: gateway.ts (types), model. */
import type { Gateway } from '../../gateway.ts'
import type { SearchProfile } from '../../model/search-profile.ts'

/** What is started after searches is read while the live profile learns from it; one that is tried needs it as well. */
export async function prepareLearning(
  { traffic }: { traffic: { learning: Pick<Gateway['traffic']['learning'], 'prepare'> } },
  profile: SearchProfile,
): Promise<void> {
  if (profile.ranking === 'smart' && (profile.usage ?? 0) > 0) await traffic.learning.prepare()
}
