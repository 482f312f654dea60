/**
 * Pushes make queries ask again: first what a person waits for, and nothing twice at the same time.
 * May import: gateway, queries, preload/contract.
 */
import type { Query, QueryClient } from '@tanstack/react-query'
import type { Bridge, Push, ReplyOf } from '../../preload/contract.ts'
import { DeskError } from '../gateway.ts'
import { callKey, LINK_KEY } from '../queries.ts'

const CONCERNS: Record<Push['topic'], readonly string[]> = {
  approval: ['inbox.', 'runs.', 'trials.get', 'desk.status', 'servers.uses', 'connections.'],
  run: ['runs.', 'inbox.list', 'inbox.item', 'inbox.preview', 'trials.get', 'trials.preview', 'servers.uses'],
  answered: ['runs.get', 'inbox.item'],
  waiting: ['inbox.list'],
  batches: ['inbox.batches'],
  audit: ['activity.'],
  work: ['data.work'],
  // What a server offers by now is what can be found by now.
  connection: [
    'connections.',
    'servers.log',
    'servers.uses',
    'catalog.',
    'tools.',
    'search.',
    'profiles.',
    'inbox.',
    'desk.status',
  ],
  serverTrial: ['servers.trial'],
  configuration: [
    ...['catalog.', 'tools.', 'connections.', 'search.', 'settings.', 'inbox.', 'runs.', 'desk.status'],
    ...['configuration.', 'secrets.', 'people.', 'attention.', 'profiles.', 'words.', 'trials.preview'],
    ...['sources.', 'versions.', 'servers.'],
  ],
  clients: ['desk.status', 'settings.', 'clients.', 'sources.'],
  people: ['people.', 'desk.status', 'inbox.', 'preferences.', 'settings.'],
  store: ['desk.status', 'runs.', 'inbox.item'],
  updates: ['updates.', 'machine.check'],
  play: ['play.'],
  trial: ['trials.get', 'trials.list'],
  search: ['search.', 'judged.', 'profiles.', 'traffic.', 'words.'],
  navigate: [],
  // The whole window begins anew.
  workspace: [],
}

/**
 * Whether what a query shows may have changed by this push. `runOf`: the run of an item that is here already.
 * `listsRun`: whether a list of what was decided has an item of this run.
 */
export function isConcerned(
  push: Push,
  queryKey: readonly unknown[],
  runOf: (item: string) => string | undefined = () => undefined,
  listsRun: (queryKey: readonly unknown[], run: string) => boolean = () => true,
): boolean {
  const [name, request] = queryKey
  if (typeof name !== 'string' || !CONCERNS[push.topic].some((prefix) => name.startsWith(prefix)))
    return false
  const id = (request as { id?: unknown } | undefined)?.id
  if (push.topic === 'trial' && name === 'trials.get') return id === push.id
  const isCard = name === 'inbox.item' || name === 'inbox.preview'
  if (push.topic === 'approval' && isCard) return id === push.id
  // What was decided goes on to fail; what waits changes with its item alone.
  if (push.topic === 'run' && name === 'inbox.list')
    return (request as { status?: unknown }).status === 'decided' && listsRun(queryKey, push.id)
  const isOfRun = push.topic === 'run' || push.topic === 'answered'
  if (isOfRun && isCard) return (runOf(String(id)) ?? push.id) === push.id
  if (isOfRun && name === 'runs.get') return id === push.id
  return true
}

/** Between two times that pushes are answered, in milliseconds: what comes together is answered together. */
const FRAME_MS = 16

/** Until what never reached the gateway is asked again, in milliseconds: until then the screen may be old. */
const AGAIN_MS = 1000

/** Connects pushes to queries. Returns the function that disconnects them. */
export function followPushes(
  bridge: Bridge,
  client: QueryClient,
  navigate: (route: string) => void,
): () => void {
  let waiting: Push[] = []
  let timer: ReturnType<typeof setTimeout> | null = null
  let again: ReturnType<typeof setTimeout> | null = null
  let refreshedAt = Number.NEGATIVE_INFINITY
  /** Those that ask again as soon as the answer that is on its way is here. */
  const overtaken = new Map<Query, Promise<void>>()

  function refresh(): void {
    const burst = waiting
    waiting = []
    timer = null
    const concerned = findAll((queryKey) =>
      burst.some((push) => isConcerned(push, queryKey, runOf, listsRun)),
    )
    // What nobody looks at costs nothing, and holds nothing up.
    if (concerned.some((query) => query.isActive())) refreshedAt = performance.now()
    askInTurn(concerned)
  }

  function findAll(predicate: (queryKey: readonly unknown[]) => boolean): Query[] {
    return client.getQueryCache().findAll({ predicate: ({ queryKey }) => predicate(queryKey) })
  }

  /** All are old from now on. The list comes before the count of what is in it, an item before what its buttons lead to. */
  function askInTurn(queries: readonly Query[]): void {
    for (const query of queries) query.invalidate()
    const first = queries.filter(({ queryKey: [name] }) => name === 'inbox.list')
    const items = queries.filter(({ queryKey: [name] }) => name === 'inbox.item')
    const counts = queries.filter(({ queryKey: [name] }) => name === 'desk.status')
    const previews = queries.filter(({ queryKey: [name] }) => name === 'inbox.preview')
    const placed = new Set([...first, ...items, ...counts, ...previews])
    const listed = askAll(first)
    const told = askAll(items)
    void askAll(queries.filter((query) => !placed.has(query)))
    void listed.then(() => askAll(counts))
    void told.then(() => askAll(previews.filter(leadsSomewhere)))
  }

  async function askAll(queries: readonly Query[]): Promise<void> {
    await Promise.all(queries.map(askAgain))
  }

  /**
   * An answer that is on its way may have been written before the push. It is waited for: to drop it would leave the
   * screen as it is for as long as pushes come faster than answers.
   */
  function askAgain(query: Query): Promise<void> {
    const waited = overtaken.get(query)
    if (waited !== undefined) return waited
    const ask = () => (isForgotten(query) ? forget(query) : invalidate(query))
    const { fetchStatus, fetchFailureCount } = query.state
    if (fetchStatus !== 'fetching' || fetchFailureCount > 0 || query.promise === undefined) return ask()
    const askAfter = () => {
      overtaken.delete(query)
      return ask()
    }
    const again = query.promise.then(askAfter, askAfter)
    overtaken.set(query, again)
    return again
  }

  function invalidate(query: Query): Promise<void> {
    return client.invalidateQueries({ predicate: (other) => other === query })
  }

  /** A list of what waits that nobody looks at would show, when it comes back, what was decided long ago. */
  function isForgotten(query: Query): boolean {
    return query.queryKey[0] === 'inbox.list' && !query.isActive()
  }

  async function forget(query: Query): Promise<void> {
    client.getQueryCache().remove(query)
  }

  /** What was decided meanwhile leads nowhere; its preview is old, should it ever wait again. */
  function leadsSomewhere({ queryKey: [, request] }: Query): boolean {
    const item = itemOf(String((request as { id?: unknown } | undefined)?.id))
    return item === undefined || (item.status === 'pending' && item.closedBecause === null)
  }

  function itemOf(id: string): ReplyOf<'inbox.item'> | undefined {
    return client.getQueryData<ReplyOf<'inbox.item'>>(callKey('inbox.item', { id }))
  }

  function listsRun(queryKey: readonly unknown[], run: string): boolean {
    const pages = client.getQueryData<{ pages?: ReplyOf<'inbox.list'>[] }>(queryKey)?.pages ?? []
    return pages.some(({ items }) => items.some(({ workflowId }) => workflowId === run))
  }

  function runOf(item: string): string | undefined {
    return itemOf(item)?.workflowId
  }

  /** No push comes again for what has changed: whoever looks at the old is shown the new as soon as calls get through. */
  function askUnreached(): void {
    again = null
    void askAll(client.getQueryCache().findAll({ predicate: isUnreached, type: 'active' }))
  }

  function isUnreached({ state }: Query): boolean {
    const isOffline = state.error instanceof DeskError && state.error.code === 'OFFLINE'
    // Where there is nothing old, what failed is said instead, with a button to try again.
    return isOffline && state.status === 'error' && state.data !== undefined
  }

  const endFailures = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error' || !isUnreached(event.query)) return
    // Without a connection there is nobody to ask; once it is back all is asked again.
    if (client.getQueryData<boolean>(LINK_KEY) !== false) again ??= setTimeout(askUnreached, AGAIN_MS)
  })
  const endPushes = bridge.onPush((push) => {
    if (push.topic === 'navigate') return navigate(push.id)
    waiting.push(push)
    timer ??= setTimeout(refresh, Math.max(0, refreshedAt + FRAME_MS - performance.now()))
  })
  const endLink = bridge.onLink((connected) => {
    const before = client.getQueryData<boolean>(LINK_KEY)
    client.setQueryData(LINK_KEY, connected)
    // Why it broke is in the next answer; whatever was pushed in the meantime is lost, so all is asked again.
    if (!connected) void client.invalidateQueries({ queryKey: callKey('desk.status', {}) })
    else if (before === false) {
      for (const query of findAll(([name]) => typeof name === 'string' && name.includes('.'))) {
        if (query.state.data === undefined) void askAgain(query)
        // What is on its way may be so on a connection that is gone.
        else void invalidate(query)
      }
    }
  })
  return () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (again !== null) clearTimeout(again)
    again = null
    endFailures()
    endPushes()
    endLink()
  }
}
