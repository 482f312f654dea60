/**
 * Starts a server once that is not in the configuration yet, because a person has pressed for it: its tools, or its own
 * words of what is wrong. Nothing is written, and everything that was started is ended.
 */

import type { ImportedTool } from '../../connections/connection.ts'
import { openIdleConnection } from '../../connections/idle-connection.ts'
import { loadClient } from '../../connections/load-client.ts'
import { createLogTail, type LogTail } from '../../connections/log-tail.ts'
import { untilAborted } from '../../connections/until-aborted.ts'
import type { Connection } from '../../model/configuration.ts'
import { messageOf } from '../../model/error.ts'
import type { ServerTrial } from '../../model/server-examination.ts'
import type { Change, Clock, Ids } from '../../runtime/ports.ts'
import type { RecordEvent } from '../changes.ts'
import { SCHEMA_RULES } from '../schema-rules.ts'

export interface TrialParts {
  clock: Clock
  ids: Ids
  redact(text: string): string
  version: string
  programsFolder(): string
  /** Where a program runs that has no folder of its own. */
  folder(): string
  record: RecordEvent
  recordDone: RecordEvent
  publish(change: Change): void
}

export interface Trials {
  /** `resolve` fills in `${…}`; `target` is what the log is told. @returns null: too many run already */
  start(
    connection: Connection,
    resolve: (text: string) => string,
    target: string,
    by: string,
  ): Promise<ServerTrial | null>
  find(id: string): ServerTrial | null
  /** As the server has described them; null: nothing is kept of it. */
  toolsOf(id: string): ImportedTool[] | null
  stop(id: string): Promise<ServerTrial | null>
  close(): Promise<void>
}

/** A server that is fetched at its first start needs its time. */
const LONGEST_MS = 120_000
/** Of the newest of them somebody may still be looking at the result. */
const MOST_KEPT = 20
const MOST_RUNNING = 3
const LOG_LINES = 100
const MOST_TEXT = 4000
/** What it says on the way is shown so often, in milliseconds. */
const TELL_EVERY_MS = 250

type Outcome = Pick<ServerTrial, 'status' | 'tools' | 'refused' | 'error'> & { described?: ImportedTool[] }

interface Attempt {
  view: Omit<ServerTrial, 'log'>
  described: ImportedTool[]
  log: LogTail
  abort: AbortController
  over: Promise<void>
}

export function createTrials(parts: TrialParts): Trials {
  const { clock, ids, redact, record, recordDone } = parts
  const trials = new Map<string, Attempt>()
  const isRunning = ({ view }: Attempt) => view.status === 'running'
  const look = ({ view, log }: Attempt): ServerTrial => ({ ...view, log: log.lines().slice(-LOG_LINES) })
  const tell = (id: string) => parts.publish({ topic: 'serverTrial', id })

  async function askServer(
    connection: Extract<Connection, { kind: 'mcp' }>,
    resolve: (text: string) => string,
    log: LogTail,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { version } = parts
    const { createSessionOpener } = await loadClient()
    const asker = { connection, resolve, version, rules: SCHEMA_RULES, folder: parts.folder }
    const open = createSessionOpener(asker, log, () => (hasOwnAuthorization(connection) ? null : NOBODY))
    let lost: string | null = null
    const events = {
      onLost: (reason: string) => {
        lost = reason
      },
      onToolsChanged: () => {},
      // It shows the same tools as later, when people can be asked; here nobody is.
      onElicitation: async () => ({ action: 'cancel' as const }),
    }
    const opened = await open(events, signal)
    if (!opened.ok) return opened.signIn ? needsSignIn(opened.message) : failed(opened.message)
    try {
      const listed = await untilAborted(opened.session.tools(), signal)
      if (listed === null) return failed('The server did not list its tools in time.')
      if (!listed.ok) return failed(lost ?? listed.message)
      const tools = listed.tools.slice(0, 2000).map((tool) => ({
        name: tool.name,
        title: shown(tool.title ?? tool.annotations?.title),
        description: shown(tool.description),
        readOnly: tool.annotations?.readOnlyHint ?? null,
      }))
      return { status: 'answered', tools, refused: listed.refused, error: null, described: listed.tools }
    } finally {
      await opened.session.close()
    }
  }

  function shown(text: string | undefined): string | null {
    return text === undefined ? null : redact(text).slice(0, MOST_TEXT)
  }

  async function lookAt(
    connection: Extract<Connection, { kind: 'cli' | 'rest' }>,
    resolve: (text: string) => string,
  ): Promise<Outcome> {
    const { programsFolder } = parts
    const idle = openIdleConnection({ connection, resolve, redact, clock, programsFolder, onChange() {} })
    await idle.settled
    const { error } = idle.state()
    return error === null ? { status: 'answered', tools: [], refused: [], error } : failed(error)
  }

  function forget(): void {
    const over = [...trials.values()].filter((trial) => !isRunning(trial))
    for (const { view } of over.slice(0, Math.max(0, trials.size - MOST_KEPT))) trials.delete(view.id)
  }

  return {
    async start(connection, resolve, target, by) {
      if ([...trials.values()].filter(isRunning).length >= MOST_RUNNING) return null
      forget()
      const abort = new AbortController()
      const id = ids.next('tr')
      const told = { server: connection.name, target: redact(target) }
      await record({ actor: by, eventType: 'trial.started', payload: told })
      let lastTold = 0
      let willTell = false
      const tellNow = () => {
        willTell = false
        lastTold = clock.now()
        tell(id)
      }
      const log = createLogTail((line) => {
        if (!willTell) {
          willTell = true
          const rest = lastTold + TELL_EVERY_MS - clock.now()
          // The last words before it hangs are told too.
          if (rest > 0) clock.after(Math.min(rest, TELL_EVERY_MS), tellNow)
          else setImmediate(tellNow)
        }
        return redact(line)
      })
      const since = clock.now()
      const view: Attempt['view'] = {
        id,
        status: 'running',
        startedAt: new Date(since).toISOString(),
        tools: [],
        refused: [],
        error: null,
      }
      const attempt: Attempt = { view, log, abort, described: [], over: Promise.resolve() }
      const alarm = clock.after(LONGEST_MS, () => abort.abort(new Error('late')))
      const asked =
        connection.kind === 'mcp'
          ? askServer(connection, resolve, log, abort.signal)
          : lookAt(connection, resolve)
      const over = asked
        .catch((error: unknown) => failed(messageOf(error)))
        .then(async (outcome) => {
          alarm.cancel()
          const { described = [], ...found } = abort.signal.aborted ? endedBy(abort.signal, outcome) : outcome
          attempt.described = described
          Object.assign(view, found, { error: found.error === null ? null : redact(found.error) })
          const { status, tools } = view
          await recordDone({
            actor: by,
            eventType: 'trial.ended',
            payload: { server: connection.name, outcome: status, tools: tools.length },
          })
          tell(id)
        })
      attempt.over = over
      trials.set(id, attempt)
      return look(attempt)
    },
    find(id) {
      const trial = trials.get(id)
      return trial === undefined ? null : look(trial)
    },
    toolsOf: (id) => trials.get(id)?.described ?? null,
    async stop(id) {
      const trial = trials.get(id)
      if (trial === undefined) return null
      trial.abort.abort(new Error('stopped'))
      await trial.over
      return look(trial)
    },
    async close() {
      for (const { abort } of trials.values()) abort.abort(new Error('stopped'))
      await Promise.all([...trials.values()].map(({ over }) => over))
    },
  }
}

/** Nobody has signed in yet: a server that asks for it says so, and is not signed in at. */
const NOBODY = { token: async () => undefined }

function hasOwnAuthorization({ transport }: Extract<Connection, { kind: 'mcp' }>): boolean {
  return (
    transport.kind === 'http' &&
    Object.keys(transport.headers).some((name) => name.toLowerCase() === 'authorization')
  )
}

function failed(error: string): Outcome {
  return { status: 'failed', tools: [], refused: [], error }
}

function needsSignIn(error: string): Outcome {
  return { status: 'signIn', tools: [], refused: [], error }
}

/** What was found before the end came counts. */
function endedBy(signal: AbortSignal, outcome: Outcome): Outcome {
  if (outcome.status === 'answered') return outcome
  const isLate = signal.reason instanceof Error && signal.reason.message === 'late'
  return isLate
    ? failed(`The server did not answer within ${LONGEST_MS / 60_000} minutes, so it was ended.`)
    : { status: 'stopped', tools: [], refused: [], error: null }
}
