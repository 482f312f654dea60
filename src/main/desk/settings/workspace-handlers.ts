/** The beginning of a workspace of one's own. */
import { writeCommand } from '../clients/connect-snippets.ts'
import type { DeskOptions } from '../desk-options.ts'
import type { HandlersOf } from '../dispatch.ts'
import { DeskFault } from '../fault.ts'
import type { NewFiles } from './new-files.ts'

export function createWorkspaceHandlers(
  { gateway, workspaces }: Pick<DeskOptions, 'gateway' | 'workspaces'>,
  newFiles: NewFiles,
): HandlersOf<'workspace'> {
  return {
    'workspace.suggest': async () => ({ folder: await workspaces.suggest() }),
    async 'workspace.create'(session, { folder }) {
      const actor = session.principal().id
      const made = await workspaces.create(folder, (configuration, make) =>
        newFiles.during(
          configuration,
          { actor, eventType: 'workspace.created', payload: { configuration } },
          make,
        ),
      )
      if ('problem' in made) throw new DeskFault('REJECTED', made.problem)
      const { configuration, command } = made
      return { configuration, command: writeCommand(command, process.platform) }
    },
    'workspace.list': async () => ({
      workspaces: await workspaces.known(),
      canOpen: workspaces.open !== null,
    }),
    async 'workspace.look'(_, { configuration }) {
      const seen = await workspaces.look(configuration)
      if ('problem' in seen) throw new DeskFault('REJECTED', seen.problem)
      return seen
    },
    async 'workspace.open'(session, { configuration, hash }) {
      const actor = session.principal().id
      if (workspaces.open === null)
        throw new DeskFault(
          'REJECTED',
          'This gateway was started with its workspace. Start another one for that.',
        )
      if (configuration === gateway.configuration().path)
        throw new DeskFault('REJECTED', 'This workspace is open already.')
      const result = await workspaces.open(configuration, hash, () =>
        gateway.record({ actor, eventType: 'workspace.left', payload: { configuration } }),
      )
      if ('moved' in result)
        throw new DeskFault(
          'SEEN_CHANGED',
          'Its files were changed since you looked. Nothing was opened; look again.',
        )
      if ('problem' in result) throw new DeskFault('REJECTED', result.problem)
      return result
    },
  }
}
