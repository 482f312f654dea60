import { ArrowLeft } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { JudgingPool } from '../../../../preload/contract.ts'
import { ItemLine } from '../../../items/item-line.tsx'
import { ItemPicker } from '../../../items/item-picker.tsx'
import { useDesk } from '../../../state.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Kbd } from '../../../ui/controls/kbd.tsx'
import { useKeys } from '../../../ui/controls/keys.ts'
import { announce } from '../../../ui/feedback/announcer.tsx'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { QuoteChip } from '../../../ui/text/quote-chip.tsx'
import { speakText } from '../../../ui/text/visible-text.ts'
import { judgingWords as words } from './judged-words.ts'
import {
  addAnswer,
  beginJudging,
  type Candidate,
  countJudged,
  GRADES,
  type Grade,
  gradeOne,
  gradesOf,
  type JudgingState,
  lookAt,
  skipOne,
  takeBack,
} from './judging.ts'
import type { QueueEntry } from './use-judging-queue.ts'
import { useSavedGrades } from './use-saved-grades.ts'

const LOOK: Record<Grade, string> = {
  3: 'border-done bg-done-soft text-done',
  2: 'border-done bg-done-soft text-done',
  1: 'border-running bg-running-soft text-running',
  0: 'border-failed bg-failed-soft text-failed',
}

/** How right one item is; the one that holds is pressed, and pressing it again takes it away. */
function GradeButtons({
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

/** One query and what a search could answer, in an order that says nothing, without scores. */
export function JudgingSheet({
  queued,
  pool,
  known,
  place,
  all,
  onNext,
  onClose,
}: {
  queued: QueueEntry
  pool: JudgingPool
  /** What is kept of it; null: it is new. */
  known: { qid: string; grades: Readonly<Record<string, number>> } | null
  place: number
  all: number
  onNext: () => void
  onClose: () => void
}) {
  const singleKeys = useDesk((desk) => desk.singleKeys)
  const [judging, setJudging] = useState(() => beginJudging(pool.candidates))
  const [kept] = useState(known?.grades ?? {})
  const [first] = useState(() => gradesOf(judging, kept))
  const saving = useSavedGrades(known?.qid ?? null, first, queued)
  const frame = useRef<HTMLElement>(null)
  const isLast = place === all
  const { candidates, at } = judging
  // Judging goes on where the keyboard is, and what is typed as soon as it is seen goes there too.
  useLayoutEffect(() => {
    if (candidates.length === 0) return frame.current?.querySelector<HTMLElement>('input')?.focus()
    const row = frame.current?.querySelector<HTMLElement>(`[data-candidate="${at}"]`)
    row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }, [at, candidates.length])

  function change(next: JudgingState): void {
    setJudging(next)
    if (next.candidates === candidates) return
    saving.save(gradesOf(next, kept))
  }
  function grade(of: number, value: Grade): void {
    const next = gradeOne(judging, of, value)
    const judged = next.candidates[of]
    if (judged === undefined) return
    const title = speakText(judged.item.title)
    announce(judged.grade === null ? words.ungraded(title) : words.graded(title, words.grades[judged.grade]))
    change(next)
  }
  useJudgingKeys({
    enabled: singleKeys,
    grade: (value) => grade(at, value),
    move: (step) => setJudging(lookAt(judging, at + step)),
    skip: () => setJudging(skipOne(judging)),
    undo: () => change(takeBack(judging)),
    next: onNext,
    close: onClose,
  })
  return (
    <section
      ref={frame}
      aria-label={words.title}
      className="mx-auto flex max-w-4xl flex-col gap-3 px-6 pt-4 pb-10"
    >
      <div className="flex flex-wrap items-center gap-2">
        <Button look="plain" size="small" icon={<ArrowLeft aria-hidden size={14} />} onClick={onClose}>
          {words.back}
        </Button>
        {all > 1 ? (
          <span data-count className="text-ink-muted">
            {words.of(place, all)}
          </span>
        ) : null}
      </div>
      <header className="flex flex-col gap-1">
        <p className="text-sm text-ink-muted">{words.asks}</p>
        <h2 className="text-xl font-semibold">
          <QuoteChip text={queued.query} />
        </h2>
        {candidates.length === 0 ? null : (
          <>
            <p>{words.ask}</p>
            <p className="text-sm text-ink-muted">{words.about}</p>
          </>
        )}
      </header>
      {saving.state === 'failed' ? (
        <Notice
          tone="failed"
          actions={
            <Button size="small" onClick={saving.again}>
              {words.again}
            </Button>
          }
        >
          {words.notSaved} {saving.error}
        </Notice>
      ) : null}
      {candidates.length === 0 ? null : (
        <ul aria-label={words.candidates} className="flex flex-col divide-y divide-line border-y border-line">
          {candidates.map((candidate, index) => (
            <CandidateRow
              key={candidate.item.id}
              candidate={candidate}
              place={index}
              isAt={index === at}
              keys={singleKeys}
              onFocus={() => (index === at ? undefined : setJudging(lookAt(judging, index)))}
              onGrade={(value) => grade(index, value)}
            />
          ))}
        </ul>
      )}
      <section aria-label={words.missing} id="judging-missing" className="flex flex-col gap-1">
        <h3 className="font-medium">{candidates.length === 0 ? words.noneTitle : words.missing}</h3>
        <p className="text-sm text-ink-muted">{words.missingText}</p>
        <ItemPicker
          onPick={(item) => {
            announce(words.added(speakText(item.title)))
            change(addAnswer(judging, item))
          }}
        />
      </section>
      <footer className="sticky bottom-0 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-surface py-3">
        <p role="status" data-count className="font-medium">
          {candidates.length === 0
            ? words.nothingYet
            : words.progress(countJudged(judging), candidates.length)}
        </p>
        <span className="text-sm text-ink-muted">
          {saving.state === 'saving' ? words.saving : saving.state === 'saved' ? words.saved : null}
        </span>
        <span className="ml-auto flex flex-wrap gap-2">
          <Button disabled={judging.past.length === 0} onClick={() => change(takeBack(judging))}>
            {words.undo}
            {singleKeys ? <Kbd>U</Kbd> : null}
          </Button>
          <Button disabled={candidates.length < 2} onClick={() => setJudging(skipOne(judging))}>
            {words.skip}
            {singleKeys ? <Kbd>S</Kbd> : null}
          </Button>
          <Button look="solid" onClick={onNext}>
            {isLast ? words.finish : words.next}
            {singleKeys ? <Kbd>N</Kbd> : null}
          </Button>
        </span>
      </footer>
    </section>
  )
}

/** One item to be judged. The one that the keys mean is marked at its side. */
function CandidateRow({
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

/** Judging by the keyboard: the digits in the order of the buttons, and 0 for what is wrong. */
function useJudgingKeys({
  enabled,
  grade,
  move,
  skip,
  undo,
  next,
  close,
}: {
  enabled: boolean
  grade: (grade: Grade) => void
  move: (step: 1 | -1) => void
  skip: () => void
  undo: () => void
  next: () => void
  close: () => void
}): void {
  useKeys(
    {
      1: () => grade(3),
      2: () => grade(2),
      3: () => grade(1),
      4: () => grade(0),
      0: () => grade(0),
      s: skip,
      u: undo,
      n: next,
      '/': (event) => {
        event.preventDefault()
        document.querySelector<HTMLInputElement>('#judging-missing input')?.focus()
      },
    },
    { enabled },
  )
  useKeys({ j: () => move(1), k: () => move(-1) }, { enabled, repeats: true })
  useKeys(
    {
      ArrowDown: (event) => {
        event.preventDefault()
        move(1)
      },
      ArrowUp: (event) => {
        event.preventDefault()
        move(-1)
      },
      Escape: close,
    },
    { repeats: true },
  )
}
