/** A search of an agent as it is kept for people: what was asked, what it found, what came of it. */
export interface KeptSearch {
  id: string
  /** ISO time. */
  at: string
  /** The identity of the client's token. */
  client: string
  /** What the client calls itself. */
  label: string
  session: string
  /** False: the client has no connection of its own, so its session is guessed from when it called. */
  sure: boolean
  /** Known secret values are replaced. */
  query: string
  filters: { kind?: string; tags?: string[] }
  /** Name of the profile that ranked. */
  profile: string
  /** How many items matched. */
  total: number
  /** Not even the best of them fits well; what was kept before this was known has no such word. */
  weak?: true
  /** Ids of the first results, best first; at most `MOST_RESULTS`. */
  results: string[]
  /** Ids of results that were described afterwards, in that order. */
  described: string[]
  /** Results that were started afterwards; `run`: the run whose call a person has to let through. */
  started: { id: string; run: string | null }[]
}

export const MOST_RESULTS = 10
