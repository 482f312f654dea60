/** Whether an execution may be run again after a crash without asking anybody (R4.7). */
import type { ExecutorDeclaration } from '../model/definition.ts'
import type { Catalog } from './ports.ts'

export function isRepeatable(declaration: ExecutorDeclaration | undefined, catalog: Catalog): boolean {
  if (declaration === undefined || declaration.kind === 'noop') return true
  if (declaration.kind === 'human' || declaration.kind === 'workflow') return false
  // Runs that it started are found again by their correlation; the other actions are idempotent (seed 004).
  if (declaration.kind === 'orchestrator') return true
  if (declaration.kind === 'parallel') {
    return Object.values(declaration.branches).every(({ executor, reliability }) =>
      [executor, ...(reliability?.fallback ?? [])].every((one) => isRepeatable(one, catalog)),
    )
  }
  if (declaration.idempotent || declaration.idempotencyKey !== undefined) return true
  if (declaration.kind === 'rest') return declaration.method === 'GET' || declaration.method === 'HEAD'
  return declaration.kind === 'mcp' && catalog.isReadOnlyTool(declaration.connection, declaration.tool)
}
