/**
 * Which declaration a person or a client has their name from. Whoever is taken out of the configuration and declared
 * again is not who decided, asked or came to the desk under that name before (R2.4). Kept with the data, so that a
 * restart makes no difference.
 */
import { isDeepStrictEqual } from 'node:util'
import {
  type Configuration,
  DECLARATIONS_SETTING,
  type Declarations,
  declarationOf,
  FIRST_DECLARATION,
} from '../../model/configuration.ts'
import { textsOf } from '../../model/json.ts'
import type { Ids, Store } from '../../runtime/ports.ts'

export interface DeclarationBook {
  /** Of what is in force. */
  current(): Declarations
  /** Makes durable what this configuration comes to. The answer is called at the moment at which it is in force, and forgets at once, and durably when it resolves, who is gone. */
  prepare(next: NameSource): Promise<() => Promise<void>>
}

type NameSource = Pick<Configuration, 'people' | 'clients'>

export async function keepDeclarations({
  store,
  ids,
  inForce,
}: {
  store: Pick<Store, 'readOnly' | 'setting' | 'saveSetting'>
  ids: Pick<Ids, 'next'>
  inForce: NameSource
}): Promise<DeclarationBook> {
  const kept = await store.setting(DECLARATIONS_SETTING)
  let saved: Declarations | null =
    kept === null ? null : { people: textsOf(kept.people), clients: textsOf(kept.clients) }
  let current: Declarations = saved ?? { people: {}, clients: {} }

  async function save(declarations: Declarations): Promise<void> {
    if (store.readOnly !== null || isDeepStrictEqual(declarations, saved)) return
    await store.saveSetting(DECLARATIONS_SETTING, { ...declarations })
    saved = declarations
  }

  function renew(before: Record<string, string>, names: object): Record<string, string> {
    const declare = (name: string) =>
      declarationOf(name, before) ?? (saved === null ? FIRST_DECLARATION : ids.next('de'))
    return Object.fromEntries(Object.keys(names).map((name) => [name, declare(name)] as const))
  }

  async function prepare({ people, clients }: NameSource): Promise<() => Promise<void>> {
    const next = { people: renew(current.people, people), clients: renew(current.clients, clients) }
    // Of both, as either may be what the next start finds in force: it leaves out whoever is not there then.
    await save({
      people: { ...current.people, ...next.people },
      clients: { ...current.clients, ...next.clients },
    })
    return () => {
      current = next
      return save(next).catch(() => undefined)
    }
  }

  const begin = await prepare(inForce)
  await begin()
  return { current: () => current, prepare }
}
