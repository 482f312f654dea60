/** Every promise that the product makes: id and sentence. A gate fails for one that no test cites. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

export interface Requirement {
  id: string
  sentence: string
  /** What of this repository it comes from, or how it was found; left out: from nothing that can be read here. */
  source?: string
}

/** All promises of all areas: every list that a file of `test/requirements/` exports. */
export async function gatherRequirements(): Promise<Requirement[]> {
  const folder = join(import.meta.dirname, 'requirements')
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort()
  const areas = await Promise.all(
    files.map(async (name) => (await import(join(folder, name))) as Record<string, Requirement[]>),
  )
  return areas.flatMap((area) => Object.values(area).flat())
}
