/** Servers as a person at the desk adds, examines, tries and changes them. May import: config, connections, runtime. */

import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { resolveVariables } from '../../config/read/variables.ts'
import type { Connection } from '../../model/configuration.ts'
import type { JsonObject } from '../../model/json.ts'
import type { ServerExamination, ServerHazard, ServerTrial } from '../../model/server-examination.ts'
import type { Change, Clock, Ids, Secrets } from '../../runtime/ports.ts'
import type { RecordEvent } from '../changes.ts'
import type { Environment } from '../configuration/environment.ts'
import type { LiveConfiguration } from '../configuration/live-configuration.ts'
import type { WrittenConfiguration } from '../configuration/written.ts'
import { fetchedBy, readCommand } from './command-words.ts'
import { examineDraft } from './examine.ts'
import { findHazards } from './hazards.ts'
import { readDraft, secretsOf } from './read-draft.ts'
import { declaredServer, readServer } from './read-server.ts'
import { createServerEdits, type ServerDraft, type ServerEdits } from './server-edits.ts'
import { createTrials, type Trials } from './trials.ts'
import { sayTarget } from './written-keys.ts'

export interface ServerKeeper extends Pick<Trials, 'find' | 'toolsOf' | 'stop' | 'close'> {
  readonly edits: ServerEdits
  readonly origins: ServerOrigins
  /** What starts, or its address, for a person: no `${…}` is filled in, and nothing secret is in it. */
  sayTarget(connection: Connection): string
  /**
   * Nothing is started. `isTrusted`: a person has written it, or their own file. `values`: of secrets that are not
   * stored yet, which are judged too and never shown.
   */
  examine(draft: ServerDraft, isTrusted: boolean, values?: SecretValues): Promise<ServerExamination>
  try(
    draft: ServerDraft,
    isTrusted: boolean,
    values: SecretValues,
    by: string,
  ): Promise<{ ok: true; trial: ServerTrial } | { ok: false; message: string }>
}

type SecretValues = Readonly<Record<string, string>>

interface ServerKeeperParts {
  live: Pick<LiveConfiguration, 'current'>
  written: WrittenConfiguration
  environment: Pick<Environment, 'current' | 'renew' | 'learn' | 'resolverWith' | 'redactor'>
  secrets: Pick<Secrets, 'names'> | undefined
  clock: Clock
  ids: Ids
  version: string
  record: RecordEvent
  recordDone: RecordEvent
  publish(change: Change): void
}

export function createServerKeeper(parts: ServerKeeperParts): ServerKeeper {
  const { live, environment } = parts
  const path = () => live.current().path
  const folder = () => dirname(path())
  const reader = { path, environment: environment.renew }
  const trials = createTrials({
    ...parts,
    redact: environment.redactor.redact,
    folder,
    programsFolder: () => join(folder(), 'programs'),
  })

  const edits = createServerEdits(parts)

  async function examine(
    draft: ServerDraft,
    isTrusted: boolean,
    values: SecretValues = {},
  ): Promise<ServerExamination> {
    const whole = await edits.whole(draft.name, draft.connection)
    const connection = whole.ok ? whole.connection : draft.connection
    const seen = await examineDraft({ ...draft, connection }, isTrusted, {
      ...reader,
      values,
      fill(text) {
        const filled = resolveVariables(text, environment.current())
        return filled.ok ? filled.value : text
      },
      storedSecrets: async () => (await parts.secrets?.names()) ?? [],
    })
    return whole.ok ? seen : { ...seen, problems: [whole.message, ...seen.problems] }
  }

  return {
    edits,
    origins: createServerOrigins(),
    sayTarget: (connection) => sayTarget(declaredServer(connection)),
    examine,
    async try(draft, isTrusted, values, by) {
      const { hazards, target } = await examine(draft, isTrusted, values)
      const refused = hazards.find(({ level }) => level === 'refused')
      if (refused !== undefined) return { ok: false, message: sayRefused(refused) }
      const whole = await edits.whole(draft.name, draft.connection)
      if (!whole.ok) return whole
      environment.redactor.add(...Object.values(values))
      const { connection, problems } = await readDraft(
        { ...draft, connection: whole.connection },
        values,
        reader,
      )
      if (connection === null) return { ok: false, message: problems[0] ?? 'This server cannot be read.' }
      environment.learn({ connections: { [connection.name]: connection } })
      const resolve = environment.resolverWith(secretsOf(values))
      const trial = await trials.start(connection, resolve, target, by)
      if (trial === null)
        return { ok: false, message: 'Other servers are being tried. Wait for them, or cancel one.' }
      return { ok: true, trial }
    },
    find: trials.find,
    toolsOf: trials.toolsOf,
    stop: trials.stop,
    close: trials.close,
  }
}

/** Why a server from outside can be neither tried nor added. */
function sayRefused({ literal, text }: ServerHazard): string {
  return `‘${literal}’ is refused in a server that comes from outside. ${text}`
}

// ── Who has written a server, as the gateway knows it: what it has found in a file or a registry bears an id, and
// a window says no more than which of these a draft began with.

interface ServerOrigins {
  /** Its id; the same server has the same. */
  remember(connection: JsonObject, isTrusted: boolean): string
  /** `candidate`: the id of what it began with; null: a person has typed it. */
  trusts(connection: JsonObject, candidate: string | null): boolean
}

interface Origin {
  isTrusted: boolean
  /** What of it would be refused, with what it belongs to. */
  hazards: string[]
}

/** More than one look at a registry or at files shows; of what is forgotten nothing is trusted. */
const MOST = 2000

function createServerOrigins(): ServerOrigins {
  const known = new Map<string, Origin>()
  return {
    remember(connection, isTrusted) {
      const id = createHash('sha256')
        .update(JSON.stringify([isTrusted, connection]))
        .digest('base64url')
      known.delete(id)
      known.set(id, { isTrusted, hazards: hazardsOf(connection) })
      for (const oldest of known.keys()) {
        if (known.size <= MOST) break
        known.delete(oldest)
      }
      return id
    },
    trusts(connection, candidate) {
      if (candidate !== null && known.get(candidate)?.isTrusted !== true) return false
      // A window that forgets where a server comes from does not make it a person's own.
      const own = new Set(hazardsOf(connection))
      return ![...known.values()].some(
        ({ isTrusted, hazards }) => !isTrusted && hazards.some((hazard) => own.has(hazard)),
      )
    },
  }
}

function hazardsOf(connection: JsonObject): string[] {
  const server = readServer(connection)
  const words = server.command === null ? null : readCommand(server.command, server.args)
  const fetched = words === null ? null : fetchedBy(words)
  // Another version of it is from the same hands.
  const runs = fetched?.name.replace(/(.)(@[^/]*|==.*|:[^/]*)$/, '$1') ?? server.command ?? server.url
  return findHazards(server, false)
    .filter(({ level }) => level === 'refused')
    .map(({ literal, text }) => JSON.stringify([runs, literal, text]))
}
