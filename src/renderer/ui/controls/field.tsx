import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import { Revealed } from '../text/quote-chip.tsx'
import { uiWords } from '../ui-words.ts'

export const CONTROL =
  'w-full rounded-md border border-control bg-surface px-2.5 text-ink transition-colors disabled:opacity-60 aria-[invalid=true]:border-failed'

interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  required?: boolean
  hideLabel?: boolean
  children: (ids: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode
}

/** Label above, hint and error below; the control gets their ids. */
export function Field({ label, hint, error, required = false, hideLabel = false, children }: FieldProps) {
  const id = useId()
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-sm font-medium text-ink'}>
        {label}
        {required ? <span className="text-ink-faint"> (required)</span> : null}
      </label>
      {children({
        id,
        ...(described ? { 'aria-describedby': described } : {}),
        ...(error ? { 'aria-invalid': true as const } : {}),
      })}
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-ink-muted">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className="text-sm text-failed">
          <Revealed text={error} />
        </p>
      ) : null}
    </div>
  )
}

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={classNames(CONTROL, 'h-8', className)} />
}

/** A line of text with its label. */
export function TextField({
  label,
  hint,
  error,
  hideLabel = false,
  onType,
  ...input
}: Omit<FieldProps, 'children' | 'required'> &
  ComponentProps<'input'> & {
    /** What stands in it then. */
    onType?: (text: string) => void
  }) {
  return (
    <Field label={label} hint={hint} error={error} hideLabel={hideLabel}>
      {(ids) => (
        <Input
          {...ids}
          {...(onType === undefined ? {} : { onChange: (event) => onType(event.target.value) })}
          {...input}
        />
      )}
    </Field>
  )
}

/** Says when it is full: the browser leaves out what does not fit, without a word. */
export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  const { value, maxLength } = rest
  const isFull = typeof value === 'string' && maxLength !== undefined && value.length >= maxLength
  return (
    <>
      <textarea rows={3} {...rest} className={classNames(CONTROL, 'resize-y py-1.5', className)} />
      {isFull ? (
        <p role="status" className="order-last basis-full text-sm text-needs">
          {uiWords.full(maxLength)}
        </p>
      ) : null}
    </>
  )
}
