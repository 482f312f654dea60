/**
 * Electron's entry: single instance, then the gateway, then the window, in that order.
 * May import: anything in main.
 */
import { join } from 'node:path'
import { app, safeStorage, systemPreferences } from 'electron'
import { openAppHost } from './cli/hosting/app-host.ts'
import { packageRoot } from './cli/package-root.ts'
import { isSuitable } from './cli/suitable-node.ts'
import { defaultHome } from './config/workspace.ts'
import { type DeskShell, openDeskShell } from './shell/desk-shell.ts'
import { offerToAccept, offerToTryAgain, sayFailure } from './shell/dialogs.ts'
import { findKeychain } from './shell/keychain.ts'
import { registerAppScheme } from './shell/protocol.ts'
import { findSystemProof } from './shell/system-proof.ts'

registerAppScheme()
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
  const host = await openAppHost({
    keychain: findKeychain(safeStorage, process.platform),
    ...findSystemProof(systemPreferences, process.platform),
    onEnd: () => app.quit(),
    onOpen: bringToFront,
    offerToTryAgain,
    offerToAccept,
  })
  if (host === null) return app.exit(1)
  app.once('will-quit', (event) => {
    event.preventDefault()
    shell?.close()
    host.close().then(() => app.exit(0), fail)
  })
  const { desk, gateway } = host
  const session = await desk.openSession('window')
  shell = await openDeskShell({
    out: join(packageRoot(), 'out'),
    resources: join(packageRoot(), 'resources'),
    dispatch: (name, request) => desk.dispatch(session, name, request),
    onPush: desk.onPush,
    windowState: await gateway.store.setting('window'),
    saveWindowState: (state) => void gateway.store.saveSetting('window', state).catch(fail),
  })
}

async function fail(error: unknown): Promise<void> {
  await sayFailure(error)
  app.exit(1)
}
