import { diffArrays } from 'diff'
import { classNames } from '../ui/class-names.ts'
import { LineDifference } from '../ui/text/difference.tsx'
import { Scalar } from '../ui/text/values.tsx'
import { uiWords } from '../ui/ui-words.ts'
import type { Json } from './typed-fields.ts'

export type PlainList = (string | number | boolean | null)[]

/** More of them than this are read faster line by line. */
const MOST_CHIPS = 40
/** A text up to here, without breaks, has room among others. */
const LONGEST = 72

/** Whether it holds nothing but values that are neither lists nor records. Pure. */
export function isPlainList(value: Json): value is PlainList {
  return Array.isArray(value) && value.every((entry) => typeof entry !== 'object' || entry === null)
}

const LOOK = {
  same: 'bg-sunken ring-1 ring-line ring-inset',
  added: 'bg-done-soft',
  removed: 'bg-failed-soft',
}
const SIGN = { same: null, added: '+', removed: '−' }
const TEXT = { same: '', added: 'text-done', removed: 'text-failed' }

/** Two lists of plain values in one, in their order: what is new, what is gone, and what is alike. */
export function ListDifference({
  before,
  after,
  label,
}: {
  before: PlainList
  after: PlainList
  label: string
}) {
  const [was, is] = [before, after].map((list) => list.map((entry) => JSON.stringify(entry)))
  if (was === undefined || is === undefined) return null
  if (was.length + is.length > MOST_CHIPS || ![...before, ...after].every(isShort))
    return <LineDifference before={was.join('\n')} after={is.join('\n')} label={label} />
  const entries = diffArrays(was, is).flatMap(({ value, added, removed }) =>
    value.map((text) => ({ text, kind: added ? 'added' : removed ? 'removed' : 'same' }) as const),
  )
  return (
    <ul aria-label={label} className="flex flex-wrap gap-1">
      {entries.map(({ text, kind }, place) => {
        const Mark = kind === 'added' ? 'ins' : kind === 'removed' ? 'del' : 'span'
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries may be equal, and their place is all they have
          <li key={place} className={classNames('rounded-sm px-1.5', LOOK[kind])}>
            {kind === 'same' ? null : (
              <>
                <span aria-hidden className={classNames('font-mono select-none', TEXT[kind])}>
                  {SIGN[kind]}{' '}
                </span>
                <span className="sr-only">{uiWords.difference[kind]}: </span>
              </>
            )}
            <Mark className={kind === 'removed' ? 'line-through' : 'no-underline'}>
              <Scalar value={JSON.parse(text)} />
            </Mark>
          </li>
        )
      })}
    </ul>
  )
}

function isShort(entry: PlainList[number]): boolean {
  return typeof entry !== 'string' || (entry.length <= LONGEST && !entry.includes('\n'))
}
