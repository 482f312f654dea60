/**
 * Which declaration a person or a client has their name from. Whoever is taken out of the configuration and declared
 * again is not who decided, asked or came to the desk under that name before (R2.4). Kept with the data, so that a
 * restart makes no difference.
 */
import { isDeepStrictEqual } from 'node:util'
import {
  type Configuration,
  type Declarations,
  declarationOf,
  FIRST_DECLARATION,
} from '../../model/configuration.ts'
import { isJsonObject, type JsonValue } from '../../model/json.ts'
import type { Ids, Store } from '../../runtime/ports.ts'

export interface DeclarationBook {
  /** Of what is in force. */
  current(): Declarations
  /** Makes durable what this configuration comes to. The answer is called at the moment at which it is in force. */
  prepare(next: NameSource): Promise<() => void>
}

type NameSource = Pick<Configuration, 'people' | 'clients'>

const SETTING = 'declarations'

export async function keepDeclarations({
  store,
  ids,
  inForce,
}: {
  store: Pick<Store, 'readOnly' | 'setting' | 'saveSetting'>
  ids: Pick<Ids, 'next'>
  inForce: NameSource
}): Promise<DeclarationBook> {
  const kept = await store.setting(SETTING)
  let current: Declarations = { people: textsOf(kept?.people), clients: textsOf(kept?.clients) }
  let isKept = kept !== null

  function renew(before: Record<string, string>, names: object): Record<string, string> {
    const declare = (name: string) =>
      declarationOf(name, before) ?? (isKept ? ids.next('de') : FIRST_DECLARATION)
    return Object.fromEntries(Object.keys(names).map((name) => [name, declare(name)] as const))
  }

  async function prepare({ people, clients }: NameSource): Promise<() => void> {
    const next = { people: renew(current.people, people), clients: renew(current.clients, clients) }
    if (store.readOnly === null && !(isKept && isDeepStrictEqual(next, current)))
      await store.saveSetting(SETTING, next)
    return () => {
      current = next
      isKept = true
    }
  }

  const begin = await prepare(inForce)
  begin()
  return { current: () => current, prepare }
}

function textsOf(value: JsonValue | undefined): Record<string, string> {
  if (!isJsonObject(value)) return {}
  const texts = Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(texts)
}
