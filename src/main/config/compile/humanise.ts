/** A title for what has none: `deploy_pipeline` is “Deploy Pipeline”, as the seeds' responses show it. */
export function humaniseId(id: string): string {
  const words = id
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  if (words.length === 0) return id
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(' ')
}
