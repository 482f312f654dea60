/**
 * The app: the gateway, then the window, in that order.
 * May import: anything in main.
 */
import { join } from 'node:path'
import { app, safeStorage, systemPreferences } from 'electron'
import { openAppWorkspace } from './cli/hosting/app-host.ts'
import type { OpenWorkspace } from './cli/hosting/open-workspace.ts'
import { openOwnUpdates } from './cli/own-updates.ts'
import { packageRoot } from './cli/package-root.ts'
import { isSuitable } from './cli/suitable-node.ts'
import { type DeskShell, openDeskShell } from './shell/desk-shell.ts'
import { offerToAccept, offerToTryAgain } from './shell/dialogs.ts'
import { findKeychain } from './shell/keychain.ts'
import { registerAppScheme } from './shell/protocol.ts'
import type { AppLife } from './shell/run-app.ts'
import { findSystemProof } from './shell/system-proof.ts'

registerAppScheme()

export async function start({ packages, first, fail, closeBy }: AppLife): Promise<boolean> {
  if (!isSuitable(process.versions, packageRoot()))
    throw new Error('This Electron is too old for Countersign.')
  let shell: DeskShell | null = null
  let workspace: OpenWorkspace | null = null
  const bringToFront = (): null => shell?.bringToFront() ?? null
  app.on('second-instance', bringToFront)
  const updates = openOwnUpdates({ ...packages.given, gateway: () => workspace?.host().gateway ?? null })
  workspace = await openAppWorkspace({
    keychain: findKeychain(safeStorage, process.platform),
    ...findSystemProof(systemPreferences, process.platform),
    ...{ updates, offerToTryAgain, offerToAccept, onOpen: bringToFront, onEnd: () => app.quit() },
  })
  if (workspace === null) return false
  const { desk, host, close } = workspace
  closeBy(async () => {
    shell?.close()
    await close()
  })
  const session = await desk.openSession('window')
  shell = await openDeskShell({
    out: join(packageRoot(), 'out'),
    resources: join(packageRoot(), 'resources'),
    dispatch: (name, request) => desk.dispatch(session, name, request),
    onPush: desk.onPush,
    onShown: () => void first.confirm().then(updates.begin, fail),
    windowState: await host().gateway.store.setting('window'),
    saveWindowState: (state) => void host().gateway.store.saveSetting('window', state).catch(fail),
  })
  return true
}
