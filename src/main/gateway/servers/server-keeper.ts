/** Servers as a person at the desk adds, examines, tries and changes them. May import: config, connections, runtime. */
import { dirname, join } from 'node:path'
import { resolveVariables } from '../../config/read/variables.ts'
import type { RecordEvent } from '../../model/audit-event.ts'
import { GatewayError } from '../../model/error.ts'
import type { ServerExamination, ServerHazard } from '../../model/server-examination.ts'
import type { Change, Clock, Ids, Secrets } from '../../runtime/ports.ts'
import type { Environment } from '../configuration/environment.ts'
import type { LiveConfiguration } from '../configuration/live-configuration.ts'
import type { WrittenConfiguration } from '../configuration/written.ts'
import { examineDraft } from './examine.ts'
import { createServerOrigins, type ServerOrigins } from './origins.ts'
import { readDraft, secretsOf } from './read-draft.ts'
import { createServerEdits, type ServerDraft, type ServerEdits } from './server-edits.ts'
import { createTrials, type Trial, type Trials } from './trials.ts'

export interface ServerKeeper extends Pick<Trials, 'find' | 'toolsOf' | 'stop' | 'close'> {
  readonly edits: ServerEdits
  readonly origins: ServerOrigins
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
  ): Promise<{ ok: true; trial: Trial } | { ok: false; message: string }>
}

type SecretValues = Readonly<Record<string, string>>

export interface ServerKeeperParts {
  live: Pick<LiveConfiguration, 'current'>
  written: WrittenConfiguration
  environment: Pick<Environment, 'current' | 'renew' | 'redactor'>
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

  function examine(
    draft: ServerDraft,
    isTrusted: boolean,
    values: SecretValues = {},
  ): Promise<ServerExamination> {
    return examineDraft(draft, isTrusted, {
      ...reader,
      values,
      fill(text) {
        const filled = resolveVariables(text, environment.current())
        return filled.ok ? filled.value : text
      },
      storedSecrets: async () => (await parts.secrets?.names()) ?? [],
    })
  }

  return {
    edits: createServerEdits(parts),
    origins: createServerOrigins(),
    examine,
    async try(draft, isTrusted, values, by) {
      const { hazards, target } = await examine(draft, isTrusted, values)
      const refused = hazards.find(({ level }) => level === 'refused')
      if (refused !== undefined) return { ok: false, message: sayRefused(refused) }
      for (const value of Object.values(values)) environment.redactor.add(value)
      const { connection, problems } = await readDraft(draft, values, reader)
      if (connection === null) return { ok: false, message: problems[0] ?? 'This server cannot be read.' }
      const own = { ...environment.current(), ...secretsOf(values) }
      const resolve = (text: string) => {
        const filled = resolveVariables(text, own)
        if (filled.ok) return filled.value
        throw new GatewayError('INTERNAL', `‘${filled.missing}’ has no value.`)
      }
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
