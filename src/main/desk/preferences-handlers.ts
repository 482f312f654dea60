/** How this gateway tells its people that something waits, and who of them is away. */
import type { PreferencesView } from '../../preload/contract.ts'
import type { DeskOptions } from './desk-options.ts'
import type { Handlers } from './dispatch.ts'
import { DeskFault } from './fault.ts'

const KEY = 'preferences'
const AT_FIRST: PreferencesView = {
  notifications: true,
  sound: false,
  quietHours: null,
  pausedUntil: null,
}
/** Nobody means to be away for longer by a slip of the hand. */
const LONGEST_MS = 90 * 86_400_000

export function createPreferencesHandlers({
  gateway,
}: Pick<DeskOptions, 'gateway'>): Pick<Handlers, 'preferences.get' | 'preferences.save' | 'people.away'> {
  const { store, clock } = gateway
  async function load(): Promise<PreferencesView> {
    const kept = { ...AT_FIRST, ...((await store.setting(KEY)) as Partial<PreferencesView> | null) }
    const over = kept.pausedUntil !== null && Date.parse(kept.pausedUntil) <= clock.now()
    return over ? { ...kept, pausedUntil: null } : kept
  }
  /** @throws DeskFault REJECTED for a time that is none, or too far */
  function checked(until: string): string {
    const at = Date.parse(until)
    if (Number.isNaN(at)) throw new DeskFault('REJECTED', `‘${until}’ is not a time.`)
    if (at - clock.now() > LONGEST_MS) {
      throw new DeskFault('REJECTED', 'That is more than 90 days from now. Choose an earlier time.')
    }
    return new Date(at).toISOString()
  }
  function mustWrite(): void {
    if (gateway.readOnly !== null) throw new DeskFault('REJECTED', gateway.readOnly)
  }
  return {
    'preferences.get': () => load(),
    async 'preferences.save'(_session, change) {
      mustWrite()
      const { pausedUntil, quietHours } = change
      if (quietHours != null && quietHours.from === quietHours.to) {
        throw new DeskFault('REJECTED', 'Quiet hours need an end that is not their beginning.')
      }
      const saved = {
        ...(await load()),
        ...change,
        ...(pausedUntil == null ? {} : { pausedUntil: checked(pausedUntil) }),
      }
      await store.saveSetting(KEY, saved)
      gateway.publish({ topic: 'people' })
      return saved
    },
    async 'people.away'(session, { until }) {
      mustWrite()
      const { name } = session.principal()
      await gateway.away.set(name, until === null ? null : checked(until))
      return { until: gateway.away.current().find((person) => person.name === name)?.until ?? null }
    },
  }
}
