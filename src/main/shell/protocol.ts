/** The window's own address, `app://countersign/`: serves the built renderer and nothing outside of it. */
import { readFile } from 'node:fs/promises'
import { extname, join, resolve, sep } from 'node:path'
import { protocol, type Session } from 'electron'
import { CONTENT_SECURITY_POLICY } from './content-security-policy.ts'

const SCHEME = 'app'
export const APP_ORIGIN = `${SCHEME}://countersign`
export const APP_PAGE = `${APP_ORIGIN}/index.html`

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** Must happen before the app is ready; Electron allows it once. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
}

/** @param folder the built renderer */
export function serveApp(session: Session, folder: string): void {
  session.protocol.handle(SCHEME, async (request) => {
    const file = request.method === 'GET' ? resolveFile(folder, request.url) : null
    const body = file && (await readFile(file).catch(() => null))
    if (!file || !body) return new Response('Not found', { status: 404 })
    return new Response(new Uint8Array(body), {
      headers: {
        'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
        'Content-Security-Policy': CONTENT_SECURITY_POLICY,
        'X-Content-Type-Options': 'nosniff',
        'Cross-Origin-Opener-Policy': 'same-origin',
      },
    })
  })
}

/** The file that an address stands for; null if it is not ours or leads out of the folder. */
function resolveFile(folder: string, address: string): string | null {
  let path: string
  try {
    const url = new URL(address)
    if (url.host !== 'countersign') return null
    path = decodeURIComponent(url.pathname)
  } catch {
    return null
  }
  const root = resolve(folder)
  const file = resolve(join(root, path === '/' ? 'index.html' : path))
  return file.startsWith(root + sep) && !path.includes('\0') ? file : null
}
