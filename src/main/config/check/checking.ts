/** What a check of one part needs of the whole: the names that it may use, and where it writes what it finds. */
import { type Configuration, isError, type Problem } from '../../model/configuration.ts'
import { keyPlaceOf, type Path, type Place, pathText, placeOf, type Tree } from '../read/tree.ts'

type CompiledConfiguration = Omit<Configuration, 'path' | 'files' | 'hash'>

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

// ── Collects problems with their places, each once.

/** More than these are not worth reading: the rest of a file that is no configuration at all. */
const MOST = 200

export interface Findings {
  /** About what is at `path`; shown at its key if it is a map or a list. */
  error(path: Path, message: string): void
  warning(path: Path, message: string): void
  /** About the name of the last step of `path`. */
  errorAtKey(path: Path, message: string): void
  warningAtKey(path: Path, message: string): void
  all(): Problem[]
}

export function createFindings(tree: Tree): Findings {
  const found: Problem[] = []
  const add = (severity: Problem['severity'], place: Place, path: Path, message: string) => {
    found.push({ severity, ...place, at: pathText(path), message })
  }
  return {
    error: (path, message) => add('error', placeOf(tree, path), path, message),
    warning: (path, message) => add('warning', placeOf(tree, path), path, message),
    errorAtKey: (path, message) => add('error', keyPlaceOf(tree, path), path, message),
    warningAtKey: (path, message) => add('warning', keyPlaceOf(tree, path), path, message),
    all: () => found,
  }
}

/** In reading order, the main file first, without repetitions. */
export function orderProblems(problems: readonly Problem[], files: readonly string[]): Problem[] {
  const seen = new Set<string>()
  const once = problems.filter((problem) => {
    const key = JSON.stringify([problem.file, problem.line, problem.column, problem.message])
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
  const rank = (file: string) => {
    const index = files.indexOf(file)
    return index < 0 ? files.length : index
  }
  once.sort(
    (a, b) =>
      rank(a.file) - rank(b.file) || a.line - b.line || a.column - b.column || a.at.localeCompare(b.at),
  )
  if (once.length <= MOST) return once
  // Errors decide, so they stay when the list is cut.
  const errors = once.filter(isError)
  const warnings = once.filter((problem) => problem.severity === 'warning')
  return [...errors, ...warnings].slice(0, MOST)
}
