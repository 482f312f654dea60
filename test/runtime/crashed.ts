/** What a crash leaves behind, without a process of its own. */
import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestGateway } from '../support/gateway.ts'
import { openWithCounter } from './counter.ts'

const STORE = 'store: { kind: sqlite }\n'

/** A gateway whose process ended, as far as its disk can tell, at this point. */
export async function crash(
  yaml: string,
  at: string,
  drive: (gateway: TestGateway) => Promise<unknown>,
  /** How often it is passed before. */
  passes = 0,
): Promise<TestGateway> {
  const hit = Promise.withResolvers<void>()
  let left = passes
  const gateway = await openWithCounter(`${STORE}${yaml}`, {
    crashPoint: (name: string) => {
      if (name !== at || left-- > 0) return
      hit.resolve()
      throw new Error(`crashed at ${at}`)
    },
  })
  await Promise.race([drive(gateway).catch(() => {}), hit.promise])
  await hit.promise
  return gateway
}

/** What the crashed process left on its disk, opened by the next one. */
export async function reopen(crashed: TestGateway, yaml: string): Promise<TestGateway> {
  await crashed.connections.close()
  await crashed.store.close()
  const folder = await mkdtemp(join(tmpdir(), 'countersign-after-'))
  await cp(crashed.folder, folder, { recursive: true })
  return await openWithCounter(`${STORE}${yaml}`, { folder, acceptsPath: true })
}
