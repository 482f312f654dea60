/**
 * What the first screen shows, asked for before anything is drawn, so that no answer waits for another one.
 * May import: queries, state, features.
 */
import type { QueryClient } from '@tanstack/react-query'
import type { Bridge } from '../preload/contract.ts'
import { firstRequest } from './features/inbox/first-request.ts'
import { callQuery } from './queries.ts'
import { readRouteId } from './route-id.ts'
import { useDesk } from './state.ts'

const INBOX = /^\/inbox(?:\/([^/?]+))?$/

/** `hash` of the address, as the page was opened. An error is asked for again, and said, where it concerns somebody. */
export function askAhead(bridge: Bridge, queries: QueryClient, hash: string): void {
  const { lastRoute, filters } = useDesk.getState()
  const asked = hash.replace(/^#/, '')
  void queries.prefetchQuery(callQuery(bridge, 'people.list', {}))
  const inbox = INBOX.exec(asked === '' || asked === '/' ? lastRoute : asked)
  if (inbox !== null) {
    void queries.prefetchQuery(callQuery(bridge, 'inbox.list', firstRequest(filters)))
    const id = readRouteId(inbox[1] ?? null)
    if (id !== null) void queries.prefetchQuery(callQuery(bridge, 'inbox.item', { id }))
  }
  void queries.prefetchQuery(callQuery(bridge, 'desk.status', {}))
}
