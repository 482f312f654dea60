/** Secrets that were stored together with a change of the settings files, and go with it when it is taken back. */
import type { Gateway } from '../../gateway.ts'

/** By the id of the change that undoes it: names. */
const REMEMBERED = 'desk.saved-secrets'
/** As many as the desk can put back. */
const MOST_REMEMBERED = 20

export interface SavedSecrets {
  remember(undo: string, names: readonly string[]): Promise<void>
  /** After the change was undone; gives the names that something else still needs. */
  takeBack(undo: string, actor: string): Promise<string[]>
}

type Parts = Pick<Gateway, 'store' | 'secrets' | 'atLast' | 'configuration'>

export function createSavedSecrets(gateway: Parts): SavedSecrets {
  const { store, atLast } = gateway
  const read = async () => (await store.setting(REMEMBERED)) ?? {}
  return {
    async remember(undo, names) {
      if (names.length === 0) return
      const newest = Object.entries(await read()).slice(1 - MOST_REMEMBERED)
      const all = Object.fromEntries([...newest, [undo, [...names]] as const])
      await atLast(() => store.saveSetting(REMEMBERED, all))
    },
    async takeBack(undo, actor) {
      const { [undo]: names, ...others } = await read()
      if (!Array.isArray(names)) return []
      await atLast(() => store.saveSetting(REMEMBERED, others))
      return await deleteUnused(gateway, names.map(String), actor)
    },
  }
}

/** What nothing names any more is deleted; gives the names of the others. */
export async function deleteUnused(
  gateway: Omit<Parts, 'store' | 'atLast'>,
  names: readonly string[],
  actor: string,
): Promise<string[]> {
  const { secrets } = gateway
  if (secrets === null || names.length === 0) return []
  const stored = new Map((await secrets.list()).names.map((each) => [each.name, each.usedBy]))
  const inForce = JSON.stringify(gateway.configuration())
  const left: string[] = []
  for (const name of names) {
    const usedBy = stored.get(name)
    if (usedBy === undefined) continue
    const isFree = usedBy.length === 0 && !inForce.includes(`\${secret:${name}}`)
    // What cannot be deleted is told of, as what is still in use.
    const isGone = isFree && (await secrets.delete(name, actor).catch(() => false))
    if (!isGone) left.push(name)
  }
  return left
}
