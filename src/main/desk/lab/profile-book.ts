/** Profiles that people keep, and those that the desk has put into the configuration. */
import type { AppliedProfile, ProfilesView } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import { takeTurns } from '../../model/in-turn.ts'
import type { JsonObject } from '../../model/json.ts'
import { DeskFault } from '../fault.ts'

type SavedProfile = ProfilesView['saved'][number]

export interface ProfileBook {
  /** By name. */
  saved(): Promise<SavedProfile[]>
  /** Instead of the one of this name. @throws DeskFault REJECTED if there are too many */
  save(profile: SavedProfile): Promise<void>
  remove(name: string): Promise<boolean>
  /** Newest first. */
  history(): Promise<AppliedProfile[]>
  /** In their order, the oldest first; the oldest of many go. The id of the last one. */
  append(entries: readonly Omit<AppliedProfile, 'id'>[]): Promise<string>
}

/** Under which keys they are kept. */
export const SAVED_PROFILES = 'profile/saved/'
const APPLIED = 'profile/applied/'
const MOST_SAVED = 100
const MOST_APPLIED = 50

export function createProfileBook({ store }: Pick<Gateway, 'store'>): ProfileBook {
  const inTurn = takeTurns()
  const saved = async () =>
    (await store.settings(SAVED_PROFILES)).map(({ value }) => value as unknown as SavedProfile)
  const applied = () => store.settings(APPLIED)

  return {
    saved,
    save: (profile) =>
      inTurn(async () => {
        const all = await saved()
        if (!all.some(({ name }) => name === profile.name) && all.length >= MOST_SAVED)
          throw new DeskFault('REJECTED', `There is room for ${MOST_SAVED} profiles. Remove one first.`)
        await store.saveSetting(SAVED_PROFILES + profile.name, { ...profile } as unknown as JsonObject)
      }),
    remove: (name) =>
      inTurn(async () => {
        if ((await store.setting(SAVED_PROFILES + name)) === null) return false
        await store.saveSettings([{ key: SAVED_PROFILES + name, value: null }])
        return true
      }),
    history: async () =>
      (await applied())
        .map(({ key, value }) => ({
          ...(value as unknown as Omit<AppliedProfile, 'id'>),
          id: key.slice(APPLIED.length),
        }))
        .reverse(),
    append: (entries) =>
      inTurn(async () => {
        const before = await applied()
        const last = Number(before.at(-1)?.key.slice(APPLIED.length) ?? 0)
        const added = entries.map((entry, index) => ({
          key: APPLIED + String(last + 1 + index).padStart(8, '0'),
          value: { ...entry } as unknown as JsonObject,
        }))
        const old = before.slice(0, Math.max(0, before.length + added.length - MOST_APPLIED))
        await store.saveSettings([...old.map(({ key }) => ({ key, value: null })), ...added])
        return (added.at(-1)?.key ?? '').slice(APPLIED.length)
      }),
  }
}
