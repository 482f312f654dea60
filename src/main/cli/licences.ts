/** The licences of what is inside the product, for the settings page. The build writes them down with their texts. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from './package-root.ts'

interface Notice {
  name: string
  licence: string
}

/** One entry for each package, by name; empty when nothing was built yet. */
export function readLicences(): Notice[] {
  const licences = new Map(readNotices().map(({ name, licence }) => [name, licence]))
  return [...licences].map(([name, licence]) => ({ name, licence }))
}

function readNotices(): Notice[] {
  try {
    return JSON.parse(readFileSync(join(packageRoot(), 'out/notices.json'), 'utf8')) as Notice[]
  } catch {
    return []
  }
}
