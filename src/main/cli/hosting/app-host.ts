/** The app's gateway: that of the usual workspace, once its data folder can be had. */
import { askGateway } from '../../mcp/pipe/ask.ts'
import { createLog } from '../log.ts'
import { packageVersion } from '../package-root.ts'
import { choosePlaces } from '../places.ts'
import { type DataFolderOptions, openDataFolder } from './data-folder.ts'
import { type Host, type HostOptions, openHost } from './host.ts'

export interface AppHostOptions
  extends Pick<DataFolderOptions<Host>, 'offerToTryAgain' | 'offerToAccept'>,
    Pick<HostOptions, 'keychain' | 'systemProof' | 'onEnd' | 'onOpen'> {}

/** Null: the person gave up. @throws whatever keeps a gateway from opening and is not the person's to decide */
export async function openAppHost(options: AppHostOptions): Promise<Host | null> {
  const { offerToTryAgain, offerToAccept, ...hostOptions } = options
  const places = await choosePlaces({ config: null, data: null })
  const log = createLog('warn')
  return await openDataFolder({
    open: (acceptsPath) => openHost({ ...hostOptions, places, log, acceptsPath, startedBy: 'app' }),
    askForHandover: () => askGateway(places.dataFolder, 'handover', packageVersion()),
    offerToTryAgain,
    offerToAccept,
  })
}
