import type { Point } from './graph-layout.ts'

const RADIUS = 6

/** A line with rounded corners through the points, as SVG path data. Pure. */
export function roundedPath(points: readonly Point[], radius = RADIUS): string {
  const [first, ...rest] = points
  if (first === undefined) return ''
  const parts = [`M${first.x} ${first.y}`]
  let before = first
  for (const [place, point] of rest.entries()) {
    const after = rest[place + 1]
    if (after === undefined) parts.push(`L${point.x} ${point.y}`)
    else {
      const into = toward(point, before, radius)
      const out = toward(point, after, radius)
      parts.push(`L${into.x} ${into.y}`, `Q${point.x} ${point.y} ${out.x} ${out.y}`)
    }
    before = point
  }
  return parts.join('')
}

/** From a corner some way towards a neighbour, at most half of it, so that two corners never meet. */
function toward(corner: Point, neighbour: Point, radius: number): Point {
  const [x, y] = [neighbour.x - corner.x, neighbour.y - corner.y]
  const length = Math.hypot(x, y)
  if (length === 0) return corner
  const share = Math.min(radius, length / 2) / length
  return { x: round(corner.x + x * share), y: round(corner.y + y * share) }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
