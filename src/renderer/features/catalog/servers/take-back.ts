/** The way back from a server that was added or changed with new secrets. */
import type { TakeBack } from '../../../editing/put-back.tsx'
import { callGateway } from '../../../gateway.ts'
import { serverWords as words } from './words.ts'

/** `secrets`: what this save alone has stored. It goes too, unless something else names it by now. */
export function takeBackWith(secrets: readonly string[]): TakeBack {
  return async (bridge, undo) => {
    await callGateway(bridge, 'configuration.undo', { undo })
    if (secrets.length === 0) return null
    const left: string[] = []
    const { names } = await callGateway(bridge, 'secrets.list', {}).catch(() => ({ names: null }))
    for (const name of secrets) {
      const stored = names?.find((each) => each.name === name)
      if (names !== null && stored === undefined) continue
      const isFree = stored !== undefined && stored.usedBy.length === 0
      const isGone = isFree && (await callGateway(bridge, 'secrets.delete', { name }).then(done, () => false))
      if (!isGone) left.push(name)
    }
    return left.length === 0 ? null : words.secretsStay(left)
  }
}

function done(): boolean {
  return true
}
