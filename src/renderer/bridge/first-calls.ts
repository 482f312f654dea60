/**
 * What the first screen shows, asked for before anything is drawn, so that no answer waits for another one, or for
 * the script that draws it. May import: gateway, features/inbox, route-id, kept.
 */
import type { Bridge, CallName, Push, RequestOf } from '../../preload/contract.ts'
import { firstRequest } from '../features/inbox/list/filter.ts'
import { readRouteId } from '../routes/route-id.ts'
import { readKept } from './kept.ts'

const INBOX = /^\/inbox(?:\/([^/?]+))?$/

export interface FirstCall<Name extends CallName = CallName> {
  name: Name
  request: RequestOf<Name>
  reply: ReturnType<Bridge['call']>
}

export interface FirstCalls {
  /** Tells its first listeners what came before them. */
  bridge: Bridge
  calls: FirstCall[]
}

/** `hash` of the address, as the page was opened; `kept` as its storage has it. */
export function askFirst(bridge: Bridge, hash: string, kept: string | null): FirstCalls {
  // First of all: what changes after an answer was written is pushed.
  const patient = keepForFirst(bridge)
  const calls: FirstCall[] = []
  function ask<Name extends CallName>(name: Name, request: RequestOf<Name>): void {
    const reply = bridge.call(name, request)
    // Whoever shows it hears of a failure too, and says so.
    reply.catch(() => undefined)
    calls.push({ name, request, reply })
  }
  const { lastRoute, filters } = readKept(kept)
  const asked = hash.replace(/^#/, '')
  ask('people.list', {})
  const inbox = INBOX.exec(asked === '' || asked === '/' ? lastRoute : asked)
  if (inbox !== null) {
    ask('inbox.list', firstRequest(filters))
    const id = readRouteId(inbox[1] ?? null)
    if (id !== null) ask('inbox.item', { id })
  }
  ask('desk.status', {})
  return { bridge: patient, calls }
}

/** Follows at once, and keeps what is told until somebody listens. */
function keepForFirst(bridge: Bridge): Bridge {
  const pushes: Push[] = []
  // All of them: what was pushed in a gap is lost, and must be asked for again.
  const links: boolean[] = []
  const endPushes = bridge.onPush((push) => pushes.push(push))
  const endLinks = bridge.onLink((connected) => links.push(connected))
  return {
    kind: bridge.kind,
    call: (name, request) => bridge.call(name, request),
    onPush(listener) {
      const end = bridge.onPush(listener)
      endPushes()
      for (const push of pushes.splice(0)) listener(push)
      return end
    },
    onLink(listener) {
      const end = bridge.onLink(listener)
      endLinks()
      for (const connected of links.splice(0)) listener(connected)
      return end
    },
  }
}
