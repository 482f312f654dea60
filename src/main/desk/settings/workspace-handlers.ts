/** The beginning of a workspace of one's own. */
import { writeCommand } from '../clients/connect-snippets.ts'
import type { DeskOptions } from '../desk-options.ts'
import type { Handlers } from '../dispatch.ts'
import { DeskFault } from '../fault.ts'

type Calls = 'workspace.suggest' | 'workspace.create'

export function createWorkspaceHandlers({
  gateway,
  workspaces,
}: Pick<DeskOptions, 'gateway' | 'workspaces'>): Pick<Handlers, Calls> {
  return {
    'workspace.suggest': async () => ({ folder: await workspaces.suggest() }),
    async 'workspace.create'(session, { folder }) {
      const made = await workspaces.create(folder)
      if ('problem' in made) throw new DeskFault('REJECTED', made.problem)
      const { configuration, command } = made
      await gateway.record({
        actor: session.principal().id,
        eventType: 'workspace.created',
        payload: { configuration },
      })
      return { configuration, command: writeCommand(command, process.platform) }
    },
  }
}
