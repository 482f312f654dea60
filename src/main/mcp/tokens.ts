/**
 * Bearer tokens of MCP clients (R1.2). One local token in the data folder, readable by its owner only, stands for
 * the shared local identity; a client that the configuration declares may get one of its own, of which only the
 * hash is kept. A token is of one declaration of its client: whoever is declared under that name later is another one
 * (R2.4).
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Gateway } from '../gateway.ts'
import { declarationOf, FIRST_DECLARATION } from '../model/configuration.ts'
import { takeTurns } from '../model/in-turn.ts'
import type { JsonObject } from '../model/json.ts'
import { ENGINE, LOCAL_CLIENT } from '../model/principal.ts'

export interface Tokens {
  /** Where the local token is. */
  readonly file: string
  /** The client that the token belongs to, or null. A client that is no longer declared has no token. */
  identify(token: string): string | null
  /** Makes a token and forgets the one before. It is shown this once: only its hash is stored. `by`: a principal id. */
  createClientToken(name: string, by: string): Promise<string>
  /** The token stops working at once. */
  revokeClientToken(name: string, by: string): Promise<void>
  /** Which clients have one, and since when (ISO time); also of who is not declared now. */
  issued(): { name: string; since: string }[]
  /** Puts a removal back: whom that declares again has the token of before (only by this way). */
  puttingBack<Result>(change: () => Promise<Result>): Promise<Result>
  close(): void
}

interface KeptToken {
  hash: string
  since: string
  /** Of its client; null: that was not declared. */
  declared: string | null
}

const SETTING = 'clientTokens'

export function localTokenFile(dataFolder: string): string {
  return join(dataFolder, 'token')
}

export async function openTokens(
  gateway: Pick<
    Gateway,
    'dataFolder' | 'store' | 'declarations' | 'clock' | 'onChange' | 'publish' | 'record' | 'atLast'
  >,
  /** Called when the token that a client had works no more. */
  stopped: (client: string) => void,
): Promise<Tokens> {
  const file = localTokenFile(gateway.dataFolder)
  const localHash = hash(await ensureLocalToken(file))
  const kept = readKept((await gateway.store.setting(SETTING)) ?? {})
  const asSetting = (tokens: Iterable<[string, KeptToken]>) => ({
    key: SETTING,
    value: Object.fromEntries([...tokens].map(([name, entry]) => [name, { ...entry }])),
  })
  const inTurn = takeTurns()
  /** Written first, with its entry: what a full disk refuses has not happened, here or after the next start. */
  async function give(client: string, token: KeptToken, by: string): Promise<void> {
    const replaced = kept.has(client)
    const setting = asSetting(new Map(kept).set(client, token))
    await gateway.record({ actor: by, eventType: 'client.token_created', payload: { client, replaced } }, [
      setting,
    ])
    kept.set(client, token)
    if (replaced) stopped(client)
    gateway.publish({ topic: 'clients' })
  }
  /** Likewise. */
  async function take(client: string, by: string): Promise<void> {
    const setting = asSetting([...kept].filter(([name]) => name !== client))
    await gateway.record({ actor: by, eventType: 'client.token_revoked', payload: { client } }, [setting])
    kept.delete(client)
    stopped(client)
    gateway.publish({ topic: 'clients' })
  }
  const declaredNow = (name: string) => declarationOf(name, gateway.declarations().clients) ?? null
  let puttingBack = 0

  /** It works no more; it is forgotten as soon as that can be written down. */
  function isAnothers(name: string): boolean {
    const now = declaredNow(name)
    const token = kept.get(name)
    return token !== undefined && now !== null && now !== token.declared
  }
  function lookAtDeclarations(): void {
    for (const name of kept.keys()) if (declaredNow(name) === null) stopped(name)
    if (puttingBack > 0) return
    for (const name of [...kept.keys()].filter(isAnothers)) {
      stopped(name)
      void gateway.atLast(() =>
        inTurn(async () => {
          if (isAnothers(name)) await take(name, ENGINE.id)
        }),
      )
    }
  }
  lookAtDeclarations()
  const stopLooking = gateway.onChange(({ topic }) => {
    if (topic === 'configuration') lookAtDeclarations()
  })

  return {
    file,
    identify(token) {
      const presented = hash(token)
      let found: string | null = null
      // Every hash is compared, so that time tells nothing about which one was near.
      for (const [name, entry] of kept) if (equal(presented, entry.hash)) found = name
      if (equal(presented, localHash)) return LOCAL_CLIENT
      if (found === null) return null
      const declared = declaredNow(found)
      return declared !== null && declared === kept.get(found)?.declared ? found : null
    },
    async createClientToken(name, by) {
      const token = newToken()
      const since = new Date(gateway.clock.now()).toISOString()
      const made = { hash: hash(token), since, declared: declaredNow(name) }
      await inTurn(() => give(name, made, by))
      return token
    },
    revokeClientToken: (name, by) =>
      inTurn(async () => {
        if (kept.has(name)) await take(name, by)
      }),
    issued: () =>
      [...kept].filter(([name]) => !isAnothers(name)).map(([name, { since }]) => ({ name, since })),
    async puttingBack(change) {
      puttingBack += 1
      try {
        const result = await change()
        const back = [...kept].filter(([name]) => isAnothers(name))
        for (const [name, entry] of back) kept.set(name, { ...entry, declared: declaredNow(name) })
        // They have it, whatever can be written down of that now.
        const save = () => gateway.store.saveSettings([asSetting(kept)])
        if (back.length > 0) await gateway.atLast(() => inTurn(save))
        return result
      } finally {
        puttingBack -= 1
        lookAtDeclarations()
      }
    },
    close: stopLooking,
  }
}

function readKept(stored: JsonObject): Map<string, KeptToken> {
  return new Map(
    Object.entries(stored).flatMap(([name, entry]) => {
      const { hash: kept, since, declared = FIRST_DECLARATION } = entry as JsonObject
      const isRead =
        typeof kept === 'string' &&
        typeof since === 'string' &&
        (typeof declared === 'string' || declared === null)
      return isRead ? [[name, { hash: kept, since, declared }] as const] : []
    }),
  )
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
