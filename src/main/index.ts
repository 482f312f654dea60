/**
 * Electron's entry: single instance, then the gateway, then the window, in that order.
 * May import: anything in main.
 */
import { join } from 'node:path'
import { app, safeStorage, systemPreferences } from 'electron'
import { openAppWorkspace } from './cli/hosting/app-host.ts'
import { offerPrograms, packageRoot } from './cli/package-root.ts'
import { isSuitable } from './cli/suitable-node.ts'
import { defaultHome } from './config/workspace.ts'
import { type DeskShell, openDeskShell } from './shell/desk-shell.ts'
import { offerToAccept, offerToTryAgain, sayFailure } from './shell/dialogs.ts'
import { findKeychain } from './shell/keychain.ts'
import { registerAppScheme } from './shell/protocol.ts'
import { findSystemProof } from './shell/system-proof.ts'

registerAppScheme()
offerPrograms()
// One window a home: the lock of the single instance lies in this folder.
app.setPath('userData', join(defaultHome(process.env, process.platform), 'window'))
if (app.requestSingleInstanceLock()) app.whenReady().then(start).catch(fail)
else app.quit()

async function start(): Promise<void> {
  if (!isSuitable(process.versions, packageRoot()))
    throw new Error('This Electron is too old for Countersign.')
  let shell: DeskShell | null = null
  const bringToFront = (): null => shell?.bringToFront() ?? null
  app.on('second-instance', bringToFront)
  const workspace = await openAppWorkspace({
    keychain: findKeychain(safeStorage, process.platform),
    ...findSystemProof(systemPreferences, process.platform),
    onEnd: () => app.quit(),
    onOpen: bringToFront,
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
    out: join(packageRoot(), 'out'),
    resources: join(packageRoot(), 'resources'),
    dispatch: (name, request) => desk.dispatch(session, name, request),
    onPush: desk.onPush,
    windowState: await store().setting('window'),
    saveWindowState: (state) => void store().saveSetting('window', state).catch(fail),
  })
}

async function fail(error: unknown): Promise<void> {
  await sayFailure(error)
  app.exit(1)
}
