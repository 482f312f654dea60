/**
 * Secrets as a person at the desk sees them: which there are, what names them, which are missing. No value ever
 * goes to a window from here. May import: config, connections, runtime.
 */

import { readFile } from 'node:fs/promises'
import type { ConnectionPool } from '../connections/pool.ts'
import type { SecretList } from '../model/data-folder.ts'
import { SIGN_IN_SECRETS } from '../model/reserved-names.ts'
import type { Change, Secrets } from '../runtime/ports.ts'
import type { Recorder } from './changes.ts'
import { secretsIn } from './configuration/document-values.ts'
import type { Environment } from './configuration/environment.ts'
import type { LiveConfiguration } from './configuration/live-configuration.ts'

export interface SecretKeeper {
  list(): Promise<SecretList>
  /**
   * Stored encrypted; what was down for want of it is tried again. `by`: whose act the log is told of, by a principal id;
   * null: that is told otherwise.
   * @throws Error with a sentence for a name or a value that cannot be kept
   */
  set(name: string, value: string, by: string | null): Promise<void>
  /** For a request that the gateway itself sends, and to see whether it is the same; redacted wherever it turns up. */
  valueFor(name: string): Promise<string | null>
  /** Whether there was one. */
  delete(name: string, by: string | null): Promise<boolean>
  /** Looks at what an earlier process was about to change. */
  begin(): Promise<void>
}

export interface SecretKeeperParts {
  secrets: Secrets
  environment: Pick<Environment, 'renew' | 'redactor'>
  live: Pick<LiveConfiguration, 'current' | 'status' | 'files' | 'consider'>
  pool: () => Pick<ConnectionPool, 'states' | 'restart'>
  recorder: Pick<Recorder, 'atLast' | 'outside'>
  publish(change: Change): void
}

export function createSecretKeeper(parts: SecretKeeperParts): SecretKeeper {
  const { secrets, environment, live, recorder } = parts
  const acts = recorder.outside('secret', { look: secrets.mark })
  const during = async (
    name: string,
    by: string | null,
    eventType: 'secret.stored' | 'secret.deleted',
    act: () => Promise<unknown>,
  ) => {
    if (by === null) await act()
    else await acts.during(name, { actor: by, eventType, payload: { name } }, act)
  }

  /** Connections by the name of the secret that they name. */
  function usesInForce(): Map<string, string[]> {
    const uses = new Map<string, string[]>()
    for (const connection of Object.values(live.current().connections)) {
      for (const name of secretsIn(connection)) addTo(uses, name, connection.name)
    }
    return uses
  }

  /** What the files want that are not in force because of it. */
  async function missingOnDisk(): Promise<Map<string, string[]>> {
    const uses = new Map<string, string[]>()
    const { disk } = live.status()
    if (disk.kind !== 'invalid') return uses
    const complaints = disk.problems.map(({ message }) => message).join('\n')
    for (const file of live.files()) {
      const text = await readFile(file, 'utf8').catch(() => '')
      for (const name of secretsIn(text)) {
        if (complaints.includes(`‘${name}’`)) addTo(uses, name, file)
      }
    }
    return uses
  }

  return {
    async list() {
      const [names, uses, waiting] = [await secrets.names(), usesInForce(), await missingOnDisk()]
      const missing = new Map([...waiting, ...uses])
      for (const name of names) missing.delete(name)
      return {
        names: names.map((name) => ({
          name,
          usedBy: uses.get(name) ?? [],
          signIn: name.startsWith(SIGN_IN_SECRETS) && !uses.has(name),
        })),
        missing: [...missing].map(([name, usedBy]) => ({ name, usedBy })),
        kept: secrets.describe(),
      }
    },
    begin: acts.begin,
    async set(name, value, by) {
      environment.redactor.add(value)
      await during(name, by, 'secret.stored', () => secrets.set(name, value))
      await environment.renew()
      if (live.status().disk.kind === 'invalid') await recorder.atLast(live.consider)
      const users = usesInForce().get(name) ?? []
      for (const { name: connection, health } of parts.pool().states()) {
        if (users.includes(connection) && health === 'down') void parts.pool().restart(connection)
      }
      parts.publish({ topic: 'configuration' })
    },
    async valueFor(name) {
      const value = await secrets.get(name)
      if (value !== null) environment.redactor.add(value)
      return value
    },
    async delete(name, by) {
      if (!(await secrets.names()).includes(name)) return false
      await during(name, by, 'secret.deleted', () => secrets.delete(name))
      await environment.renew()
      parts.publish({ topic: 'configuration' })
      return true
    },
  }
}

function addTo(uses: Map<string, string[]>, name: string, user: string): void {
  const users = uses.get(name) ?? []
  if (!users.includes(user)) users.push(user)
  uses.set(name, users)
}
