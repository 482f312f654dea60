/** Which registries a person has, and the tokens for them, which only this file gives away, to their own addresses. */
import type { RegistriesView } from '../../../../preload/contract.ts'
import type { Gateway } from '../../../gateway.ts'
import { isJsonObject, type JsonObject } from '../../../model/json.ts'
import { REGISTRY_SECRETS } from '../../../model/reserved-names.ts'
import { isThisComputer } from '../../../system/this-computer.ts'
import { DeskFault } from '../../fault.ts'
import { freeName, serverName } from '../found/names.ts'

export interface Registry {
  id: string
  title: string
  /** Without a slash at its end. */
  address: string
}

const OFFICIAL: Registry = {
  id: 'official',
  title: 'MCP Registry',
  address: 'https://registry.modelcontextprotocol.io',
}

/** By its address: its id stays when a person gives it another one. */
export function isOfficial({ address }: Registry): boolean {
  return address === OFFICIAL.address
}

const SETTING = 'desk.registries'
const MOST = 20

export interface RegistryBook {
  view(): Promise<RegistriesView>
  /** @throws DeskFault NOT_FOUND */
  find(id: string): Promise<Registry>
  /** `token` undefined: as it is; null: without. @throws DeskFault where the address is none */
  save(
    id: string | null,
    registry: Omit<Registry, 'id'>,
    token: string | null | undefined,
    by: string,
  ): Promise<void>
  remove(id: string, by: string): Promise<void>
  /** For the one request that sends it. */
  tokenOf(registry: Registry): Promise<string | null>
}

export function createRegistryBook({
  store,
  secrets,
  record,
}: Pick<Gateway, 'store' | 'secrets' | 'record'>): RegistryBook {
  async function read(): Promise<Registry[]> {
    const kept = await store.setting(SETTING)
    if (kept === null || !Array.isArray(kept.registries)) return [OFFICIAL]
    return kept.registries.filter(isJsonObject) as unknown as Registry[]
  }
  const asSetting = (registries: readonly Registry[]) => ({
    key: SETTING,
    value: { registries: registries as unknown as JsonObject[] },
  })

  async function find(id: string): Promise<Registry> {
    const found = (await read()).find((each) => each.id === id)
    if (found === undefined) throw new DeskFault('NOT_FOUND', 'There is no such registry in your settings.')
    return found
  }

  return {
    find,
    async view() {
      const names = new Set((await secrets?.list())?.names.map(({ name }) => name))
      const registries = (await read()).map((each) => ({ ...each, hasToken: names.has(secretOf(each)) }))
      return { registries, official: { title: OFFICIAL.title, address: OFFICIAL.address } }
    },
    async save(id, { title: named, address: given }, token, by) {
      const title = named.trim()
      const all = await read()
      const address = readAddress(given)
      if (all.some((each) => each.address === address && each.id !== id))
        throw new DeskFault('REJECTED', 'This address is in the list already.')
      if (id === null && all.length >= MOST)
        throw new DeskFault('REJECTED', `There are ${MOST} registries already. Remove one first.`)
      const before = id === null ? null : await find(id)
      const registry = {
        id:
          before?.id ?? freeName(serverName(new URL(address).hostname), new Set(all.map((each) => each.id))),
        title,
        address,
      }
      if (typeof token === 'string') {
        requireSafe(address)
        if (secrets === null)
          throw new DeskFault('REJECTED', 'This gateway was started without a place to keep secrets in.')
      }
      // A token that is there was given for the address before, or for another registry that had this id.
      const forgets = before?.address !== address
      if (forgets) await secrets?.delete(secretOf(registry), null)
      // The list first: what a full disk refuses leaves the token as it is.
      const next =
        before === null ? [...all, registry] : all.map((each) => (each.id === registry.id ? registry : each))
      await record({ actor: by, eventType: 'registry.saved', payload: { title, address } }, [asSetting(next)])
      if (typeof token === 'string') await secrets?.set(secretOf(registry), token, null)
      else if (token === null && !forgets) await secrets?.delete(secretOf(registry), null)
    },
    async remove(id, by) {
      const registry = await find(id)
      const { title, address } = registry
      const next = (await read()).filter((each) => each.id !== id)
      await record({ actor: by, eventType: 'registry.removed', payload: { title, address } }, [
        asSetting(next),
      ])
      // It is removed; a token that stays is nobody's, and whoever gets the id next does not get it.
      await secrets?.delete(secretOf(registry), null).catch(() => false)
    },
    async tokenOf(registry) {
      return (await secrets?.valueFor(secretOf(registry))) ?? null
    },
  }
}

function secretOf({ id }: Pick<Registry, 'id'>): string {
  return `${REGISTRY_SECRETS}${id}`
}

function readAddress(given: string): string {
  const text = given.trim()
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new DeskFault('INVALID_REQUEST', 'A registry has an address that begins with https:// or http://.')
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new DeskFault(
      'INVALID_REQUEST',
      'Give the address alone: no name, no password, nothing behind a ? or #. A token has a field of its own.',
    )
  return url.href.replace(/\/+$/, '')
}

/** Whoever is on the way would read it. */
function requireSafe(address: string): void {
  const { protocol, hostname } = new URL(address)
  if (protocol === 'https:' || isThisComputer(hostname)) return
  throw new DeskFault('INVALID_REQUEST', 'A token is only sent over https://.')
}
