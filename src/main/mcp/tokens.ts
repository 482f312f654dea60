/**
 * Bearer tokens of MCP clients (R1.2). One local token in the data folder, readable by its owner only, stands for
 * the shared local identity; a client that the configuration declares may get one of its own, of which only the
 * hash is kept.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Gateway } from '../gateway.ts'
import { declaredClient } from '../model/configuration.ts'
import type { JsonObject } from '../model/json.ts'
import { LOCAL_CLIENT } from '../model/principal.ts'

export interface Tokens {
  /** Where the local token is. */
  readonly file: string
  /** The client that the token belongs to, or null. A client that is no longer declared has no token. */
  identify(token: string): string | null
  /** Makes a token and forgets the one before. It is shown this once: only its hash is stored. */
  createClientToken(name: string): Promise<string>
  /** The token stops working at once. */
  revokeClientToken(name: string): Promise<void>
  /** Which clients have one, and since when (ISO time). */
  issued(): { name: string; since: string }[]
}

const SETTING = 'clientTokens'

export function localTokenFile(dataFolder: string): string {
  return join(dataFolder, 'token')
}

export async function openTokens(
  gateway: Pick<Gateway, 'dataFolder' | 'store' | 'configuration' | 'clock'>,
  /** Called when the token that a client had works no more. */
  stopped: (client: string) => void,
): Promise<Tokens> {
  const file = localTokenFile(gateway.dataFolder)
  const localHash = hash(await ensureLocalToken(file))
  const stored = (await gateway.store.setting(SETTING)) ?? {}
  const hashes = new Map<string, { hash: string; since: string }>()
  for (const [name, entry] of Object.entries(stored)) {
    const { hash: kept, since } = entry as JsonObject
    if (typeof kept === 'string' && typeof since === 'string') hashes.set(name, { hash: kept, since })
  }
  const save = () => gateway.store.saveSetting(SETTING, Object.fromEntries(hashes))

  return {
    file,
    identify(token) {
      const presented = hash(token)
      let found = equal(presented, localHash) ? LOCAL_CLIENT : null
      // Every hash is compared, so that time tells nothing about which one was near.
      for (const [name, entry] of hashes) if (equal(presented, entry.hash)) found = name
      if (found === null || found === LOCAL_CLIENT) return found
      return declaredClient(found, gateway.configuration().clients) ? found : null
    },
    async createClientToken(name) {
      const token = newToken()
      const replaces = hashes.has(name)
      hashes.set(name, { hash: hash(token), since: new Date(gateway.clock.now()).toISOString() })
      if (replaces) stopped(name)
      await save()
      return token
    },
    async revokeClientToken(name) {
      if (!hashes.delete(name)) return
      stopped(name)
      await save()
    },
    issued: () => [...hashes].map(([name, { since }]) => ({ name, since })),
  }
}

async function ensureLocalToken(file: string): Promise<string> {
  const kept = await readFile(file, 'utf8').catch(() => '')
  if (kept.trim().length >= 32) {
    await chmod(file, 0o600)
    return kept.trim()
  }
  const token = newToken()
  await writeFile(file, `${token}\n`, { mode: 0o600 })
  await chmod(file, 0o600)
  return token
}

function newToken(): string {
  return `cs_${randomBytes(32).toString('base64url')}`
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

function equal(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
