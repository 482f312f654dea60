import { classNames } from '../../../ui/class-names.ts'
import { Kbd } from '../../../ui/controls/kbd.tsx'
import { judgingWords as words } from './judged-words.ts'
import { GRADES, type Grade } from './judging.ts'

const LOOK: Record<Grade, string> = {
  3: 'border-done bg-done-soft text-done',
  2: 'border-done bg-done-soft text-done',
  1: 'border-running bg-running-soft text-running',
  0: 'border-failed bg-failed-soft text-failed',
}

/** How right one item is; the one that holds is pressed, and pressing it again takes it away. */
export function GradeButtons({
  title,
  grade,
  keys,
  onGrade,
}: {
  title: string
  grade: Grade | null
  /** Whether the keys 1 to 4 mean these buttons now, or those of another item; the place is kept for them. */
  keys: 'here' | 'elsewhere' | 'none'
  onGrade: (grade: Grade) => void
}) {
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">{words.gradeOf(title)}</legend>
      {GRADES.map((one, place) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === grade}
          onClick={() => onGrade(one)}
          className={classNames(
            'inline-flex h-7 items-center gap-1.5 rounded-md border px-2 text-sm whitespace-nowrap transition-colors',
            one === grade ? `font-medium ${LOOK[one]}` : 'border-control bg-surface text-ink hover:bg-hover',
          )}
        >
          {words.grades[one]}
          {keys === 'none' ? null : (
            <Kbd className={keys === 'here' ? '' : 'invisible'}>{`${place + 1}`}</Kbd>
          )}
        </button>
      ))}
    </fieldset>
  )
}
