/** What agents searched, and what came of it. */
export function TrafficPart() {
  return null
}
