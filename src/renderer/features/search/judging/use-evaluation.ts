import { useCall } from '../../../queries.ts'
import { useTuning } from '../tuning/tuning.ts'

/** The judged queries under what is tried against what is live; under the live profile alone where nothing is tried. */
export function useEvaluation({ enabled }: { enabled: boolean }) {
  const draft = useTuning((tuning) => tuning.draft)
  const live = useCall('profiles.list', {}, { enabled: enabled && draft === null }).data?.live.profile
  const profile = draft ?? live
  const evaluation = useCall(
    'search.evaluate',
    { profile: profile ?? { ranking: 'classic' } },
    { enabled: enabled && profile !== undefined, keepPrevious: true },
  )
  return { evaluation: evaluation.data, error: evaluation.error, isTried: draft !== null }
}
