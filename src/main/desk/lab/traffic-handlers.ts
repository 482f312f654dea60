/** What agents searched and what they started then; keeping it, forgetting it, learning from it. */
import type { TrafficView } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import type { DeskOptions } from '../desk-options.ts'
import type { HandlersOf } from '../dispatch.ts'

export function createTrafficHandlers({ gateway }: Pick<DeskOptions, 'gateway'>): HandlersOf<'traffic'> {
  const { traffic } = gateway
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
      if (keep !== traffic.keeping) {
        await traffic.keep(keep, session.principal().id)
        gateway.publish({ topic: 'search' })
      }
      return { keeping: traffic.keeping }
    },
    async 'traffic.forget'(session) {
      const removed = await traffic.forget(session.principal().id)
      gateway.publish({ topic: 'search' })
      gateway.publish({ topic: 'audit' })
      return { removed }
    },
  }
}

type Learning = Awaited<ReturnType<Gateway['traffic']['learning']['look']>>

/** It is offered only where it helps for sure: where the low end of the interval is above zero. */
function learningSentence({ state, pairs, needed, share, figures }: Learning): string {
  const isOn = share > 0
  if (state === 'classic') return 'Learning belongs to the smart ranking, and the classic one is in force.'
  if (state === 'few')
    return (
      `${pairs} of the ${needed} searches followed by a start that it takes to measure whether learning helps ` +
      `here.${isOn ? ' It is on, and nobody knows yet what it does.' : ''}`
    )
  if (state === 'measuring') return 'Whether learning helps here is being measured.'
  if (figures === null) return 'Nothing that was started after a search is in the catalog any more.'
  const measured =
    `measured on ${figures.queries} queries, it changes nDCG@10 from ${rounded(figures.without.ndcg10)} to ` +
    `${rounded(figures.with.ndcg10)} (difference between ${signed(figures.low)} and ${signed(figures.high)}).`
  if (figures.low > 0) return `${isOn ? 'Learning helps here' : 'Learning would help here'}: ${measured}`
  if (figures.high < 0)
    return `${isOn ? 'Learning does harm here; turn it off' : 'Learning would do harm here'}: ${measured}`
  return isOn
    ? `It is not certain that learning helps here; turn it off: ${measured}`
    : `Learning would not help here: ${measured}`
}

function rounded(figure: number): string {
  return figure.toFixed(3)
}

function signed(difference: number): string {
  return `${difference < 0 ? '−' : '+'}${Math.abs(difference).toFixed(3)}`
}
