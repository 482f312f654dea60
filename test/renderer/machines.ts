import type { GraphActor, GraphData, GraphWords } from '../../src/renderer/ui/graph/graph-types.ts'

type Way = [from: string, to: string, name: string, actor?: GraphActor, taken?: boolean]

/** States in the given order; the ones in `ends` are terminal. */
export function machine(
  states: string[],
  ways: Way[],
  more: { current?: string; visited?: string[]; ends?: string[] } = {},
): GraphData {
  const { current = null, visited = [], ends = [] } = more
  return {
    initial: states[0] ?? '',
    current,
    states: states.map((name) => ({
      name,
      title: name.replaceAll('_', ' '),
      terminal: ends.includes(name),
      visited: visited.includes(name),
      asks: null,
    })),
    transitions: ways.map(([from, to, name, actor = 'agent', taken = false]) => ({
      from,
      to,
      name,
      title: name.replaceAll('_', ' '),
      actor,
      asks: null,
      taken,
    })),
  }
}

export const REVIEW = machine(
  ['drafting', 'in_review', 'published'],
  [
    ['drafting', 'drafting', 'note'],
    ['drafting', 'in_review', 'submit', 'agent', true],
    ['in_review', 'published', 'approve', 'human'],
    ['in_review', 'drafting', 'send_back', 'human'],
  ],
  { current: 'in_review', visited: ['drafting', 'in_review'], ends: ['published'] },
)

export const WORDS: GraphWords = {
  label: (states, current) => `${states} states, ${current ?? 'none'}`,
  now: 'now',
  endedHere: 'ended',
  actors: { agent: 'the agent', human: 'a person', deterministic: 'by itself', system: 'by itself' },
  asksFirst: 'asks first',
  asksOnEntering: 'asks on entering',
  start: 'start',
  end: 'end',
  visited: 'visited',
  taken: 'taken',
  notTaken: 'not taken',
  leadsTo: 'leads to',
  noWay: 'nothing leads out',
  asText: 'As text',
  fit: 'Fit',
  fullSize: 'Full size',
  scroll: 'scrolls',
  loading: 'loading',
  failed: 'failed',
}

/** Seven pixels a character: near enough to any face. */
export function measure(text: string): number {
  return text.length * 7
}
