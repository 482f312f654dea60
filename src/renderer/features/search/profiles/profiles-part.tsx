import { useState } from 'react'
import { Link } from 'wouter'
import type { ProfilesView } from '../../../../preload/contract.ts'
import { ActionDialog } from '../../../action-dialog.tsx'
import { NotLoaded } from '../../../lists/failed-to-load.tsx'
import { useSend } from '../../../queries.ts'
import { TextField } from '../../../ui/controls/field.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { Section } from '../../../ui/section.tsx'
import { OneLine } from '../../../ui/text/quote-chip.tsx'
import { words as shared } from '../../../words.ts'
import { useProfiles } from '../tuning/use-tuning.ts'
import { AppliedTable } from './applied-table.tsx'
import { KeptRow } from './kept-row.tsx'
import type { Profile } from './profile-settings.ts'
import { ProfileText } from './profile-text.tsx'
import { profileWords as words } from './profile-words.ts'

/** The live profile, those that are kept, and what was applied before. */
export function ProfilesPart() {
  const { profiles, error, retry } = useProfiles()
  if (profiles !== null) return <Profiles profiles={profiles} />
  return <NotLoaded error={error} onRetry={retry} lines={6} className="p-6" />
}

function Profiles({ profiles }: { profiles: ProfilesView }) {
  const { live, saved, history, settings } = profiles
  const [renaming, setRenaming] = useState<string | null>(null)
  // As it is kept by now: somebody may have kept another one under this name since.
  const renamed = saved.find(({ name }) => name === renaming)
  return (
    <div className="max-w-4xl px-6 pt-5 pb-10">
      <h2 className="sr-only">{shared.parts.search.profiles}</h2>
      <p className="mb-4 text-ink-muted">{words.lead}</p>
      <Section title={words.liveTitle}>
        <p className="text-md font-medium">
          <OneLine text={live.name} />
        </p>
        <ProfileText profile={live.profile} settings={settings} />
        {profiles.changedElsewhere ? (
          <p className="mt-1 text-sm text-ink-muted">{words.changedElsewhere}</p>
        ) : null}
      </Section>
      <Section title={words.keptTitle}>
        {saved.length === 0 ? (
          <p className="text-ink-muted">
            {words.noneKept}{' '}
            <Link to="/search" className="rounded-sm text-accent underline">
              {words.tune}
            </Link>
          </p>
        ) : (
          <ul aria-label={words.keptTitle} className="flex flex-col divide-y divide-line">
            {saved.map((kept) => (
              <KeptRow
                key={kept.name}
                kept={kept}
                profiles={profiles}
                onRename={() => setRenaming(kept.name)}
              />
            ))}
          </ul>
        )}
      </Section>
      <Section title={words.historyTitle}>
        {history.length === 0 ? (
          <p className="text-ink-muted">{words.noHistory}</p>
        ) : (
          <AppliedTable profiles={profiles} />
        )}
      </Section>
      {renamed === undefined ? null : (
        <RenameDialog
          key={renamed.name}
          name={renamed.name}
          profile={renamed.profile}
          taken={saved.map(({ name }) => name)}
          onClose={() => setRenaming(null)}
        />
      )}
    </div>
  )
}

/** Another name for a kept profile. */
function RenameDialog({
  name,
  profile,
  taken,
  onClose,
}: {
  name: string
  profile: Profile
  taken: string[]
  onClose: () => void
}) {
  const send = useSend('profiles.save')
  const [typed, setTyped] = useState(name)
  const given = typed.trim()
  const isTaken = given !== name && taken.includes(given)
  function rename(): void {
    send.mutate(
      { name: given, profile, replaces: null, renames: { name, profile } },
      {
        onSuccess: () => {
          showToast(words.renamed(given))
          onClose()
        },
      },
    )
  }
  return (
    <ActionDialog
      onClose={onClose}
      title={words.renameTitle}
      form
      isReady={given !== '' && given !== name && !isTaken && !send.isPending}
      confirm={words.rename}
      onConfirm={rename}
    >
      <TextField
        label={words.newName}
        error={isTaken ? words.taken : send.error?.message}
        value={typed}
        maxLength={60}
        onType={setTyped}
      />
    </ActionDialog>
  )
}
