import { secretArguments } from '../../../../main/workflow/wording/key-like.ts'
import { placeWords } from './command-line.ts'

/** A command line with a dot for each sign of what looks secret in it; as long as it was. Pure. */
export function maskLine(line: string): string {
  const placed = placeWords(line)
  const [, ...args] = placed.map(({ word }) => word)
  let masked = line
  for (const { index, value } of secretArguments(args, [])) {
    const place = placed[index + 1]
    if (place === undefined) continue
    const typed = line.slice(place.start, place.end)
    // What stands before the value is the option; a quote or backslash in it counts with the value.
    const start = place.word === value ? 0 : typed.indexOf('=') + 1
    masked = masked.slice(0, place.start + start) + '•'.repeat(typed.length - start) + masked.slice(place.end)
  }
  return masked
}
