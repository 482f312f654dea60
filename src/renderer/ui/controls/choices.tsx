import { useId } from 'react'

/** One of a few, all in sight; nothing is chosen until a person does. */
export function Choices<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: readonly { value: Value; label: string; hint?: string }[]
  value: Value | null
  onChange: (value: Value) => void
}) {
  const name = useId()
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="flex items-start gap-2">
          <input
            type="radio"
            name={name}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
            className="mt-0.5 size-4 shrink-0 accent-accent-solid"
          />
          <span>
            {option.label}
            {option.hint ? <span className="block text-sm text-ink-muted">{option.hint}</span> : null}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
