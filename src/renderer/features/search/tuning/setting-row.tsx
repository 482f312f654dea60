import { RotateCcw } from 'lucide-react'
import { memo, useState } from 'react'
import type { ProfilesView } from '../../../../preload/contract.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { Slider } from '../../../ui/controls/slider.tsx'
import { Switch } from '../../../ui/controls/switch.tsx'
import { GroupList } from '../judging/group-list.tsx'
import {
  type GroupChange,
  isStandard,
  type Setting,
  type Value,
  type WordChange,
} from '../profiles/profile-settings.ts'
import { sayValue } from './say-value.ts'
import { tuningWords as words } from './tuning-words.ts'
import { changeSetting } from './use-tuning.ts'
import { WordList } from './word-list.tsx'

/** One slider, switch or list, with the way back to its standard value as soon as it has another. Drawn again only if it is another. */
export const SettingRow = memo(function SettingRow({
  setting,
  profiles,
  value,
  disabled,
}: {
  setting: Setting
  profiles: ProfilesView
  value: Value
  disabled: boolean
}) {
  const send = (next: Value) => changeSetting(profiles.live.profile, setting, next)
  const reset =
    disabled || isStandard(setting, value) ? null : (
      <IconButton
        label={words.resetOne(setting.label, 'standard' in setting ? sayValue(setting.standard) : '')}
        icon={<RotateCcw aria-hidden size={12} />}
        className="size-5 text-accent"
        onClick={() => send('standard' in setting ? setting.standard : { add: [], remove: [] })}
      />
    )
  if (setting.kind === 'slider') {
    return (
      <Slider
        label={setting.label}
        hint={setting.sentence}
        value={value as number}
        standard={setting.standard}
        least={setting.least}
        most={setting.most}
        step={setting.step}
        onChange={send}
        disabled={disabled}
        words={words}
        aside={reset}
      />
    )
  }
  if (setting.kind === 'switch') {
    return (
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <Switch
            label={setting.label}
            hint={setting.sentence}
            checked={value as boolean}
            onChange={send}
            disabled={disabled}
          />
        </div>
        {reset}
      </div>
    )
  }
  return (
    <Unfolding setting={setting} value={value as WordChange | GroupChange} disabled={disabled} reset={reset}>
      {setting.kind === 'words' ? (
        <WordList
          label={setting.label}
          change={value as WordChange}
          standard={
            setting.key === 'askingWords' ? profiles.standardWords.asking : profiles.standardWords.common
          }
          onChange={send}
        />
      ) : (
        <GroupList
          label={setting.label}
          change={value as GroupChange}
          standard={profiles.standardWords.synonyms}
          onChange={send}
        />
      )}
    </Unfolding>
  )
})

function Unfolding({
  setting,
  value,
  disabled,
  reset,
  children,
}: {
  setting: Setting
  value: WordChange | GroupChange
  disabled: boolean
  reset: React.ReactNode
  children: React.ReactNode
}) {
  const [open, setOpen] = useState(false)
  const changed = words.changed(value.add.length, value.remove.length)
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <p>
            {setting.label} {changed === '' ? null : <span className="text-sm text-accent">({changed})</span>}
          </p>
          <p className="text-sm text-ink-muted">{setting.sentence}</p>
        </div>
        {reset}
        <Button
          size="small"
          aria-expanded={open}
          aria-label={`${open ? words.done : words.edit}: ${setting.label}`}
          disabled={disabled}
          onClick={() => setOpen(!open)}
        >
          {open ? words.done : words.edit}
        </Button>
      </div>
      {open && !disabled ? children : null}
    </div>
  )
}
