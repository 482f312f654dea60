/** How this gateway tells its people that something waits, and who of them is away. */
import type { PreferencesView } from '../../../preload/contract.ts'
import { LONGEST_SPAN_MS, stillLasts } from '../../model/span.ts'
import type { DeskOptions } from '../desk-options.ts'
import type { Handlers } from '../dispatch.ts'
import { DeskFault } from '../fault.ts'
import { describeItem, loadAbout } from '../items/items.ts'
import type { AutoLock } from './auto-lock.ts'
import { composeLockedNotice, composeNotice } from './notice.ts'
import { silentBecause } from './silence.ts'

/** What is kept; the rest follows from it. */
type StoredPreferences = Omit<PreferencesView, 'silent'> & {
  /** For how long that was, in milliseconds. */
  pausedMs?: number
}

const KEY = 'preferences'
const AT_FIRST: StoredPreferences = {
  notifications: true,
  sound: false,
  quietHours: null,
  pausedUntil: null,
  tellLocked: true,
  lockAfterMinutes: null,
}

export function createPreferencesHandlers(
  { gateway, report }: Pick<DeskOptions, 'gateway' | 'report'>,
  autoLock: Pick<AutoLock, 'set'>,
): Pick<
  Handlers,
  'preferences.get' | 'preferences.save' | 'people.away' | 'inbox.notice' | 'inbox.noticeLocked'
> {
  const { store, clock } = gateway
  async function load(): Promise<StoredPreferences> {
    const kept = { ...AT_FIRST, ...((await store.setting(KEY)) as Partial<StoredPreferences> | null) }
    const { pausedUntil, pausedMs } = kept
    const over = pausedUntil !== null && !stillLasts(pausedUntil, pausedMs, clock.now())
    return over ? { ...kept, pausedUntil: null } : kept
  }
  const view = ({ pausedMs: _, ...kept }: StoredPreferences, minute?: number): PreferencesView => ({
    ...kept,
    silent: silentBecause(kept, new Date(clock.now()), minute),
  })
  /** @throws DeskFault REJECTED for a time that is none, or too far */
  function checked(until: string): string {
    const at = Date.parse(until)
    if (Number.isNaN(at)) throw new DeskFault('REJECTED', `‘${until}’ is not a time.`)
    if (at - clock.now() > LONGEST_SPAN_MS) {
      throw new DeskFault('REJECTED', 'That is more than 90 days from now. Choose an earlier time.')
    }
    return new Date(at).toISOString()
  }
  const waitingOf = async (ids: readonly string[]) =>
    (await Promise.all(ids.map((id) => store.approval(id)))).flatMap((item) =>
      item?.status === 'pending' ? [item] : [],
    )
  load().then(({ lockAfterMinutes }) => autoLock.set(lockAfterMinutes), report)
  return {
    'preferences.get': async (_session, { minute }) => view(await load(), minute),
    async 'preferences.save'(_session, change) {
      const { pausedUntil, quietHours } = change
      if (quietHours != null && quietHours.from === quietHours.to) {
        throw new DeskFault('REJECTED', 'Quiet hours need an end that is not their beginning.')
      }
      const saved = {
        ...(await load()),
        ...change,
        ...(pausedUntil == null
          ? {}
          : { pausedUntil: checked(pausedUntil), pausedMs: Date.parse(pausedUntil) - clock.now() }),
      }
      await store.saveSetting(KEY, saved)
      if (change.lockAfterMinutes !== undefined) autoLock.set(saved.lockAfterMinutes)
      gateway.publish({ topic: 'people' })
      return view(saved)
    },
    async 'inbox.notice'(_session, { ids }) {
      const waiting = await waitingOf(ids)
      const items = await Promise.all(
        waiting.map(async (item) => describeItem(item, await loadAbout(gateway, item))),
      )
      return { notice: items.length === 0 ? null : composeNotice(items) }
    },
    async 'inbox.noticeLocked'(session, { ids, minute }) {
      const kept = await load()
      const quiet = !kept.tellLocked || silentBecause(kept, new Date(clock.now()), minute) !== null
      if (session.person() !== null || quiet) return { notice: null, sound: false }
      const waits = (await waitingOf(ids)).length > 0
      return { notice: waits ? composeLockedNotice() : null, sound: kept.sound }
    },
    async 'people.away'(session, { until }) {
      const { name } = session.principal()
      await gateway.away.set(name, until === null ? null : checked(until))
      return { until: gateway.away.current().find((person) => person.name === name)?.until ?? null }
    },
  }
}
