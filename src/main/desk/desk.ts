/**
 * The desk's backend: every call of the contract over one gateway, for the window (IPC) and the browser (HTTP).
 * May import: gateway.ts (types), model, workflow, preload/contract.
 */
import type { Push } from '../../preload/contract.ts'
import { declarationOf } from '../model/configuration.ts'
import { createListeners } from '../system/listeners.ts'
import { createActivityHandlers } from './activity/activity-handlers.ts'
import { createAttentionHandlers } from './activity/attention-handlers.ts'
import { createCatalogHandlers } from './catalog/catalog-handlers.ts'
import { createConnectionHandlers } from './catalog/connection-handlers.ts'
import { createServerHandlers } from './catalog/server-handlers.ts'
import { createWordsHandlers } from './catalog/words-edits.ts'
import { createClientFigureHandlers } from './clients/client-figures.ts'
import { createClientFileHandlers, createClientHandlers } from './clients/client-handlers.ts'
import { createClientFiles } from './clients/files/client-files.ts'
import type { DeskOptions } from './desk-options.ts'
import { createDispatch, type Dispatch } from './dispatch.ts'
import { createPlay } from './first-run/play.ts'
import { createCardHints } from './inbox/card-hints.ts'
import { createDecisionHandlers, createItemViews } from './inbox/decide.ts'
import { createInboxHandlers } from './inbox/inbox-handlers.ts'
import { createInboxList } from './inbox/inbox-list-handlers.ts'
import { createJudgedHandlers } from './lab/judged-handlers.ts'
import { createProfileHandlers } from './lab/profile-handlers.ts'
import { createSearchHandlers } from './lab/search-handlers.ts'
import { createTrafficHandlers } from './lab/traffic-handlers.ts'
import { createLongWork } from './long-work.ts'
import { createAutoLock } from './people/auto-lock.ts'
import { createPeopleHandlers } from './people/people-handlers.ts'
import { createPinBook } from './people/pin-book.ts'
import { createPreferencesHandlers } from './people/preferences-handlers.ts'
import { createSeats, type Seats } from './people/seats.ts'
import { createRunHandlers } from './runs/run-handlers.ts'
import type { DeskSession } from './session.ts'
import { createAppHandlers } from './settings/app-handlers.ts'
import { createConfigurationHandlers } from './settings/configuration-handlers.ts'
import { createDataHandlers } from './settings/data-handlers.ts'
import { keepNewFiles } from './settings/new-files.ts'
import { createSecretHandlers } from './settings/secret-handlers.ts'
import { createSettingsHandlers } from './settings/settings-handlers.ts'
import { createStatusHandlers } from './settings/status-handlers.ts'
import { createUpdateHandlers } from './settings/update-handlers.ts'
import { createWorkspaceHandlers } from './settings/workspace-handlers.ts'
import { createImportHandlers } from './sources/import-handlers.ts'
import { createVersionHandlers } from './sources/newer/version-handlers.ts'
import { createRegistryHandlers } from './sources/registry/registry-handlers.ts'
import { createToolHandlers } from './tools/tool-handlers.ts'
import { createTrialHandlers } from './trying/trial-handlers.ts'

export interface Desk {
  readonly dispatch: Dispatch
  /** For a door that has authenticated somebody; audited. */
  openSession(origin: DeskSession['origin']): Promise<DeskSession>
  /** A page of this session is open; the answer is for when it is not any more. */
  attend: Seats['attend']
  onPush(listener: (push: Push) => void): () => void
  /** For pushes that do not come from the gateway: `navigate`. */
  publish(push: Push): void
  close(): Promise<void>
}

export function createDesk(options: DeskOptions): Desk {
  const { gateway, person } = options
  const people = {
    declared: (name: string) => declarationOf(name, gateway.declarations().people) ?? null,
    systemUser: person,
    atLast: gateway.atLast,
  }
  const pins = createPinBook(gateway, people, options.pinRounds)
  const stopLooking = gateway.onChange(({ topic }) => {
    if (topic === 'configuration') pins.lookAtDeclarations().catch(options.report)
  })
  pins.lookAtDeclarations().catch(options.report)
  const seats = createSeats(gateway, { systemUser: person, pins })
  const autoLock = createAutoLock(gateway.clock, seats, options.report)
  const { tell: publish, listen, clear } = createListeners<[Push]>()
  const stopListening = gateway.onChange(publish)
  const stopUpdates = options.updates.onChange(() => publish({ topic: 'updates' }))
  const play = createPlay({
    clock: gateway.clock,
    version: gateway.version,
    mcpUrl: options.mcp.url,
    token: options.mcp.token,
    changed: () => publish({ topic: 'play' }),
  })
  const { home, pipe } = options
  const clientFiles = createClientFiles({
    ...{ person: home, pipe, renew: pipe.renew },
    ...{ store: gateway.store, outside: gateway.outside, now: gateway.clock.now },
  })
  if (gateway.readOnly === null) void clientFiles.begin()
  const newFiles = keepNewFiles(gateway)
  const looks = createItemViews(gateway.clock.now)
  const cards = createInboxHandlers({ gateway, looks, hints: createCardHints(gateway), seats })
  const inbox = createInboxList({ gateway, seats, describe: cards['inbox.item'], publish })
  const trials = createTrialHandlers(options, seats, publish)
  const longWork = createLongWork({ clock: gateway.clock, publish, report: options.report })
  const dispatch = createDispatch({
    report: options.report,
    readOnly: gateway.readOnly,
    handlers: {
      ...createStatusHandlers(options, seats, inbox.countWaiting),
      ...cards,
      ...inbox.handlers,
      ...createDecisionHandlers({ gateway, looks }, seats),
      ...createPeopleHandlers(options, seats, pins),
      ...createPreferencesHandlers(options, autoLock),
      ...createRunHandlers(options),
      ...createCatalogHandlers(options),
      ...createSearchHandlers(options),
      ...createJudgedHandlers(options),
      ...createProfileHandlers(options, seats),
      ...createWordsHandlers(options),
      ...createConnectionHandlers(options),
      ...createServerHandlers(options),
      ...createActivityHandlers(options, longWork),
      ...createSettingsHandlers(options),
      ...createConfigurationHandlers(options, seats, pins),
      ...createAttentionHandlers(options),
      ...createClientHandlers(options),
      ...createClientFigureHandlers(options),
      ...createClientFileHandlers(options, clientFiles),
      ...createImportHandlers(options, seats, clientFiles),
      ...createRegistryHandlers(options),
      ...createVersionHandlers(options),
      ...createSecretHandlers(options),
      ...createDataHandlers(options, longWork, newFiles),
      ...createUpdateHandlers(options),
      ...createWorkspaceHandlers(options, newFiles),
      ...createAppHandlers(options),
      ...createTrafficHandlers(options),
      ...trials.handlers,
      ...createToolHandlers(options),
      'play.start': async (_session, { script }) => play.start(script),
      'play.status': async () => play.view(),
      'play.stop': async () => play.stop(),
    },
  })
  return {
    dispatch,
    openSession: seats.open,
    attend: seats.attend,
    onPush: listen,
    publish,
    async close() {
      stopListening()
      stopLooking()
      stopUpdates()
      autoLock.close()
      inbox.close()
      trials.close()
      clear()
      await play.stop()
    },
  }
}
