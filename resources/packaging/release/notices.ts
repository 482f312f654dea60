/** Whose work is in a build: a plugin for Vite that writes down each package with its licence. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import type { ShippedPackage } from './shipped.ts'

export interface Notice {
  name: string
  version: string
  licence: string
  /** Where the code can be had: the EPL asks for it. */
  source: string
  text: string
}

interface Manifest {
  name: string
  version: string
  license?: string
  author?: string | { name: string }
  homepage?: string
  repository?: string | { url: string }
}

export const readManifest = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Manifest

/** As Node looks for a package, whatever it exports. @throws if it is not installed */
export function findManifest(name: string, from: string): string {
  const folders = createRequire(from).resolve.paths(name) ?? []
  const found = folders.map((folder) => join(folder, name, 'package.json')).find((file) => existsSync(file))
  if (!found) throw new Error(`${name} is not installed: its licence cannot be told.`)
  return found
}

export function readNotice(file: string): Notice {
  const { name, version, license = '', author, repository, homepage = '' } = readManifest(file)
  const folder = dirname(file)
  const read = (pattern: RegExp) =>
    readdirSync(folder)
      .filter((entry) => pattern.test(entry))
      .sort()
      .map((entry) => readFileSync(join(folder, entry), 'utf8').trim())
      .join('\n\n')
  const ownText = read(/^(licen[cs]e|copying|notice)/i)
  const fromReadme = /^#+ Licen[cs]e\s+([^#]+)/im.exec(read(/^readme/i))?.[1]?.trim()
  const by = (typeof author === 'object' ? author.name : author) ?? name
  const pointsNowhere = ownText === '' && license.startsWith('SEE LICENSE')
  return {
    name,
    version,
    licence: pointsNowhere ? `${/(\S+) License/.exec(fromReadme ?? '')?.[1]}, says its readme` : license,
    source: (typeof repository === 'object' ? repository.url : repository) ?? homepage,
    text: ownText || `${fromReadme ?? license}\n\n${by} (The package comes without a licence text.)`,
  }
}

/**
 * Builds that use the same plugin share one collection, and each writes it.
 * @param options `file`: where it is written; `shipped`: what is installed along with the build
 */
export function collectNotices(options: { file: string; shipped: readonly ShippedPackage[] }): Plugin {
  const manifests = new Set(options.shipped.map(({ folder }) => resolve(folder, 'package.json')))
  /** What names of files are relative to, for a Vite of before environments: that of the site. */
  let rootOfAll = '.'
  return {
    name: 'collect-notices',
    configResolved(config) {
      rootOfAll = config.root
    },
    // What a style sheet imports never becomes a module.
    transform: {
      order: 'pre',
      filter: { id: /\.css$/ },
      handler(code, id) {
        if (!/\.css$/.test(id)) return
        for (const [, name = ''] of code.matchAll(/@import "([^."][^"]*)"/g)) {
          manifests.add(findManifest(name, id))
        }
      },
    },
    writeBundle(_, bundle) {
      const root = (this.environment as typeof this.environment | undefined)?.config.root ?? rootOfAll
      const files = Object.values(bundle).flatMap((output) =>
        output.type === 'chunk' ? output.moduleIds : output.originalFileNames,
      )
      for (const file of files) {
        const folder = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/.exec(file)?.[0]
        if (folder && !file.startsWith('\0')) manifests.add(resolve(root, folder, 'package.json'))
      }
      // A package may be found by two ways, one of them a link.
      const notices = new Map([...manifests].map(readNotice).map((notice) => [labelOf(notice), notice]))
      const sorted = [...notices.values()].sort((a, b) => labelOf(a).localeCompare(labelOf(b), 'en'))
      writeFileSync(options.file, JSON.stringify(sorted, null, 2))
    },
  }
}

/** How a package is told from all others: `open@11.0.4`. */
export function labelOf({ name, version }: { name: string; version: string }): string {
  return `${name}@${version}`
}
