import { ItemLine } from '../../../items/item-line.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { speakText } from '../../../ui/text/visible-text.ts'
import { GradeButtons } from './grade-buttons.tsx'
import type { Candidate, Grade } from './judging.ts'

/** One item to be judged. The one that the keys mean is marked at its side. */
export function CandidateRow({
  candidate: { item, grade },
  place,
  isAt,
  keys,
  onFocus,
  onGrade,
}: {
  candidate: Candidate
  place: number
  isAt: boolean
  keys: boolean
  onFocus: () => void
  onGrade: (grade: Grade) => void
}) {
  const title = speakText(item.title)
  return (
    <li
      data-candidate={place}
      tabIndex={-1}
      aria-current={isAt ? 'true' : undefined}
      onFocus={onFocus}
      className={classNames(
        'relative flex scroll-mb-20 flex-wrap items-start gap-x-4 gap-y-2 px-3 py-2.5 outline-none',
        isAt && 'bg-accent-soft before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-accent',
      )}
    >
      <div className="min-w-0 flex-1 basis-72">
        <ItemLine item={item} />
      </div>
      <GradeButtons
        title={title}
        grade={grade}
        keys={!keys ? 'none' : isAt ? 'here' : 'elsewhere'}
        onGrade={onGrade}
      />
    </li>
  )
}
