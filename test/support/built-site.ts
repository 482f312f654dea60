/** What a built site says of itself: its pages, with the anchors that they have and the places that they lead to. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

export interface SitePage {
  /** Relative to the site, with `/`. */
  path: string
  text: string
  anchors: Set<string>
  /** Within the site, resolved: a path relative to it, and an anchor or nothing. */
  links: { to: string; anchor: string }[]
}

/** @param base the path under which the site lies, with a slash at both ends */
export function readSite(folder: string, base: string): SitePage[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) =>
    file.replaceAll('\\', '/'),
  )
  return files
    .filter((file) => file.endsWith('.html'))
    .map((path) => {
      const text = readFileSync(join(folder, path), 'utf8')
      const anchors = new Set([...text.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id))
      const links = [...text.matchAll(/<(?:a|link|script|img)\b[^>]*?\s(?:href|src)="([^"]*)"/g)].flatMap(
        ([, to = '']) => resolveLink(path, to.replaceAll('&amp;', '&'), base),
      )
      return { path, text, anchors, links }
    })
}

function resolveLink(from: string, to: string, base: string): { to: string; anchor: string }[] {
  if (/^[a-z]+:/i.test(to)) return []
  const [path = '', anchor = ''] = decodeURIComponent(to).split('#')
  if (path === '') return [{ to: from, anchor }]
  const whole = path.startsWith('/') ? path : posix.join(base, posix.dirname(from), path)
  const inside = whole.startsWith(base) ? whole.slice(base.length) : `outside of the site: ${whole}`
  return [{ to: inside === '' || inside.endsWith('/') ? `${inside}index.html` : inside, anchor }]
}
