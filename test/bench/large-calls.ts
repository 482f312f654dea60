/** Which calls of the desk the group `large` measures, what it asks of those that change something, and why not the rest. */
import type { Desk } from '../../src/main/desk/desk.ts'
import type { DeskSession } from '../../src/main/desk/session.ts'
import type { CallName } from '../../src/preload/contract.ts'
import { ask } from '../desk/fixture.ts'
import { WAITING } from './large-database.ts'

export type Request = readonly [CallName, object]

/** Calls that read or write what does not grow with the years; every other call of the contract is measured. */
export const OF_NO_SIZE: Record<string, readonly CallName[]> = {
  'one row by its key, or what this process knows': [
    ...(['desk.dismissTurnedAway', 'clients.createToken', 'clients.revokeToken', 'people.lock'] as const),
    ...([
      'people.here',
      'people.setPin',
      'people.prove',
      'preferences.save',
      'play.start',
      'play.stop',
    ] as const),
    ...([
      'app.settings',
      'app.save',
      'updates.get',
      'updates.save',
      'updates.later',
      'updates.restart',
    ] as const),
    ...(['trials.get', 'trials.cancel', 'profiles.save', 'profiles.remove', 'judged.save'] as const),
    ...(['judged.remove', 'judged.restore', 'inbox.stopMany', 'inbox.batches', 'data.work'] as const),
  ],
  'the files of the workspace and of this machine': [
    ...(['configuration.preview', 'configuration.save', 'configuration.undo', 'clients.bundle'] as const),
    ...([
      'clients.files',
      'clients.connect',
      'clients.disconnect',
      'secrets.set',
      'secrets.delete',
      'secrets.list',
    ] as const),
    ...([
      'machine.check',
      'workspace.suggest',
      'workspace.create',
      'workspace.list',
      'workspace.look',
    ] as const),
    ...(['workspace.open', 'sources.found', 'sources.previewImport', 'sources.import'] as const),
    ...(['sources.undoImport', 'judged.beside', 'servers.declared', 'servers.uses', 'servers.log'] as const),
  ],
  'servers, registries and programs outside': [
    ...([
      'connections.restart',
      'connections.signIn',
      'servers.examine',
      'servers.try',
      'servers.trial',
    ] as const),
    ...(['servers.stop', 'sources.try', 'registries.list', 'registries.save', 'registries.remove'] as const),
    ...(['registries.search', 'registries.versions', 'registries.server', 'versions.pinned'] as const),
    ...(['versions.look', 'versions.change', 'versions.difference', 'updates.look'] as const),
    ...(['trials.preview', 'trials.begin'] as const),
  ],
  'the catalog and its judged queries, of which search and tool-table have figures': [
    ...(['search.why', 'search.evaluate', 'judged.import', 'judged.export', 'profiles.preview'] as const),
    ...(['profiles.apply', 'words.get', 'words.effect', 'traffic.keep', 'traffic.forget'] as const),
    ...(['tools.foresee'] as const),
  ],
}

/** They begin work that walks all that there is, on another thread: what they hold is promised to its end. */
export const WALKS: ReadonlySet<string> = new Set<CallName>(['activity.verify', 'data.backup', 'data.prune'])

/** The most that are decided together; of a small database some for each of the calls. */
const MANY = Math.min(200, WAITING / 8)

/** Each makes a request of what waits now, as the ones before it have left that. */
export function writingCalls(desk: Desk, session: DeskSession): Record<string, () => Promise<Request>> {
  const waiting = async (limit: number, start = 0) =>
    (await ask(desk, session, 'inbox.list', { limit, start })).items.map(({ id }) => id)
  const shownFor = async (outcome: string) => {
    const ids = await waiting(MANY)
    const { items } = await ask(desk, session, 'inbox.previewMany', { ids, outcome })
    return items.flatMap(({ item: { id }, preview }) =>
      preview === null ? [] : [{ id, hash: preview.hash }],
    )
  }
  let snoozed: string[] = []
  const later = () => new Date(Date.now() + 3_600_000).toISOString()
  return {
    'inbox.decide': async () => {
      const [id = ''] = await waiting(1)
      const choice = { id, outcome: 'approve', arguments: {} }
      const { hash } = await ask(desk, session, 'inbox.preview', choice)
      return ['inbox.decide', { ...choice, comment: '', hash }]
    },
    [`inbox.decideMany, of ${MANY}`]: async () => {
      const items = await shownFor('approve')
      return ['inbox.decideMany', { outcome: 'approve', comment: '', items }]
    },
    'inbox.snooze': async () => {
      // What is snoozed is in the list no more.
      if (snoozed.length === 0) snoozed = await waiting(MANY)
      return ['inbox.snooze', { ids: snoozed, until: later() }]
    },
    [`inbox.undo, of ${MANY}`]: async () => {
      const posted = { outcome: 'post', comment: '', items: await shownFor('post') }
      const { results } = await ask(desk, session, 'inbox.decideMany', posted)
      const items = results.flatMap(({ id, window }) =>
        window === null ? [] : [{ id, revision: window.revision }],
      )
      if (items.length < MANY) throw new Error('Not all of them can be taken back.')
      return ['inbox.undo', { items }]
    },
    'inbox.assign': async () => ['inbox.assign', { id: (await waiting(1))[0] ?? '', to: null }],
    'runs.cancel': async () => {
      const { items } = await ask(desk, session, 'runs.list', { view: 'waiting', limit: 1 })
      return ['runs.cancel', { id: items[0]?.id ?? '', reason: 'No longer needed.' }]
    },
    'people.switch': async () => ['people.switch', { name: 'anna', pin: null }],
    'people.away': async () => ['people.away', { until: later() }],
    'activity.verify': async () => ['activity.verify', {}],
    'data.backup': async () => ['data.backup', {}],
    'data.prune': async () => {
      // What is older than this is some thousandths of all: a year has been filled.
      const before = new Date(Date.now() - 364 * 86_400_000).toISOString()
      return ['data.prune', { before }]
    },
  }
}
