import type { Executor, Executors } from '../../src/main/runtime/executor-port.ts'

const refused: Executor = { run: () => Promise.reject(new Error('Nobody runs this here.')) }

/** Of every kind one that runs nothing. */
export const NO_EXECUTORS: Executors = {
  noop: refused,
  cli: refused,
  mcp: refused,
  rest: refused,
  orchestrator: refused,
}
