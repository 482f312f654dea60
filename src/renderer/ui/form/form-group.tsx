import { Plus } from 'lucide-react'
import { classNames } from '../class-names.ts'
import { Button } from '../controls/button.tsx'
import { uiWords } from '../ui-words.ts'
import { FormText } from './form-text.tsx'

type FieldPath = readonly (string | number)[]

/** Whether it is one of a list, which can be taken out. */
export function isMember(path: FieldPath): boolean {
  return typeof path.at(-1) === 'number'
}

/** A member of a list that has no title of its own is called by its place. */
export function titleOf(title: string, schema: { title?: string | undefined }, path: FieldPath): string {
  return isMember(path) && schema.title === undefined ? String(Number(path.at(-1)) + 1) : title
}

/** The name of several fields that belong together, marked where they are needed, and what is said of them. */
export function GroupHead({
  title,
  description,
  isNeeded,
  className,
}: {
  title: string
  description: string | undefined
  isNeeded: boolean
  className?: string
}) {
  return (
    <>
      <legend className={classNames('mb-1 font-medium', className)}>
        <FormText text={title} />
        {isNeeded ? <span className="font-normal text-ink-muted"> · {uiWords.form.required}</span> : null}
      </legend>
      {description ? (
        <p className="mb-1 text-sm text-ink-muted">
          <FormText text={description} />
        </p>
      ) : null}
    </>
  )
}

/** One more member of a list, or property of an object. */
export function AddButton({
  disabled = false,
  onClick,
}: {
  disabled?: boolean | undefined
  onClick: () => void
}) {
  return (
    <div>
      <Button size="small" icon={<Plus aria-hidden size={13} />} disabled={disabled} onClick={onClick}>
        {uiWords.form.add}
      </Button>
    </div>
  )
}
