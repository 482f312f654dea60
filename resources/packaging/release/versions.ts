/** What must agree before anything is released. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** @returns a sentence that says what to do, or null */
export function findFault(root: string, version: string): string | null {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const [, newest] = /^## (\d+\.\d+\.\d+\S*)/m.exec(changelog) ?? []
  if (newest !== version)
    return `package.json says ${version}, and the newest entry of CHANGELOG.md is ${newest ?? 'missing'}. Make them agree.`
  const server = JSON.parse(readFileSync(join(root, 'resources/packaging/server.json'), 'utf8')) as {
    version: string
    packages: { version: string }[]
  }
  const others = [server.version, ...server.packages.map((each) => each.version)].filter(
    (each) => each !== version,
  )
  return others.length === 0
    ? null
    : `package.json says ${version}, and resources/packaging/server.json says ${others.join(', ')}. Make them agree.`
}
