/** What a check of one part needs of the whole: the names that it may use, and where it writes what it finds. */
import type { Configuration } from '../../model/configuration.ts'
import type { Path } from '../read/tree.ts'
import type { Findings } from './findings.ts'

export type CompiledConfiguration = Omit<Configuration, 'path' | 'files' | 'hash'>

export interface CheckContext {
  compiled: CompiledConfiguration
  /** What a section declares, with what could not be read; null: the section itself could not be read. */
  declaredNames(section: 'connections' | 'workflows'): ReadonlySet<string> | null
  /** What did not fit the schema and is therefore not in `compiled`. */
  removed: readonly Path[]
  environment: Record<string, string | undefined>
  /** Absolute path. */
  mainFile: string
  findings: Findings
  /** When it is checked: milliseconds since 1970. */
  now: number
}

/** Whether nothing at or below `path`, nor anything round it, was left out. */
export function isWhole(checking: Pick<CheckContext, 'removed'>, path: Path): boolean {
  return !checking.removed.some((gone) => {
    const shared = Math.min(gone.length, path.length)
    return gone.slice(0, shared).every((step, index) => step === path[index])
  })
}
