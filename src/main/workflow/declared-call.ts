/** What a step would run, as its author wrote it: paths unfilled. Pure. */
import type { ExecutorDeclaration, Reliability } from '../model/definition.ts'
import type { JsonValue } from '../model/json.ts'

/** In short, for lists; null where nothing is called. */
export function declaredCall(executor: ExecutorDeclaration | undefined): string | null {
  return write(executor, () => '')
}

/**
 * With everything that it is given, for whoever decides whether it may run. Of headers the names alone: their values
 * may be secret.
 */
export function declaredInFull(executor: ExecutorDeclaration | undefined): string | null {
  return write(executor, givenTo)
}

/** All that a step can run: what is tried first, and each that is run instead when it has failed. */
export function declaredWork({
  executor,
  reliability,
}: {
  executor?: ExecutorDeclaration
  reliability?: Reliability
}): string | null {
  const calls = [executor, ...(reliability?.fallback ?? [])]
    .map(declaredInFull)
    .filter((call) => call !== null)
  return calls.length === 0 ? null : calls.join('; if it fails: ')
}

function write(
  executor: ExecutorDeclaration | undefined,
  given: (executor: ExecutorDeclaration) => string,
): string | null {
  switch (executor?.kind) {
    case 'mcp':
      return `${executor.connection}: ${executor.tool}${given(executor)}`
    case 'cli': {
      const program = executor.command ?? `${executor.connection ?? ''}:`
      const words = executor.args.map((arg) => (typeof arg === 'string' ? arg : JSON.stringify(arg)))
      const line = [program, ...words]
        .map((word) => (/\s/.test(word) ? JSON.stringify(word) : word))
        .join(' ')
      return `${line}${given(executor)}`
    }
    case 'rest':
      return `${executor.method} ${executor.connection}: ${executor.path}${given(executor)}`
    case 'workflow':
      return `start ${executor.definitionId}${given(executor)}`
    case 'orchestrator':
      return `orchestrator.${executor.action}`
    case 'parallel': {
      const branches = Object.entries(executor.branches).map(([name, branch]) => {
        const calls = [branch.executor, ...(branch.reliability?.fallback ?? [])].map((each) =>
          write(each, given),
        )
        return `${name}: ${calls.map((call) => call ?? '(nothing runs)').join(', if it fails ')}`
      })
      return `${executor.join} of [${branches.join('; ')}]`
    }
    case 'noop':
    case 'human':
    case undefined:
      return null
  }
}

function givenTo(executor: ExecutorDeclaration): string {
  switch (executor.kind) {
    case 'mcp':
      return named('arguments', executor.map)
    case 'cli':
      return `${named('working directory', executor.workingDirectory)}${named('standard input', executor.stdin)}`
    case 'rest': {
      const { query, headers, body } = executor
      return `${named('query', query)}${named('headers', Object.keys(headers))}${named('body', body)}`
    }
    case 'workflow':
      return named('input', executor.input)
    default:
      return ''
  }
}

function named(name: string, value: JsonValue | undefined): string {
  if (value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0))
    return ''
  return `, ${name}: ${JSON.stringify(value)}`
}
