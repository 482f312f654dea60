import { Fragment, useState } from 'react'
import { Badge } from '../ui/feedback/status.tsx'
import { LineDifference, WordDifference } from '../ui/text/difference.tsx'
import { JsonView } from '../ui/text/json-view.tsx'
import { isNamedPicture, type Picture, readPicture } from '../ui/text/picture.ts'
import { OneLine, Quotation, QuoteChip } from '../ui/text/quote-chip.tsx'
import { Scalar } from '../ui/text/values.tsx'
import { hidesSomething, orderOf } from '../ui/text/visible-text.ts'
import { uiWords } from '../ui/ui-words.ts'
import { isPlainList, ListDifference, type PlainList } from './list-difference.tsx'
import { RecordsTable } from './records-table.tsx'
import { columnsOf, type Field, isObject, type Json, type JsonObject, listFields } from './typed-fields.ts'
import { type Against, valueWords } from './value-words.ts'

/** A text from here on stands on lines of its own. */
const LONG = 72
const FOLDED = 1200
/** Before other values a text stays short, so that their names come into sight before it is unfolded. */
const MOST_LINES = 12
const DEEPEST = 4

/** Values as their schema types them, read only, with what differs from what they are compared with. */
export function TypedValues({
  schema,
  values,
  against,
  how,
  depth = 0,
}: {
  schema: JsonObject | null
  values: JsonObject
  against: JsonObject | null
  /** What they are compared with; says the words of the marks. */
  how: Against
  depth?: number
}) {
  const fields = listFields(schema, values, against)
  const picture = readPicture(values)
  const isDrawn = (key: string) => picture !== null && key === 'data'
  const isLong = fields.slice(0, -1).some(({ key, value }) => isLongText(value) && !isDrawn(key))
  if (fields.length === 0) return <p className="text-ink-muted">{uiWords.values.empty}</p>
  return (
    <>
      {isLong ? <Names fields={fields.filter(({ value }) => value !== undefined)} /> : null}
      {picture === null ? null : <Thumbnail picture={picture} />}
      {picture === null && isNamedPicture(values) ? (
        <p className="text-ink-muted">{valueWords.notDrawn}</p>
      ) : null}
      {/* What was approved has been read; nobody has read what was only filled in, or refused. */}
      <dl data-unread={how === 'approved' ? undefined : ''} className="flex flex-col gap-2.5">
        {fields.map((field) => (
          <FieldRow key={field.key} field={field} how={how} depth={depth} isDrawn={isDrawn(field.key)} />
        ))}
      </dl>
    </>
  )
}

/** All of them, before a long one pushes the others down. */
function Names({ fields }: { fields: readonly Field[] }) {
  return (
    <p className="text-ink-muted [overflow-wrap:anywhere]">
      {valueWords.valuesNamed(fields.length)}{' '}
      {fields.map(({ key, name }, place) => (
        <Fragment key={key}>
          {place === 0 ? '' : ', '}
          <QuoteChip text={name} />
        </Fragment>
      ))}
    </p>
  )
}

function isLongText(value: Json | undefined): boolean {
  return typeof value === 'string' && (value.length > LONG * 4 || value.split('\n').length > 4)
}

/** Whether any text in it has characters that are drawn as marks. Pure. */
export function holdsHidden(value: Json): boolean {
  return holdsText(value, hidesSomething)
}

/** Whether any text in it is written in both directions. Pure. */
export function holdsMixed(value: Json): boolean {
  return holdsText(value, (text) => orderOf(text) === 'mixed')
}

function holdsText(value: Json, is: (text: string) => boolean): boolean {
  if (typeof value === 'string') return is(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, inner]) => is(key) || holdsText(inner as Json, is))
}

interface FieldProps {
  field: Field
  how: Against
  depth: number
  /** It is drawn above, as the picture that it is with its `mimeType`. */
  isDrawn: boolean
}

function FieldRow(props: FieldProps) {
  const { field, how } = props
  const { name, description, mark } = field
  // What an agent adds to a form that was filled in for it in part is what it was asked to do.
  const isMeant = mark === 'added' && how === 'prefill'
  const differs = mark !== null && mark !== 'same' && how !== 'nothing' && !isMeant
  return (
    <div data-value className={differs ? 'border-l-2 border-needs pl-3' : 'border-l-2 border-line pl-3'}>
      <dt
        className="flex flex-wrap items-center gap-x-2 text-sm text-ink-muted [overflow-wrap:anywhere]"
        title={description ?? undefined}
      >
        <OneLine text={name} />
        {differs ? <Badge tone="needs">{valueWords.marks[how][mark]}</Badge> : null}
      </dt>
      <dd className="min-w-0">
        <FieldValue {...props} />
      </dd>
    </div>
  )
}

function FieldValue({ field, how, depth, isDrawn }: FieldProps) {
  const { value, before, mark, schema, key } = field
  if (isDrawn && typeof value === 'string') return <PictureText text={value} />
  if (value === undefined) {
    return before === undefined ? null : (
      <del className="text-ink-muted no-underline">
        {valueWords.was}: <Value name={key} value={before} schema={schema} depth={depth} />
      </del>
    )
  }
  if (mark !== 'changed' || before === undefined || how === 'nothing') {
    return <Value name={key} value={value} schema={schema} depth={depth} />
  }
  return <ChangedValue field={field} value={value} before={before} how={how} depth={depth} />
}

function ChangedValue({
  field,
  value,
  before,
  how,
  depth,
}: {
  field: Field
  value: Json
  before: Json
  how: Against
  depth: number
}) {
  if (readPicture(value) !== null || readPicture(before) !== null) {
    return (
      <div className="flex flex-wrap gap-4">
        {[before, value].map((each, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: there are two, and their place says which is which
          <div key={place}>
            <p className="text-sm text-ink-muted">{place === 0 ? valueWords.was : valueWords.is}</p>
            <Value name={field.key} value={each} schema={field.schema} depth={depth} />
          </div>
        ))}
      </div>
    )
  }
  if (typeof value === 'string' && typeof before === 'string' && !isShort(value, before)) {
    if (value.includes('\n') && before.includes('\n'))
      return <LineDifference before={before} after={value} label={field.name} />
    return <WordDifference before={before} after={value} />
  }
  const columns = columnsOf(value)
  if (columns !== null && columnsOf(before) !== null && Array.isArray(value) && Array.isArray(before)) {
    return <RecordsTable name={field.name} value={value.filter(isObject)} before={before.filter(isObject)} />
  }
  if (isObject(value) && isObject(before) && depth < DEEPEST)
    return <TypedValues schema={field.schema} values={value} against={before} how={how} depth={depth + 1} />
  if (isPlainList(value) && isPlainList(before))
    return <ListDifference before={before} after={value} label={field.name} />
  if (isBranch(value) || isBranch(before)) {
    const [was, is] = [before, value].map((each) => JSON.stringify(each, null, 2))
    return <LineDifference before={was ?? ''} after={is ?? ''} label={field.name} />
  }
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      <Scalar oneLine value={value as string | number | boolean | null} />
      <del className="text-ink-muted no-underline">
        {valueWords.was} <Scalar oneLine value={before as string | number | boolean | null} />
      </del>
    </span>
  )
}

function Value({
  name,
  value,
  schema,
  depth,
}: {
  name: string
  value: Json
  schema: JsonObject | null
  depth: number
}) {
  if (typeof value === 'string') return <Text value={value} />
  if (Array.isArray(value)) {
    if (columnsOf(value) !== null)
      return <RecordsTable name={name} value={value.filter(isObject)} before={null} />
    if (value.length > 0 && isPlainList(value)) return <Chips value={value} />
  }
  if (isObject(value) && Object.keys(value).length > 0 && depth < DEEPEST)
    return <TypedValues schema={schema} values={value} against={null} how="nothing" depth={depth + 1} />
  if (isBranch(value) && Object.keys(value).length > 0)
    return <JsonView label={name} value={value} openDepth={isSmall(value) ? WHOLE : 2} />
  if (isBranch(value)) return <span className="text-ink-faint">{uiWords.values.empty}</span>
  return <Scalar value={value} />
}

/** What has no more entries in all is shown whole: nobody has to unfold it to know what is asked for. */
const MOST_SHOWN = 40
const WHOLE = Number.POSITIVE_INFINITY

function isSmall(value: Json): boolean {
  let left = MOST_SHOWN
  const count = (inner: Json): void => {
    for (const each of isBranch(inner) ? Object.values(inner) : []) {
      left -= 1
      if (left < 0) return
      count(each as Json)
    }
  }
  count(value)
  return left >= 0
}

function Text({ value }: { value: string }) {
  const picture = readPicture(value)
  if (picture !== null)
    return (
      <>
        <Thumbnail picture={picture} />
        <PictureText text={value} />
      </>
    )
  const isLong = value.length > LONG || value.includes('\n')
  if (!isLong) return <Scalar value={value} />
  return <Quotation text={value} longest={FOLDED} mostLines={MOST_LINES} bare />
}

const MOST_CHIPS = 40
/** To draw many thousands at once would stop the window. */
const MORE_CHIPS = 400

function Chips({ value }: { value: PlainList }) {
  const [most, setMost] = useState(MOST_CHIPS)
  const left = value.length - most
  return (
    <ul className="flex flex-wrap gap-1">
      {value.slice(0, most).map((entry, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries may be equal, and their place is all they have
        <li key={place} className="rounded-sm bg-sunken px-1.5 ring-1 ring-line ring-inset">
          <Scalar value={entry} />
        </li>
      ))}
      {left > 0 ? (
        <li>
          <button
            type="button"
            data-folded={Math.ceil(left / 4)}
            onClick={() => setMost(most + MORE_CHIPS)}
            className="rounded-sm px-1 text-accent hover:underline"
          >
            {uiWords.showNext(Math.min(MORE_CHIPS, left), left)}
          </button>
        </li>
      ) : null}
    </ul>
  )
}

/** Beside each other they are read faster than as one text with its changes. */
function isShort(...texts: string[]): boolean {
  return texts.every((text) => text.length <= LONG && !text.includes('\n'))
}

function isBranch(value: Json): value is Json[] | JsonObject {
  return typeof value === 'object' && value !== null
}

const size = new Intl.NumberFormat('en', { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 1 })

/** A picture in the values of an agent, drawn small, beside its value and never instead of it. */
function Thumbnail({ picture }: { picture: Picture }) {
  const name = valueWords.picture(picture.mimeType, size.format(picture.size / 1000))
  return (
    <figure className="inline-block">
      <img
        src={picture.url}
        alt={name}
        className="max-h-40 max-w-full rounded-sm bg-sunken object-contain ring-1 ring-line ring-inset"
      />
      <figcaption className="text-sm text-ink-muted">{name}</figcaption>
    </figure>
  )
}

/** The characters of which a drawn picture is made: letters and digits that say nothing to a person. */
function PictureText({ text }: { text: string }) {
  return (
    <details>
      <summary className="cursor-pointer text-sm text-ink-muted">
        {valueWords.pictureText([...text].length)}
      </summary>
      <code className="font-mono text-sm [overflow-wrap:anywhere]">{text}</code>
    </details>
  )
}
