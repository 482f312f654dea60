/** The status strip. */
import type { DeskStatus } from '../../../preload/contract.ts'
import { DECIDED_STATUSES, type ItemStatus } from '../../model/item.ts'
import type { HumanPrincipal } from '../../model/principal.ts'
import { originOf } from '../../workflow/items/items.ts'
import { sayUnpersisted } from '../../workflow/wording/pause.ts'
import { conditionOf } from '../catalog/connection-view.ts'
import type { DeskOptions } from '../desk-options.ts'
import type { HandlersOf } from '../dispatch.ts'
import { closedBecause, findItem, loadAbout } from '../items/items.ts'
import type { Seats } from '../people/seats.ts'
import { viewConfiguration } from './configuration-view.ts'

export function createStatusHandlers(
  options: DeskOptions,
  seats: Pick<Seats, 'present'>,
  /** How many items wait for this person, without those that they do not want to see now. */
  countWaiting: (who: HumanPrincipal) => Promise<number>,
): HandlersOf<'desk'> {
  const { gateway, workspace, mcp, electron } = options
  // What was decided once stays decided: it is looked for until then.
  let everDecided = false
  const isThere = async (status: ItemStatus[]) =>
    (await gateway.store.itemMarks({ status }, { limit: 1, uncounted: true })).items.length > 0
  async function reached(): Promise<DeskStatus['reached']> {
    everDecided ||= await isThere(DECIDED_STATUSES)
    if (everDecided) return 'decision'
    return (await isThere(['pending'])) ? 'request' : 'nothing'
  }
  async function sayUndone(id: string): Promise<DeskStatus['unwritten'][number]> {
    const item = await findItem(gateway, id)
    const text = closedBecause(item, await loadAbout(gateway, item)) ?? ''
    return { workflowId: originOf(item).workflowId, text }
  }
  return {
    async 'desk.dismissTurnedAway'() {
      gateway.runtime.turnedAway.dismiss()
      return gateway.runtime.turnedAway.all()
    },
    async 'desk.status'(session): Promise<DeskStatus> {
      const who = session.principal()
      const { name, roles } = who
      const { disk, approvalId } = viewConfiguration(gateway)
      const pending = await countWaiting(who)
      const obstacle = gateway.obstacle()
      return {
        gateway: gateway.draining ? 'draining' : 'running',
        readOnly: gateway.readOnly,
        unwritten: [
          ...(obstacle === null ? [] : [{ workflowId: null, text: obstacle }]),
          ...gateway.runtime.unwritten
            .all()
            .map((step) => ({ workflowId: step.workflowId, text: sayUnpersisted(step) })),
          ...(await Promise.all(gateway.runtime.takenBack.allUnsaved().map(sayUndone))),
        ],
        damaged: [...gateway.damaged()],
        turnedAway: gateway.runtime.turnedAway.all(),
        version: gateway.version,
        workspace,
        mcpUrl: mcp.url(),
        clients: mcp.clients(),
        // One that is being reached for the first time is not ill yet; one that a person has disabled is not at all.
        unhealthy: gateway.connections
          .states()
          .map((state) => ({ name: state.name, health: conditionOf(gateway, state).health }))
          .filter(({ health }) => !['healthy', 'starting', 'disabled'].includes(health)),
        person: { name, roles },
        pending,
        reached: await reached(),
        sessions: seats.present(session).map(({ session: { id, origin, since }, person }) => ({
          id,
          person,
          origin,
          since,
          you: id === session.id,
        })),
        away: gateway.away.current(),
        configuration: { disk, approvalId },
        runtime: { node: process.versions.node, electron, platform: process.platform },
      }
    },
  }
}
