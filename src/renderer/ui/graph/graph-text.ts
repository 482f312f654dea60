import { speakText } from '../text/visible-text.ts'
import { type GraphData, type GraphWords, hasRun } from './graph-types.ts'

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
        ...(state?.asks ? [`${words.asksOnEntering}: ${state.asks.text}`] : []),
      ],
      ways: data.transitions
        .filter((transition) => transition.from === name)
        .map((transition, place) => ({
          key: `${transition.name} ${transition.to} ${place}`,
          text: [
            `${plainTitle(transition.title)} (${words.actors[transition.actor]}${transition.asks ? `; ${words.asksFirst}: ${transition.asks.text}` : ''})`,
            words.leadsTo,
            `${titles.get(transition.to) ?? transition.to}${run && transition.taken ? `, ${words.taken}` : ''}`,
          ].join(' '),
        })),
    }
  })
}

/** In the order in which a run can reach them, so that only ways back lead back; unreached ones last. Pure. */
export function orderStates({
  initial,
  states,
  transitions,
}: Pick<GraphData, 'initial' | 'states' | 'transitions'>): string[] {
  const known = new Set(states.map((state) => state.name))
  const seen = new Set<string>()
  const left: string[] = []
  // Depth first: a state is left after all that follow it, so the reverse of leaving is an order along the ways.
  const stack = known.has(initial) ? [{ name: initial, left: false }] : []
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    if (step.left) left.push(step.name)
    else if (!seen.has(step.name)) {
      seen.add(step.name)
      stack.push({ name: step.name, left: true })
      for (const { from, to } of transitions) {
        if (from === step.name && known.has(to) && !seen.has(to)) stack.push({ name: to, left: false })
      }
    }
  }
  return [...left.reverse(), ...[...known].filter((name) => !seen.has(name))]
}

/** On one line, with what cannot be seen named. */
export function plainTitle(title: string): string {
  return speakText(title)
}
