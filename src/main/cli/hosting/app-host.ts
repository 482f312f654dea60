/** The app's workspace: the one that was opened last, once its data folder can be had, and others in its place. */
import { askGateway } from '../../mcp/pipe/ask.ts'
import { createLog } from '../log.ts'
import { keepPrograms, packageRoot, packageVersion } from '../package-root.ts'
import { choosePlaces, deskHome } from '../places.ts'
import { isSuitable } from '../suitable-node.ts'
import { type DataFolderOptions, openDataFolder } from './data-folder.ts'
import { type Host, type HostOptions, openHost } from './host.ts'
import { type OpenWorkspace, openWorkspace } from './open-workspace.ts'

export interface AppOptions
  extends Pick<DataFolderOptions<Host>, 'offerToTryAgain' | 'offerToAccept'>,
    Pick<HostOptions, 'keychain' | 'systemProof' | 'app' | 'onEnd' | 'onOpen' | 'updates'> {}

/** Null: the person gave up. @throws whatever keeps a gateway from opening and is not the person's to decide */
export async function openAppWorkspace({
  offerToTryAgain,
  offerToAccept,
  ...options
}: AppOptions): Promise<OpenWorkspace | null> {
  if (!isSuitable(process.versions, packageRoot()))
    throw new Error('This Electron is too old for Countersign.')
  const log = createLog('warn')
  await keepPrograms(deskHome()).catch((err: unknown) =>
    log.warn({ err }, 'what MCP clients start could not be copied out of the image'),
  )
  return await openWorkspace(
    await choosePlaces({ config: null, data: null }),
    async (places, openOther) =>
      await openDataFolder({
        open: (acceptsPath) =>
          openHost({ ...options, places, openOther, log, acceptsPath, startedBy: 'app' }),
        askForHandover: () => askGateway(places.dataFolder, 'handover', packageVersion()),
        offerToTryAgain,
        offerToAccept,
      }),
    { report: (error) => log.error({ err: error }, 'another workspace was opened') },
  )
}
