/** What a graph shows; the view of a state machine that the desk's contract has. */
export type GraphActor = 'agent' | 'human' | 'deterministic' | 'system'

export interface GraphState {
  name: string
  title: string
  terminal: boolean
  visited: boolean
  /** People must agree to what runs on entering it. */
  asks: GraphAsks | null
}

/** In a few words for the picture, and in full sentences. */
export interface GraphAsks {
  short: string
  text: string
}

export interface GraphTransition {
  from: string
  to: string
  name: string
  title: string
  actor: GraphActor
  /** It is not a person's, and people must agree before it takes effect. */
  asks: GraphAsks | null
  taken: boolean
}

export interface GraphData {
  initial: string
  /** The present state; null without a run. */
  current: string | null
  states: GraphState[]
  transitions: GraphTransition[]
}

export interface GraphWords {
  /** The name of the picture; `current` is a title. */
  label: (states: number, current: string | null) => string
  now: string
  endedHere: string
  actors: Record<GraphActor, string>
  /** Before the sentences about who must agree. */
  asksFirst: string
  asksOnEntering: string
  start: string
  end: string
  visited: string
  taken: string
  notTaken: string
  leadsTo: string
  noWay: string
  asText: string
  fit: string
  fullSize: string
  scroll: string
  loading: string
  failed: string
}

/** Whether there is a way to show: without one, nothing is marked as visited or not. Pure. */
export function hasRun({ current, states }: Pick<GraphData, 'current' | 'states'>): boolean {
  return current !== null || states.some((state) => state.visited)
}
