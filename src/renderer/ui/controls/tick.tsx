import { useId } from 'react'

/** What must be said before a button of a dialog counts: in its footer, so that it is in sight however long the text is. */
export function Tick({
  label,
  checked,
  onChange,
}: {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className="-mx-5 mb-1 flex w-[calc(100%+2.5rem)] items-center gap-2 border-t border-line px-5 pt-3"
    >
      <input
        id={id}
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 accent-accent-solid"
      />
      {label}
    </label>
  )
}
