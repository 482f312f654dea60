/** What a step would run, as its author wrote it: paths unfilled. May import: model. */
import type { ExecutorDeclaration } from '../model/definition.ts'

/** Null where nothing is called. */
export function declaredCall(executor: ExecutorDeclaration | undefined): string | null {
  if (executor?.kind === 'mcp') return `${executor.connection}: ${executor.tool}`
  if (executor?.kind !== 'cli') return null
  const program = executor.command ?? `${executor.connection ?? ''}:`
  const words = executor.args.map((arg) => (typeof arg === 'string' ? arg : JSON.stringify(arg)))
  return [program, ...words].map((word) => (/\s/.test(word) ? JSON.stringify(word) : word)).join(' ')
}
