export function Settings(_: { part: string | null }) {
  return null
}
