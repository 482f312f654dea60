/** What agents searched and what they started then; keeping it, forgetting it, learning from it. */
import type { TrafficView } from '../../../preload/contract.ts'
import type { DeskOptions } from '../desk-options.ts'
import type { Handlers } from '../dispatch.ts'
import { DeskFault } from '../fault.ts'
import { learningSentence } from './learning-words.ts'

type Calls = 'traffic.report' | 'traffic.keep' | 'traffic.forget'

export function createTrafficHandlers({ gateway }: Pick<DeskOptions, 'gateway'>): Pick<Handlers, Calls> {
  const { traffic } = gateway
  function refuseReadOnly(): void {
    if (gateway.readOnly !== null) throw new DeskFault('REJECTED', gateway.readOnly)
  }
  return {
    async 'traffic.report'(_session, { days }): Promise<TrafficView> {
      // In this order: the report writes down what was seen a moment ago.
      const report = await traffic.report(days)
      const learning = await traffic.learning.look()
      const { pairs, needed, share, figures } = learning
      return {
        keeping: traffic.keeping,
        days,
        ...report,
        learning: { pairs, needed, share, figures, sentence: learningSentence(learning) },
      }
    },
    async 'traffic.keep'(session, { keep }) {
      refuseReadOnly()
      if (keep !== traffic.keeping) {
        await traffic.keep(keep)
        await gateway.recordDone({
          actor: session.principal().id,
          eventType: 'traffic.keeping',
          payload: { keep },
        })
        gateway.publish({ topic: 'search' })
      }
      return { keeping: traffic.keeping }
    },
    async 'traffic.forget'(session) {
      refuseReadOnly()
      const removed = await traffic.forget()
      await gateway.recordDone({
        actor: session.principal().id,
        eventType: 'traffic.forgotten',
        payload: { searches: removed },
      })
      gateway.publish({ topic: 'search' })
      return { removed }
    },
  }
}
