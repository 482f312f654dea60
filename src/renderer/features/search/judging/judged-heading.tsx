import { classNames } from '../../../ui/class-names.ts'
import { columnsOf, FIGURES, WIDE_ONLY } from './judged-columns.ts'
import { judgedWords as words } from './judged-words.ts'

/** What the columns of the list are; each row says it again to those who do not see it. */
export function JudgedHeading({ isTried }: { isTried: boolean }) {
  return (
    <div
      aria-hidden
      className="flex shrink-0 items-center overflow-hidden border-b border-line text-sm text-ink-muted [scrollbar-gutter:stable] max-[760px]:hidden"
    >
      <div className={classNames(columnsOf(isTried), 'min-w-0 flex-1 px-2 pb-1')}>
        <span>{words.query}</span>
        {isTried ? <span>{words.change}</span> : null}
        <span className="whitespace-nowrap">{words.first}</span>
        {FIGURES.map((name, place) => (
          <span key={name} className={place === 0 ? '' : WIDE_ONLY} title={words.figures[name].about}>
            {words.figures[name].name}
          </span>
        ))}
      </div>
      <span className="mr-1 w-7 shrink-0" />
    </div>
  )
}
