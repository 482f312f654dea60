import type { ProfilesView } from '../../../../preload/contract.ts'
import { describeProfile } from './describe-profile.ts'
import type { Profile } from './profile-settings.ts'

/** A profile in words: what it is, and what it says otherwise than the standard. */
export function ProfileText({ profile, settings }: { profile: Profile; settings: ProfilesView['settings'] }) {
  const { sentence, differences } = describeProfile(profile, settings)
  return (
    <div className="text-ink-muted">
      <p>{sentence}</p>
      {differences.length === 0 ? null : (
        <ul className="mt-1 list-disc pl-4">
          {differences.map((line) => (
            <li key={line} className="[overflow-wrap:anywhere]">
              {line}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
