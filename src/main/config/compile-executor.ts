/** Executors with their defaults filled in; those of later versions give nothing (`later.ts` reports them). */
import type { ExecutorDeclaration } from '../model/definition.ts'
import type { ExecutorDocument } from './schema-executor.ts'

export function compileExecutor(executor: ExecutorDocument): ExecutorDeclaration | undefined {
  switch (executor.kind) {
    case 'noop':
      return { kind: 'noop', ...present({ idempotent: executor.idempotent }) }
    case 'cli':
      return {
        kind: 'cli',
        ...present({
          connection: executor.connection,
          command: executor.command,
          workingDirectory: executor.workingDirectory,
          stdin: executor.stdin,
        }),
        args: executor.args ?? [],
        env: executor.env ?? {},
        treatNonZeroAsFailure: executor.treatNonZeroAsFailure ?? true,
        idempotent: executor.idempotent ?? false,
      }
    case 'mcp':
      return {
        kind: 'mcp',
        connection: executor.connection,
        tool: executor.tool,
        ...present({ map: executor.map }),
        idempotent: executor.idempotent ?? false,
      }
    case 'human':
      return { kind: 'human', ...present({ queue: executor.queue }) }
    default:
      return undefined
  }
}

type Present<Values> = { [Key in keyof Values]?: Exclude<Values[Key], undefined> }

/** Without the keys that are undefined: absent and undefined are two things in stored JSON. */
export function present<Values extends object>(values: Values): Present<Values> {
  const kept = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(kept) as Present<Values>
}
