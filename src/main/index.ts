/**
 * Electron's entry: single instance, then the gateway, then the window, in that order.
 * May import: anything in main.
 */
import { app, safeStorage, systemPreferences } from 'electron'
import { openAppWorkspace, prepareApp } from './cli/hosting/app-host.ts'
import { openAppSettings } from './cli/hosting/app-settings.ts'
import { packageRoot } from './cli/package-root.ts'
import { HIDDEN, listenForAsked, startsHidden } from './shell/asked.ts'
import { type DeskShell, openDeskShell } from './shell/desk-shell.ts'
import { offerToAccept, offerToTryAgain, sayFailure } from './shell/dialogs.ts'
import { findKeychain } from './shell/keychain.ts'
import { registerAppScheme } from './shell/protocol.ts'
import { findSystemProof } from './shell/system-proof.ts'

registerAppScheme()
prepareApp(app)
const asked = listenForAsked(app)
if (app.requestSingleInstanceLock()) app.whenReady().then(start).catch(fail)
else app.quit()

async function start(): Promise<void> {
  let shell: DeskShell | null = null
  const settings = openAppSettings(app, HIDDEN)
  const workspace = await openAppWorkspace({
    keychain: findKeychain(safeStorage, process.platform),
    ...findSystemProof(systemPreferences, process.platform),
    onEnd: () => app.quit(),
    app: settings,
    onOpen: asked.bringToFront,
    offerToTryAgain,
    offerToAccept,
  })
  if (workspace === null) return app.exit(1)
  app.once('will-quit', (event) => {
    event.preventDefault()
    shell?.close()
    workspace.close().then(() => app.exit(0), fail)
  })
  const { desk } = workspace
  const store = () => workspace.host().gateway.store
  const session = await desk.openSession('window')
  shell = await openDeskShell({
    root: packageRoot(),
    dispatch: (name, request) => desk.dispatch(session, name, request),
    onPush: desk.onPush,
    windowState: await store().setting('window'),
    saveWindowState: (state) => void store().saveSetting('window', state).catch(fail),
    hidden: startsHidden(app),
    keepsRunning: settings.keepsRunning,
  })
  asked.tell(shell)
}

async function fail(error: unknown): Promise<void> {
  await sayFailure(error)
  app.exit(1)
}
