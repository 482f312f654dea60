import type { GraphWords } from './ui/graph-types.ts'

/** The words on and beside every state diagram. */
export const graphWords: GraphWords = {
  label: (states, current) =>
    `State diagram with ${states} ${states === 1 ? 'state' : 'states'}${current === null ? '' : `; the present one is “${current}”`}. The same as text follows.`,
  now: 'now',
  endedHere: 'ended',
  actors: {
    agent: 'the agent',
    human: 'a person',
    deterministic: 'by itself',
    system: 'by itself',
  },
  asksFirst: 'waits for people first',
  asksOnEntering: 'what runs on entering waits for people first',
  start: 'start',
  end: 'end',
  visited: 'visited',
  taken: 'taken',
  notTaken: 'not taken',
  leadsTo: 'leads to',
  noWay: 'nothing leads out of it',
  asText: 'As text',
  fit: 'Fit into the width',
  fullSize: 'Show at full size',
  scroll: 'State diagram, scrolls',
  loading: 'Drawing the diagram',
  failed: 'The diagram could not be drawn. This is the same as text:',
}
