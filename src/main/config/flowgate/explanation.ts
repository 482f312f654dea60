/**
 * `note`: nothing to do, or the converted file says what held there. `look`: a person must decide.
 * `left out`: it has no counterpart, so what holds it is not in the converted file at all.
 */
export type Level = 'note' | 'look' | 'left out'

export interface Explanation {
  level: Level
  title: string
  /** What it meant in mcp-flowgate. */
  there: string
  /** What it means in Countersign. */
  here: string
  /** What to write. */
  write: string
}
