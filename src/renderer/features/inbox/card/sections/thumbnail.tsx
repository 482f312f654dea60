import type { Picture } from '../../../../ui/text/picture.ts'
import { cardWords } from '../card-words.ts'

const size = new Intl.NumberFormat('en', { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 1 })

/** A picture in the values of an agent, drawn small, beside its value and never instead of it. */
export function Thumbnail({ picture }: { picture: Picture }) {
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

/** The characters of which a drawn picture is made: letters and digits that say nothing to a person. */
export function PictureText({ text }: { text: string }) {
  return (
    <details>
      <summary className="cursor-pointer text-sm text-ink-muted">
        {cardWords.pictureText([...text].length)}
      </summary>
      <code className="font-mono text-sm [overflow-wrap:anywhere]">{text}</code>
    </details>
  )
}
