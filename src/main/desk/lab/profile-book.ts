/** Profiles that people keep, and those that the desk has put into the configuration. */
import type { AppliedProfile, ProfilesView } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import { takeTurns } from '../../model/in-turn.ts'
import type { JsonObject } from '../../model/json.ts'
import type { SearchProfile } from '../../model/search-profile.ts'
import type { SettingChange } from '../../runtime/ports.ts'
import { DeskFault } from '../fault.ts'
import { sameRanking } from './read-profile.ts'

type SavedProfile = ProfilesView['saved'][number]
/** By name. */
type SeenProfiles = ReadonlyMap<string, SearchProfile | null>

export interface ProfileBook {
  /** By name. */
  saved(): Promise<SavedProfile[]>
  /**
   * Instead of the one of this name. `seen`: which others are taken for kept under a name, null for none; `leaving` goes.
   * @throws DeskFault REJECTED if there are too many, SEEN_CHANGED if one of them is another by now
   */
  save(profile: SavedProfile, seen: SeenProfiles, leaving: string | null): Promise<void>
  /** @throws DeskFault SEEN_CHANGED if it is another by now */
  remove(name: string, seen: SeenProfiles): Promise<boolean>
  /** Newest first. */
  history(): Promise<AppliedProfile[]>
  /** In their order, the oldest first; the oldest of many go. `record` writes them with their entry. The id of the last one. */
  append(
    entries: readonly Omit<AppliedProfile, 'id'>[],
    record: (settings: readonly SettingChange[]) => Promise<void>,
  ): Promise<string>
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
  function requireSeen(all: readonly SavedProfile[], seen: SeenProfiles): void {
    for (const [name, profile] of seen) {
      const kept = all.find((each) => each.name === name)
      const isSame =
        kept === undefined ? profile === null : profile !== null && sameRanking(kept.profile, profile)
      if (!isSame)
        throw new DeskFault(
          'SEEN_CHANGED',
          `What is kept as ‘${name}’ was changed in another window. Nothing was saved; look again.`,
        )
    }
  }

  return {
    saved,
    save: (profile, seen, leaving) =>
      inTurn(async () => {
        const all = await saved()
        requireSeen(all, seen)
        const stay = all.filter(({ name }) => name !== leaving && name !== profile.name)
        if (stay.length >= MOST_SAVED)
          throw new DeskFault('REJECTED', `There is room for ${MOST_SAVED} profiles. Remove one first.`)
        await store.saveSettings([
          ...(leaving === null ? [] : [{ key: SAVED_PROFILES + leaving, value: null }]),
          { key: SAVED_PROFILES + profile.name, value: { ...profile } as unknown as JsonObject },
        ])
      }),
    remove: (name, seen) =>
      inTurn(async () => {
        const all = await saved()
        if (!all.some((each) => each.name === name)) return false
        requireSeen(all, seen)
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
    append: (entries, record) =>
      inTurn(async () => {
        const before = await applied()
        const last = Number(before.at(-1)?.key.slice(APPLIED.length) ?? 0)
        const added = entries.map((entry, index) => ({
          key: APPLIED + String(last + 1 + index).padStart(8, '0'),
          value: { ...entry } as unknown as JsonObject,
        }))
        const old = before.slice(0, Math.max(0, before.length + added.length - MOST_APPLIED))
        await record([...old.map(({ key }) => ({ key, value: null })), ...added])
        return (added.at(-1)?.key ?? '').slice(APPLIED.length)
      }),
  }
}
