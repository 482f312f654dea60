/**
 * The scripted agent of the first run: a real MCP client that goes through the gateway's own door with the local
 * token, and so can do no more than any other agent.
 */
import type { PlayView } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import { followScript } from './play-follow.ts'
import { SCRIPTS, type ScriptName } from './play-scripts.ts'

export interface Play {
  view(): PlayView
  /** One at a time: while one runs, the view is answered as it is. */
  start(script: ScriptName): PlayView
  stop(): Promise<PlayView>
}

export interface PlayOptions {
  clock: Gateway['clock']
  version: string
  mcpUrl(): string
  token(): Promise<string>
  /** The view has changed. */
  changed(): void
}

/** The view holds the newest lines of a script that somebody keeps sending back. */
const MAX_LINES = 200

export function createPlay(options: PlayOptions): Play {
  let view: PlayView = { running: false, script: null, lines: [], workflowId: null, error: null }
  let stopper: AbortController | null = null
  let ended: Promise<void> = Promise.resolve()

  function change(next: Partial<PlayView>): void {
    view = { ...view, ...next }
    options.changed()
  }

  function say(who: 'agent' | 'gateway', text: string, code: string | null = null): void {
    const at = new Date(options.clock.now()).toISOString()
    change({ lines: [...view.lines, { at, who, text, code }].slice(-MAX_LINES) })
  }

  async function run(script: ScriptName, signal: AbortSignal): Promise<void> {
    try {
      const { connectAgent } = await import('./play-agent.ts')
      const agent = await connectAgent({
        url: options.mcpUrl(),
        token: await options.token(),
        version: options.version,
        signal,
      })
      try {
        await followScript(SCRIPTS[script], agent, say, (workflowId) => change({ workflowId }), signal)
      } finally {
        await agent.close()
      }
    } catch (fault) {
      if (signal.aborted) say('agent', 'I was stopped.')
      else change({ error: `The sample agent lost the gateway: ${reasonOf(fault)}.` })
    }
  }

  return {
    view: () => view,
    start(script) {
      if (view.running) return view
      stopper = new AbortController()
      change({ running: true, script, lines: [], workflowId: null, error: null })
      ended = run(script, stopper.signal).finally(() => change({ running: false }))
      return view
    },
    async stop() {
      stopper?.abort()
      await ended
      return view
    },
  }
}

/** With what lies beneath: the message of a failed fetch alone says nothing. */
function reasonOf(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault)
  const { message, cause } = fault
  return cause instanceof Error && cause.message !== '' ? `${message} (${cause.message})` : message
}
