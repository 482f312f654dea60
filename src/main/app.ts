/**
 * The app: the gateway, then the window, in that order.
 * May import: anything in main.
 */
import { app, safeStorage, systemPreferences } from 'electron'
import { openAppWorkspace } from './cli/hosting/app-host.ts'
import { openAppSettings } from './cli/hosting/app-settings.ts'
import type { OpenWorkspace } from './cli/hosting/open-workspace.ts'
import { openOwnUpdates } from './cli/own-updates.ts'
import { packageRoot } from './cli/package-root.ts'
import { HIDDEN, listenForAsked, startsHidden } from './shell/asked.ts'
import { type DeskShell, openDeskShell } from './shell/desk-shell.ts'
import { offerToAccept, offerToTryAgain } from './shell/dialogs.ts'
import { findKeychain } from './shell/keychain.ts'
import { previewRoute } from './shell/links.ts'
import { registerAppScheme } from './shell/protocol.ts'
import type { AppLife } from './shell/run-app.ts'
import { findSystemProof } from './shell/system-proof.ts'

registerAppScheme()
const asked = listenForAsked(app)

export async function start({ packages, first, fail, closeBy }: AppLife): Promise<boolean> {
  let shell: DeskShell | null = null
  let workspace: OpenWorkspace | null = null
  const settings = openAppSettings(app, HIDDEN)
  const updates = openOwnUpdates({ ...packages.given, gateway: () => workspace?.host().gateway ?? null })
  workspace = await openAppWorkspace({
    keychain: findKeychain(safeStorage, process.platform),
    ...findSystemProof(systemPreferences, process.platform),
    ...{ updates, app: settings, offerToTryAgain, offerToAccept },
    onEnd: () => app.quit(),
    onOpen: asked.bringToFront,
  })
  if (workspace === null) return false
  const { desk, host, close } = workspace
  closeBy(async () => {
    asked.tell({ bringToFront: () => packages.comeAgain(), preview: packages.comeAgain })
    shell?.close()
    await close()
  })
  const session = await desk.openSession('window')
  shell = await openDeskShell({
    root: packageRoot(),
    dispatch: (name, request) => desk.dispatch(session, name, request),
    onPush: desk.onPush,
    onShown: () => void first.confirm().then(updates.begin, fail),
    windowState: await host().gateway.store.setting('window'),
    saveWindowState: (state) => host().gateway.store.saveSetting('window', state),
    hidden: startsHidden(app),
    keepsRunning: settings.keepsRunning,
  })
  const { bringToFront, goTo } = shell
  asked.tell({ bringToFront, preview: (file) => goTo(previewRoute(file)) })
  return true
}
