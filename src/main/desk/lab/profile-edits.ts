/** A profile as changes of `discovery.profile` in the configuration. Pure. */
import type { Gateway } from '../../gateway.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts'
import type { SearchProfile } from '../../model/search-profile.ts'

type Edits = Parameters<Gateway['editor']['preview']>[0]

const PLACE = ['discovery', 'profile'] as const
/** More than these are one change of the whole. */
const MOST_SINGLE = 20

/** `written`: what stands in the document now. Single values are changed where that is possible: comments stay. */
export function profileEdits(written: JsonValue | undefined, profile: SearchProfile): Edits {
  const { ranking, ...rest } = profile
  const isBare = Object.keys(rest).length === 0
  const value: JsonValue = isBare && !isJsonObject(written) ? ranking : toJson(profile)
  if (written === undefined && ranking === 'classic' && isBare) return []
  const edits = compare([...PLACE], written, value)
  return edits.length > MOST_SINGLE ? [{ path: [...PLACE], value }] : edits
}

type Path = (string | number)[]

function compare(
  path: Path,
  before: JsonValue | undefined,
  after: JsonValue,
): { path: Path; value: JsonValue | undefined }[] {
  if (before !== undefined && JSON.stringify(before) === JSON.stringify(after)) return []
  if (!isJsonObject(before) || !isJsonObject(after)) return [{ path, value: after }]
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key))
  return [
    ...gone.map((key) => ({ path: [...path, key], value: undefined })),
    ...Object.entries(after).flatMap(([key, inner]) =>
      compare([...path, key], Object.hasOwn(before, key) ? before[key] : undefined, inner),
    ),
  ]
}

function toJson(profile: SearchProfile): JsonObject {
  return JSON.parse(JSON.stringify(profile)) as JsonObject
}
