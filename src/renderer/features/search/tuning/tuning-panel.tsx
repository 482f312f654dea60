import { Redo2, RotateCcw, Undo2 } from 'lucide-react'
import type { ProfilesView } from '../../../../preload/contract.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { useKeys } from '../../../ui/controls/keys.ts'
import { Select } from '../../../ui/controls/select.tsx'
import { type Profile, readSetting } from '../profiles/profile-settings.ts'
import { SettingRow } from './setting-row.tsx'
import { useTuning } from './tuning.ts'
import { tuningWords as words } from './tuning-words.ts'
import { findPreset, listPresets } from './use-tuning.ts'

/** Every slider, switch and list of words of what is tried. */
export function TuningPanel({ profiles, tried }: { profiles: ProfilesView; tried: Profile }) {
  const { draft, past, future, tryOut, undo, redo } = useTuning()
  useKeys({
    '$mod+z': (event) => {
      event.preventDefault()
      undo()
    },
    '$mod+Shift+z': (event) => {
      event.preventDefault()
      redo()
    },
  })
  const classic = tried.ranking !== 'smart'
  return (
    <section aria-label={words.panel} className="flex flex-col gap-4 px-4 pt-4 pb-10">
      <div className="flex flex-col gap-2">
        <Presets profiles={profiles} draft={draft} />
        <div className="flex items-center gap-1">
          <IconButton
            label={words.undo}
            keys="⌘Z"
            icon={<Undo2 aria-hidden size={14} />}
            disabled={past.length === 0}
            onClick={undo}
          />
          <IconButton
            label={words.redo}
            keys="⌘⇧Z"
            icon={<Redo2 aria-hidden size={14} />}
            disabled={future.length === 0}
            onClick={redo}
          />
          <Button
            size="small"
            look="plain"
            className="ml-auto"
            icon={<RotateCcw aria-hidden size={12} />}
            disabled={classic || Object.keys(tried).every((key) => key === 'ranking' || key === 'name')}
            onClick={() => tryOut({ ranking: 'smart' }, '')}
          >
            {words.resetAll}
          </Button>
        </div>
        {draft === null ? <p className="text-sm text-ink-muted">{words.liveHint}</p> : null}
      </div>
      {classic ? (
        <div className="flex flex-col items-start gap-2 rounded-md bg-sunken p-3 ring-1 ring-line ring-inset">
          <p>{words.classicFixed}</p>
          <Button onClick={() => tryOut({ ranking: 'smart' }, '')}>{words.startSmart}</Button>
        </div>
      ) : null}
      {profiles.settings.map(({ group, settings }) => (
        <fieldset
          key={group}
          disabled={classic}
          className="flex min-w-0 flex-col gap-3 border-t border-line pt-3"
        >
          <legend className="float-left mb-1 text-sm font-semibold">{group}</legend>
          {settings.map((setting) => (
            <SettingRow
              key={setting.key}
              setting={setting}
              profiles={profiles}
              value={readSetting(tried, setting)}
              disabled={classic}
            />
          ))}
        </fieldset>
      ))}
    </section>
  )
}

function Presets({ profiles, draft }: { profiles: ProfilesView; draft: Profile | null }) {
  const tryOut = useTuning((tuning) => tuning.tryOut)
  const presets = listPresets(profiles)
  const chosen = findPreset(profiles, draft)
  const options = [
    { value: 'live', label: words.live(profiles.live.name) },
    ...presets.map(({ value, name }) => ({ value, label: sayPreset(value, name) })),
    ...(chosen === 'draft' ? [{ value: 'draft', label: words.draft('') }] : []),
  ]
  return (
    <div className="flex items-center gap-2">
      <span aria-hidden className="shrink-0 text-sm text-ink-muted">
        {words.from}
      </span>
      <Select
        label={words.from}
        value={chosen}
        options={options}
        onChange={(value) => {
          if (value === 'live') return tryOut(null, '')
          const preset = presets.find((one) => one.value === value)
          if (preset !== undefined) tryOut(preset.profile, preset.name)
        }}
      />
    </div>
  )
}

function sayPreset(value: string, name: string): string {
  if (value === 'classic') return words.classic
  return value === 'smart' ? words.smart : name
}
