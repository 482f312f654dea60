import { type GraphData, type GraphWords, hasRun } from './graph-types.ts'
import { revealText } from './visible-text.ts'

export interface GraphLine {
  state: string
  title: string
  /** “start”, “now”, “end”… */
  marks: string[]
  ways: { key: string; text: string }[]
}

/** The same machine in words, state by state, for whoever does not see the picture. Pure. */
export function describeGraph(data: GraphData, words: GraphWords): GraphLine[] {
  const run = hasRun(data)
  const titles = new Map(data.states.map((state) => [state.name, plainTitle(state.title)]))
  return orderStates(data).map((name) => {
    const state = data.states.find((candidate) => candidate.name === name)
    return {
      state: name,
      title: titles.get(name) ?? name,
      marks: [
        ...(name === data.initial ? [words.start] : []),
        ...(name === data.current ? [words.now] : run && state?.visited ? [words.visited] : []),
        ...(state?.terminal ? [words.end] : []),
      ],
      ways: data.transitions
        .filter((transition) => transition.from === name)
        .map((transition, place) => ({
          key: `${transition.name} ${transition.to} ${place}`,
          text: [
            `${plainTitle(transition.title)} (${words.actors[transition.actor]})`,
            words.leadsTo,
            `${titles.get(transition.to) ?? transition.to}${run && transition.taken ? `, ${words.taken}` : ''}`,
          ].join(' '),
        })),
    }
  })
}

/** From the start along the ways, then what no way reaches, each once. Pure. */
export function orderStates({
  initial,
  states,
  transitions,
}: Pick<GraphData, 'initial' | 'states' | 'transitions'>): string[] {
  const known = new Set(states.map((state) => state.name))
  const order = new Set(known.has(initial) ? [initial] : [])
  // A set that grows while it is walked is walked to its end.
  for (const name of order) {
    for (const { from, to } of transitions) if (from === name && known.has(to)) order.add(to)
  }
  return [...order, ...[...known].filter((name) => !order.has(name))]
}

/** On one line, with what cannot be seen named. */
export function plainTitle(title: string): string {
  return revealText(title, true)
    .map((piece) => (piece.kind === 'mark' ? `[${piece.text}]` : piece.text))
    .join('')
}
