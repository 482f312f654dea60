/** What a person starts in a terminal gets the data folder from a gateway that only a pipe started (R3.2). */
import { askGateway } from '../mcp/ask.ts'
import { openDataFolder } from './data-folder.ts'
import { type Host, type HostOptions, openHost } from './host.ts'
import { packageVersion } from './package-root.ts'

/** @throws FolderHeld if whoever has the folder makes no room; whatever else `openHost` throws */
export async function takeFolder(options: HostOptions): Promise<Host> {
  let failure: unknown = null
  const host = await openDataFolder({
    open: () =>
      openHost(options).catch((error: unknown) => {
        failure = error
        throw error
      }),
    askForHandover: () => askGateway(options.places.dataFolder, 'handover', packageVersion()),
    // A terminal is not asked: the command says what is wrong and ends.
    offerToTryAgain: () => Promise.resolve(false),
    offerToAccept: () => Promise.resolve(false),
  })
  if (host === null) throw failure
  return host
}
