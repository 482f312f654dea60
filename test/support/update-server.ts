/** A server of updates on loopback, with a signed list and a package; each part of it can be made wrong. */
import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Manifest } from '../../src/main/updates/manifest.ts'

export interface SigningKey {
  /** SPKI as base64. */
  public: string
  private: KeyObject
}

export function makeSigningKey(): SigningKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return { public: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'), private: privateKey }
}

export function manifestFor(content: Buffer, change: Partial<Manifest> = {}): Manifest {
  return {
    product: 'countersign',
    version: '1.0.1',
    channel: 'stable',
    notBefore: '2026-01-01T00:00:00Z',
    expires: '2099-01-01T00:00:00Z',
    notes: ['The inbox opens faster.', 'A server’s log can be copied.'],
    files: [
      {
        name: 'Countersign-1.0.1.AppImage',
        platform: 'linux',
        arch: 'universal',
        kind: 'AppImage',
        size: content.length,
        sha512: createHash('sha512').update(content).digest('base64'),
      },
    ],
    ...change,
  }
}

export interface UpdateServer {
  /** Ends with a slash. */
  address: string
  /** What is given out from now on; null: there is none. */
  list: string | null
  content: Buffer
  /** Breaks the connection after so many bytes of the package; null: gives all of it. */
  breakAfter: number | null
  /** Paths that were asked for, without what stands behind `?`. */
  asked: string[]
  close(): Promise<void>
}

export async function openUpdateServer(): Promise<UpdateServer> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    served.asked.push(path)
    if (path === '/countersign-stable.json' && served.list !== null) return void response.end(served.list)
    if (path !== '/Countersign-1.0.1.AppImage') return void response.writeHead(404).end()
    response.writeHead(200, { 'content-length': served.content.length })
    if (served.breakAfter === null) return void response.end(served.content)
    response.write(served.content.subarray(0, served.breakAfter), () => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const served: UpdateServer = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    list: null,
    content: Buffer.alloc(0),
    breakAfter: null,
    asked: [],
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return served
}
