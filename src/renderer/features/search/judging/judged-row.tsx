import { Trash2 } from 'lucide-react'
import { sayFigure } from '../../../items/figures.ts'
import { classNames } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { Status, type Tone } from '../../../ui/feedback/status.tsx'
import { OneLine } from '../../../ui/text/quote-chip.tsx'
import { speakText } from '../../../ui/text/visible-text.ts'
import { columnsOf, FIGURES, WIDE_ONLY } from './judged-columns.ts'
import { countRight, type JudgedRow } from './judged-rows.ts'
import { judgedWords as words } from './judged-words.ts'

const TONES: Record<JudgedRow['state'], Tone> = {
  better: 'done',
  worse: 'failed',
  same: 'quiet',
  open: 'needs',
  unanswerable: 'needs',
  waiting: 'quiet',
}
/** A narrow window has no heading, so each value says what it is. */
const LABEL = 'text-ink-muted min-[47.5rem]:sr-only'

/** One judged query: its words, where its first right answer stands, and its figures. */
export function JudgedRowLine({
  row: { judged, state, measured },
  isTried,
  selected,
  onOpen,
  onRemove,
}: {
  row: JudgedRow
  isTried: boolean
  selected: boolean
  onOpen: () => void
  onRemove: () => void
}) {
  const spoken = speakText(judged.query)
  return (
    <div
      className={classNames(
        'flex items-center border-b border-line hover:bg-hover',
        selected && 'bg-accent-soft hover:bg-accent-soft',
      )}
    >
      <button
        type="button"
        data-row={judged.qid}
        aria-current={selected ? 'true' : undefined}
        title={words.open(spoken)}
        onClick={onOpen}
        data-count
        className={classNames(
          columnsOf(isTried),
          'min-w-0 flex-1 items-center px-2 py-[calc(var(--row)+1px)] text-left outline-offset-[-2px]',
        )}
      >
        <span className="flex min-w-0 flex-col">
          <OneLine text={judged.query} className="truncate font-medium" />
          <span className="truncate text-sm text-ink-muted">
            {words.right(countRight(judged), measured?.right)}, {words.from[judged.from]}
          </span>
        </span>
        {measured === null ? (
          <Status tone={TONES[state]} className="min-[47.5rem]:col-[2/-1]">
            {words.state[state]}
          </Status>
        ) : (
          <>
            {isTried ? <Status tone={TONES[state]}>{words.state[state]}</Status> : null}
            <Pair
              label={words.first}
              before={isTried ? words.place(measured.firstBefore) : null}
              after={words.place(measured.firstAfter)}
            />
            {FIGURES.map((name, place) => (
              <Pair
                key={name}
                label={words.figures[name].name}
                before={isTried ? sayFigure(measured.before[name]) : null}
                after={sayFigure(measured.after[name])}
                className={place === 0 ? '' : WIDE_ONLY}
              />
            ))}
          </>
        )}
      </button>
      <IconButton
        label={words.remove(spoken)}
        icon={<Trash2 aria-hidden size={14} />}
        onClick={onRemove}
        className="mr-1"
      />
    </div>
  )
}

/** A value, and what it was where that is another. */
function Pair({
  label,
  before,
  after,
  className,
}: {
  label: string
  before: string | null
  after: string
  className?: string
}) {
  return (
    <span className={classNames('whitespace-nowrap', className)}>
      <span className={LABEL}>{label} </span>
      {before === null || before === after ? null : (
        <>
          <span className="text-ink-muted">{before}</span> <span aria-hidden>→</span>{' '}
        </>
      )}
      <span className={before !== null && before !== after ? 'font-semibold' : ''}>{after}</span>
    </span>
  )
}
