/** The key by which the other side recognises a repetition. */
import type { StepKind } from '../../model/run.ts'

export interface KeyFacts {
  workflowId: string
  transition: string
  kind: StepKind
  correlationId: string
  /** Of the run when the step is claimed. */
  version: number
  /** Of a parallel executor; null: none. */
  branch: string | null
}

/**
 * Fills in the template. Stable over attempts, fallbacks and a crash, and different for everything that is another
 * step: a chain may take one transition several times in one call, and branches share theirs.
 */
export function idempotencyKey(template: string, facts: KeyFacts): string {
  const { workflowId, transition, kind, correlationId, version, branch } = facts
  const values: Record<string, string> = {
    workflowId,
    transition,
    correlationId: kind === 'transition' ? correlationId : `${correlationId}.${version}`,
  }
  const key = template.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  )
  return branch === null ? key : `${key}:${branch}`
}
