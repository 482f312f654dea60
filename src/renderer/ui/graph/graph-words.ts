import type { GraphWords } from './graph-types.ts'

/** The words on and beside every state diagram. */
export const graphWords: GraphWords = {
  label: (states, current) =>
    `State diagram with ${states} ${states === 1 ? 'state' : 'states'}${current === null ? '' : `; now in ‘${current}’`}. The same as text follows.`,
  now: 'now',
  endedHere: 'ended',
  actors: {
    agent: 'the agent',
    human: 'a person',
    deterministic: 'by itself',
    system: 'by itself',
  },
  asksFirst: 'waits for people first',
  asksOnEntering: 'entering waits for people first',
  start: 'start',
  end: 'end',
  visited: 'visited',
  taken: 'taken',
  notTaken: 'not taken',
  leadsTo: 'leads to',
  noWay: 'no way out',
  asText: 'As text',
  fit: 'Fit to width',
  fullSize: 'Show at full size',
  scroll: 'State diagram, scrolls',
  loading: 'Drawing the diagram',
  failed: 'Could not draw the diagram. The same as text:',
}
