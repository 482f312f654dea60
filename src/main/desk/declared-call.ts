/** What a step would run, as its author wrote it: paths unfilled. May import: model. */
import type { ExecutorDeclaration } from '../model/definition.ts'

/** Null where nothing is called. */
export function declaredCall(executor: ExecutorDeclaration | undefined): string | null {
  switch (executor?.kind) {
    case 'mcp':
      return `${executor.connection}: ${executor.tool}`
    case 'cli': {
      const program = executor.command ?? `${executor.connection ?? ''}:`
      const words = executor.args.map((arg) => (typeof arg === 'string' ? arg : JSON.stringify(arg)))
      return [program, ...words].map((word) => (/\s/.test(word) ? JSON.stringify(word) : word)).join(' ')
    }
    case 'rest':
      return `${executor.method} ${executor.connection}: ${executor.path}`
    case 'workflow':
      return `start ${executor.definitionId}`
    case 'orchestrator':
      return `orchestrator.${executor.action}`
    case 'parallel': {
      const branches = Object.entries(executor.branches).map(
        ([name, branch]) => `${name}: ${declaredCall(branch.executor) ?? '(nothing runs)'}`,
      )
      return `${executor.join} of [${branches.join('; ')}]`
    }
    case 'noop':
    case 'human':
    case undefined:
      return null
  }
}
