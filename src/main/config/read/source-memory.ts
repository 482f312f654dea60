/**
 * Sources that were read lately: a change is read beside what is in force, and most of their files are the same. Trees are
 * never changed, so that each may be part of several documents.
 */
import { readSource, type Source } from './source.ts'

/** Values of all that is kept: a configuration of the largest size, see MOST_VALUES_IN_ALL, and what is changed in it. */
const MOST_VALUES = 600_000

/** Answers as `readSource` does. */
export function createSourceMemory(): typeof readSource {
  /** By file and text; the one that was asked for last comes last. */
  const kept = new Map<string, Source>()
  let values = 0
  return (text, file) => {
    const key = `${file}\n${text}`
    const known = kept.get(key)
    const source = known ?? readSource(text, file)
    if (known !== undefined) kept.delete(key)
    else values += sizeOf(source)
    kept.set(key, source)
    for (const [oldest, gone] of kept) {
      if (values <= MOST_VALUES) break
      kept.delete(oldest)
      values -= sizeOf(gone)
    }
    return source
  }
}

function sizeOf({ tree }: Source): number {
  return 1 + (tree?.size ?? 0)
}
