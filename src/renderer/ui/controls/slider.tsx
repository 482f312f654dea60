import { type CSSProperties, type ReactNode, useId, useState } from 'react'
import { classNames } from '../class-names.ts'
import { CONTROL } from './field.tsx'
import { readNumber } from './read-number.ts'

/** A number between two ends: dragged, stepped with the arrow keys, or typed. A notch marks its standard value. */
export function Slider({
  label,
  hint,
  value,
  standard,
  least,
  most,
  step,
  onChange,
  disabled = false,
  words,
  aside,
}: {
  label: string
  hint: ReactNode
  value: number
  standard: number
  least: number
  most: number
  step: number
  onChange: (value: number) => void
  disabled?: boolean
  words: { typed: (label: string) => string; standard: (value: number) => string }
  /** Stands behind the label. */
  aside?: ReactNode
}) {
  const id = useId()
  const shares = {
    '--value': share(value, least, most),
    '--standard': share(standard, least, most),
  } as CSSProperties
  return (
    <div className={classNames('flex flex-col', disabled && 'opacity-60')}>
      <div className="flex min-h-7 items-center gap-2">
        <label htmlFor={id} className="min-w-0 flex-1">
          {label}
        </label>
        {aside}
        <TypedNumber
          label={words.typed(label)}
          value={value}
          least={least}
          most={most}
          disabled={disabled}
          onChange={onChange}
        />
      </div>
      <div className="relative flex h-5 items-center" style={shares}>
        <span
          aria-hidden
          title={words.standard(standard)}
          className="range-notch absolute top-0 h-5 w-px bg-control"
        />
        <input
          id={id}
          type="range"
          min={least}
          max={most}
          step={step}
          value={value}
          disabled={disabled}
          aria-describedby={`${id}-hint`}
          onChange={(event) => onChange(Number(event.target.value))}
          className="range relative w-full"
        />
      </div>
      <p id={`${id}-hint`} className="text-sm text-ink-muted">
        {hint} <span className="sr-only">{words.standard(standard)}</span>
      </p>
    </div>
  )
}

/** Takes what is typed as soon as it is a number within the ends. */
function TypedNumber({
  label,
  value,
  least,
  most,
  disabled,
  onChange,
}: {
  label: string
  value: number
  least: number
  most: number
  disabled: boolean
  onChange: (value: number) => void
}) {
  const [typed, setTyped] = useState<string | null>(null)
  const wrong = typed !== null && readNumber(typed, least, most) === null
  return (
    <input
      inputMode="decimal"
      aria-label={label}
      aria-invalid={wrong ? true : undefined}
      value={typed ?? String(value)}
      disabled={disabled}
      onChange={(event) => {
        const text = event.target.value
        setTyped(text)
        const number = readNumber(text, least, most)
        if (number !== null) onChange(number)
      }}
      onBlur={() => setTyped(null)}
      className={classNames(CONTROL, 'h-6 w-14 px-1.5 text-right tabular-nums')}
    />
  )
}

function share(value: number, least: number, most: number): number {
  return most === least ? 0 : (value - least) / (most - least)
}
