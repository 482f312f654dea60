/** What is executing in this process right now, so that it can be stopped and waited for. */
export interface Executions {
  begin(workflowId: string, outer: AbortSignal | undefined): { signal: AbortSignal; end(): void }
  abort(workflowId: string, reason: string): void
  /** Resolves when nothing executes for this workflow any more. */
  settled(workflowId: string): Promise<void>
  /** Waits at most `graceMs` for everything, then aborts the rest and waits for it. */
  finish(graceMs: number): Promise<void>
  readonly count: number
}

export function createExecutions(): Executions {
  const running = new Map<string, { controller: AbortController; done: Promise<void>; resolve: () => void }>()
  const all = () => Promise.all([...running.values()].map((entry) => entry.done))
  return {
    begin(workflowId, outer) {
      const controller = new AbortController()
      let resolve = () => {}
      const done = new Promise<void>((settle) => {
        resolve = settle
      })
      running.set(workflowId, { controller, done, resolve })
      const signal = outer === undefined ? controller.signal : AbortSignal.any([controller.signal, outer])
      return {
        signal,
        end() {
          running.delete(workflowId)
          resolve()
        },
      }
    },
    abort(workflowId, reason) {
      running.get(workflowId)?.controller.abort(new Error(reason))
    },
    async settled(workflowId) {
      await running.get(workflowId)?.done
    },
    async finish(graceMs) {
      let timer: NodeJS.Timeout | undefined
      const grace = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, graceMs)
      })
      await Promise.race([all(), grace])
      clearTimeout(timer)
      for (const entry of running.values()) entry.controller.abort(new Error('The gateway is stopping.'))
      await all()
    },
    get count() {
      return running.size
    },
  }
}
