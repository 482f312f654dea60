import { Trash2 } from 'lucide-react'
import type { SearchFigures } from '../../../preload/contract.ts'
import { sayFigure } from '../../figures.ts'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Revealed } from '../../ui/quote-chip.tsx'
import { Status, type Tone } from '../../ui/status.tsx'
import { revealText, speakText } from '../../ui/visible-text.ts'
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
const REST = ['mrr', 'recall1', 'recall5', 'recall10'] as const satisfies (keyof SearchFigures)[]

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
        className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1 px-2 py-[calc(var(--row)+1px)] text-left outline-offset-[-2px]"
      >
        <span className="flex min-w-0 flex-1 basis-56 flex-col">
          <bdi className="truncate font-medium">
            <Revealed pieces={revealText(judged.query, true)} />
          </bdi>
          <span className="truncate text-sm text-ink-muted" data-count>
            {words.right(countRight(judged))}, {words.from[judged.from]}
          </span>
        </span>
        {measured === null ? (
          <Status tone={TONES[state]}>{words.state[state]}</Status>
        ) : (
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm" data-count>
            {isTried ? (
              <Status tone={TONES[state]} className="w-20">
                {words.state[state]}
              </Status>
            ) : null}
            <span className={isTried ? 'w-44' : 'w-36'}>
              <span className="text-ink-muted">{words.first} </span>
              {isTried && measured.firstBefore !== measured.firstAfter ? (
                <>
                  {words.place(measured.firstBefore)} <span aria-hidden>→</span>{' '}
                </>
              ) : null}
              <span className="font-medium">{words.place(measured.firstAfter)}</span>
            </span>
            <Figure name="ndcg10" measured={measured} isTried={isTried} />
            <span className="hidden gap-x-4 min-[1180px]:flex">
              {REST.map((name) => (
                <Figure key={name} name={name} measured={measured} isTried={isTried} />
              ))}
            </span>
          </span>
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

function Figure({
  name,
  measured: { before, after },
  isTried,
}: {
  name: keyof SearchFigures
  measured: { before: SearchFigures; after: SearchFigures }
  isTried: boolean
}) {
  const [was, is] = [sayFigure(before[name]), sayFigure(after[name])]
  return (
    <span className={classNames('flex flex-col', isTried ? 'w-22' : 'w-18')}>
      <span className="text-xs text-ink-muted">{words.figures[name].name}</span>
      <span>
        {isTried && was !== is ? (
          <>
            <span className="text-ink-muted">{was}</span> <span aria-hidden>→</span>{' '}
          </>
        ) : null}
        <span className="font-medium">{is}</span>
      </span>
    </span>
  )
}
