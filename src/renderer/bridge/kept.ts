/** What the window keeps between two openings, as far as its first calls depend on it. May import: nothing. */

/** Its place in the storage of the page, and the version of its shape. */
export const KEPT = { name: 'countersign.desk', version: 1 }

/** `text` as the storage has it. What cannot be read is as if it had never been kept. */
export function readKept(text: string | null): { lastRoute: string; filters: Record<string, string> } {
  const nothing = { lastRoute: '/inbox', filters: {} }
  try {
    const { state, version } = JSON.parse(text ?? '{}') as {
      state?: { lastRoute?: unknown; filters?: unknown }
      version?: unknown
    }
    if (version !== KEPT.version || state === undefined) return nothing
    const { lastRoute, filters } = state
    return {
      lastRoute: typeof lastRoute === 'string' ? lastRoute : nothing.lastRoute,
      filters: Object.fromEntries(
        Object.entries(filters ?? {}).filter(
          (filter): filter is [string, string] => typeof filter[1] === 'string',
        ),
      ),
    }
  } catch {
    return nothing
  }
}
