/** What a person starts in a terminal gets the data folder from a gateway that only a pipe started (R3.2). */
import { askGateway } from '../../mcp/pipe/ask.ts'
import { packageVersion } from '../package-root.ts'
import { openDataFolder } from './data-folder.ts'
import { type Host, type HostOptions, openHost } from './host.ts'

/**
 * What changed on the disk while the other gateway ran waits in the inbox, as it did there: who only starts another
 * one has not seen it.
 * @throws FolderHeld if whoever has the folder makes no room; whatever else `openHost` throws
 */
export async function takeFolder(options: HostOptions): Promise<Host> {
  let failure: unknown = null
  let handedOver = false
  const host = await openDataFolder({
    open: () =>
      openHost({ ...options, unvouched: handedOver }).catch((error: unknown) => {
        failure = error
        throw error
      }),
    async askForHandover() {
      const answer = await askGateway(options.places.dataFolder, 'handover', packageVersion())
      handedOver ||= answer.ok
      return answer
    },
    // A terminal is not asked: the command says what is wrong and ends.
    offerToTryAgain: () => Promise.resolve(false),
    offerToAccept: () => Promise.resolve(false),
  })
  if (host === null) throw failure
  return host
}
