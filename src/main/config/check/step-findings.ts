/** What is found in the states that steps compile to, shown at the steps. */
import { entryOf } from '../compile/steps.ts'
import type { Path } from '../read/tree.ts'
import type { StepDocument } from '../schema/step.ts'
import type { Findings } from './findings.ts'

/** `path`: of the workflow. */
export function createStepFindings(findings: Findings, path: Path, steps: readonly StepDocument[]): Findings {
  const written = (at: Path): Path => {
    const [section, state, ...rest] = at.slice(path.length)
    if (section !== 'states') return at
    const index = steps.findIndex((step) => step.name === state || entryOf(step) === state)
    if (index < 0) return [...path, 'steps']
    const inside = rest.indexOf('branches')
    const member = steps[index]?.parallel?.findIndex(({ name }) => name === rest[inside + 1]) ?? -1
    const step = [...path, 'steps', index]
    return inside >= 0 && member >= 0 ? [...step, 'parallel', member] : step
  }
  return {
    error: (at, message) => findings.error(written(at), message),
    warning: (at, message) => findings.warning(written(at), message),
    errorAtKey: (at, message) => findings.errorAtKey(written(at), message),
    warningAtKey: (at, message) => findings.warningAtKey(written(at), message),
    all: findings.all,
  }
}
