/**
 * Where everything of a graph goes: to the layout engine's input and back to plain geometry. Pixels. Pure but for
 * the engine itself, which is fetched when the first graph is shown.
 */
import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api'
import { orderStates, plainTitle } from './graph-text.ts'
import type { GraphData } from './graph-types.ts'

export type Direction = 'RIGHT' | 'DOWN'
/** Width of a text in pixels, in the face of the graph. */
export type Measure = (text: string, face: 'state' | 'way') => number
export type Structure = Pick<GraphData, 'initial' | 'states' | 'transitions'>

export interface Point {
  x: number
  y: number
}
export interface Box extends Point {
  width: number
  height: number
  lines: string[]
}
export interface Layout {
  width: number
  height: number
  start: Point | null
  states: ({ name: string } & Box)[]
  /** In the order of the transitions; the way into the initial state is apart. */
  ways: { points: Point[]; label: Box | null }[]
  entry: Point[]
}

export const LINE = { state: 18, way: 16 }
export const MARK_WIDTH = 18
const PADDING = { state: { x: 14, y: 9 }, way: { x: 6, y: 3 } }
const WIDEST = { state: 150, way: 128 }
const MOST_LINES = 3
const START = '\u0000start'
const START_SIZE = 10

const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.padding': '[top=14,left=20,bottom=8,right=12]',
  'elk.spacing.nodeNode': '28',
  'elk.spacing.edgeNode': '18',
  'elk.spacing.edgeEdge': '14',
  'elk.spacing.edgeLabel': '4',
  'elk.spacing.nodeSelfLoop': '14',
  'elk.layered.spacing.nodeNodeBetweenLayers': '26',
  'elk.layered.spacing.edgeNodeBetweenLayers': '16',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '12',
  'elk.layered.cycleBreaking.strategy': 'MODEL_ORDER',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.nodePlacement.favorStraightEdges': 'true',
  'elk.layered.crossingMinimization.forceNodeModelOrder': 'false',
}

/** Breaks at spaces and underscores; a word that is too long stands alone; what is too much ends in “…”. Pure. */
export function wrapText(text: string, widest: number, measure: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/(?<=[ _./-])/u)) {
    if (line !== '' && measure((line + word).trimEnd()) > widest) {
      lines.push(line.trimEnd())
      line = ''
    }
    line += word
  }
  if (line.trim() !== '') lines.push(line.trimEnd())
  return lines.slice(0, MOST_LINES).map((full, place) => {
    const cut = place === MOST_LINES - 1 && lines.length > MOST_LINES
    return shorten(full, widest * 1.5, measure, cut)
  })
}

function shorten(text: string, widest: number, measure: (text: string) => number, cut: boolean): string {
  if (!cut && measure(text) <= widest) return text
  let kept = text
  while (kept.length > 1 && measure(`${kept}…`) > widest) kept = kept.slice(0, -1)
  return `${kept.trimEnd()}…`
}

/** `note`: one more line beneath, with a mark before it. */
function boxOf(title: string, face: 'state' | 'way', measure: Measure, note: string | undefined) {
  const lines = wrapText(plainTitle(title), WIDEST[face], (text) => measure(text, face))
  const noteWidth = note === undefined ? 0 : measure(note, 'way') + (face === 'state' ? MARK_WIDTH : 0)
  const widest = Math.max(noteWidth, ...lines.map((line) => measure(line, face)))
  const { x, y } = PADDING[face]
  return {
    lines,
    width: Math.ceil(widest + 2 * x + (face === 'way' ? MARK_WIDTH : 0)),
    height: lines.length * LINE[face] + (note === undefined ? 0 : LINE.way) + 2 * y,
  }
}

/** The engine's input. Edge `n` is transition `n`; states are ordered along the ways, so that ways back go back. */
function toElkGraph(structure: Structure, direction: Direction, measure: Measure): ElkNode {
  const { initial, states, transitions } = structure
  const known = new Map(states.map((state) => [state.name, state]))
  const edges = transitions.flatMap(({ from, to, title, asks }, place): ElkExtendedEdge[] => {
    if (!known.has(from) || !known.has(to)) return []
    const { width, height } = boxOf(title, 'way', measure, asks?.short)
    const layoutOptions = from === to ? {} : { 'elk.edgeLabels.inline': 'true' }
    return [
      {
        id: `way ${place}`,
        sources: [nodeId(from)],
        targets: [nodeId(to)],
        labels: [{ text: title, width, height, layoutOptions }],
      },
    ]
  })
  const nodes = orderStates(structure).map((name) => {
    const { width, height } = boxOf(
      known.get(name)?.title ?? name,
      'state',
      measure,
      known.get(name)?.asks?.short,
    )
    return { id: nodeId(name), width: Math.max(width, 72), height }
  })
  const begins = known.has(initial)
  return {
    id: 'graph',
    layoutOptions: { ...OPTIONS, 'elk.direction': direction },
    children: begins ? [{ id: START, width: START_SIZE, height: START_SIZE }, ...nodes] : nodes,
    edges: begins ? [{ id: 'entry', sources: [START], targets: [nodeId(initial)] }, ...edges] : edges,
  }
}

function nodeId(name: string): string {
  return `state ${name}`
}

/** The engine's answer as geometry. Pure. */
function readLayout(answer: ElkNode, structure: Structure, measure: Measure): Layout {
  const nodes = new Map((answer.children ?? []).map((node) => [node.id, node]))
  const edges = new Map((answer.edges ?? []).map((edge) => [edge.id, edge]))
  const start = nodes.get(START)
  return {
    width: answer.width ?? 0,
    height: answer.height ?? 0,
    start: start ? { x: (start.x ?? 0) + START_SIZE / 2, y: (start.y ?? 0) + START_SIZE / 2 } : null,
    states: structure.states.map(({ name, title, asks }) => ({
      name,
      ...placeOf(nodes.get(nodeId(name))),
      lines: boxOf(title, 'state', measure, asks?.short).lines,
    })),
    ways: structure.transitions.map(({ title, asks }, place) => {
      const edge = edges.get(`way ${place}`)
      const label = edge?.labels?.[0]
      return {
        points: pointsOf(edge),
        label: label ? { ...placeOf(label), lines: boxOf(title, 'way', measure, asks?.short).lines } : null,
      }
    }),
    entry: pointsOf(edges.get('entry')),
  }
}

function placeOf(shape: { x?: number; y?: number; width?: number; height?: number } | undefined) {
  return { x: shape?.x ?? 0, y: shape?.y ?? 0, width: shape?.width ?? 0, height: shape?.height ?? 0 }
}

function pointsOf(edge: ElkExtendedEdge | undefined): Point[] {
  return (edge?.sections ?? []).flatMap(({ startPoint, bendPoints = [], endPoint }) => [
    startPoint,
    ...bendPoints,
    endPoint,
  ])
}

/** Rejects only if the engine cannot be fetched or fails on this graph. */
export async function layOut(structure: Structure, direction: Direction, measure: Measure): Promise<Layout> {
  const { default: Elk } = await import('elkjs/lib/elk.bundled.js')
  const answer = await new Elk().layout(toElkGraph(structure, direction, measure))
  return readLayout(answer, structure, measure)
}
