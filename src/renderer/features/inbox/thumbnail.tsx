import { readPicture } from '../../ui/picture.ts'
import { cardWords } from './card-words.ts'

const size = new Intl.NumberFormat('en', { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 1 })

/** A picture in the values of an agent, drawn small; one that may not be drawn is only named. */
export function Thumbnail({ value }: { value: unknown }) {
  const picture = readPicture(value)
  if (picture === null) return <p className="text-ink-muted">{cardWords.notDrawn}</p>
  const name = cardWords.picture(picture.mimeType, size.format(picture.size / 1000))
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
