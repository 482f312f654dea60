/** Whether an execution may be run again after a crash without asking anybody (R4.7). */
import type { ExecutorDeclaration } from '../model/definition.ts'
import type { Catalog } from './ports.ts'

export function isRepeatable(declaration: ExecutorDeclaration | undefined, catalog: Catalog): boolean {
  if (declaration === undefined || declaration.kind === 'noop') return true
  if (declaration.kind === 'human') return false
  if (declaration.idempotent) return true
  return declaration.kind === 'mcp' && catalog.isReadOnlyTool(declaration.connection, declaration.tool)
}
