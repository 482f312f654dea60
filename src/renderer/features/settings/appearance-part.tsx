import { useId } from 'react'
import { type Density, type Theme, useDesk } from '../../state.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { Section } from '../../ui/section.tsx'
import { settingsWords } from './words.ts'

const words = settingsWords.appearance

/** Theme, density, keys: the window's own state, which the gateway does not know. */
export function AppearancePart() {
  const { theme, density, singleKeys, set } = useDesk()
  return (
    <>
      <p className="mb-4 text-ink-muted">{words.here}</p>
      <Section title={words.theme}>
        <Choice<Theme>
          label={words.theme}
          names={words.themes}
          value={theme}
          onChange={(next) => set({ theme: next })}
        />
      </Section>
      <Section title={words.density}>
        <Choice<Density>
          label={words.density}
          names={words.densities}
          value={density}
          onChange={(next) => set({ density: next })}
        />
      </Section>
      <Section title={words.keys}>
        <div className="flex flex-col items-start gap-4">
          <Switch
            label={words.singleKeys}
            hint={words.singleKeysHint}
            checked={singleKeys}
            onChange={(next) => set({ singleKeys: next })}
          />
          <Button onClick={() => set({ keySheetOpen: true })}>{words.showKeys}</Button>
        </div>
      </Section>
    </>
  )
}

/** One of a few, all in sight. */
function Choice<Value extends string>({
  label,
  names,
  value,
  onChange,
}: {
  label: string
  names: Record<Value, string>
  value: Value
  onChange: (value: Value) => void
}) {
  const name = useId()
  return (
    <fieldset className="flex flex-wrap gap-x-6 gap-y-2">
      <legend className="sr-only">{label}</legend>
      {(Object.keys(names) as Value[]).map((option) => (
        <label key={option} className="inline-flex min-h-6 items-center gap-2">
          <input
            type="radio"
            name={name}
            checked={option === value}
            onChange={() => onChange(option)}
            className="size-4 accent-accent-solid"
          />
          {names[option]}
        </label>
      ))}
    </fieldset>
  )
}
