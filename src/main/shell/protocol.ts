/** The window's own address, `app://countersign/`: serves the built page and nothing else. */
import { protocol, type Session } from 'electron'
import { readPageFiles } from '../desk/doors/page-files.ts'
import { PAGE_HEADERS } from '../desk/doors/page-security.ts'

const SCHEME = 'app'
const HOST = 'countersign'
export const APP_ORIGIN = `${SCHEME}://${HOST}`
export const APP_PAGE = `${APP_ORIGIN}/index.html`

/** Must happen before the app is ready; Electron allows it once. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
}

/**
 * @param folder the built page
 * @throws if the page is not built
 */
export async function serveApp(session: Session, folder: string): Promise<void> {
  const files = await readPageFiles(folder)
  session.protocol.handle(SCHEME, ({ method, url }) => {
    const { host, pathname } = new URL(url)
    const file = method === 'GET' && host === HOST ? files.get(pathname) : undefined
    if (!file) return new Response('Not found', { status: 404, headers: PAGE_HEADERS })
    return new Response(file.body, { headers: { ...PAGE_HEADERS, 'content-type': file.type } })
  })
}
