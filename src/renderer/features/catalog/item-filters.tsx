import { Select } from '../../ui/select.tsx'
import { catalogWords } from './words.ts'

/** By tag and by source; left out where there is nothing to choose between. */
export function ItemFilters({
  choices,
  tag,
  source,
  onTag,
  onSource,
}: {
  choices: { tags: string[]; sources: string[] }
  tag: string
  source: string
  onTag: (tag: string) => void
  onSource: (source: string) => void
}) {
  const { tags, sources } = choices
  if (tags.length === 0 && sources.length < 2) return null
  return (
    <div className="flex gap-2">
      {tags.length > 0 ? (
        <Select
          label={catalogWords.tag}
          value={tag}
          onChange={onTag}
          options={[
            { value: '', label: catalogWords.anyTag },
            ...tags.map((value) => ({ value, label: value })),
          ]}
          className="flex-1"
        />
      ) : null}
      {sources.length > 1 ? (
        <Select
          label={catalogWords.source}
          value={source}
          onChange={onSource}
          options={[
            { value: '', label: catalogWords.anySource },
            ...sources.map((value) => ({ value, label: value })),
          ]}
          className="flex-1"
        />
      ) : null}
    </div>
  )
}
