/**
 * The gateway's data in the window: one query a call, kept fresh by pushes. Nothing is copied or merged (R8.2).
 * May import: gateway.ts, preload/contract.
 */
import {
  keepPreviousData,
  type Query,
  QueryCache,
  QueryClient,
  queryOptions,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import { createContext, useContext, useMemo } from 'react'
import type { Bridge, CallName, Push, ReplyOf, RequestOf } from '../preload/contract.ts'
import type { FirstCall } from './first-calls.ts'
import { callGateway, DeskError } from './gateway.ts'

export const BridgeContext = createContext<Bridge | null>(null)

export function useBridge(): Bridge {
  const bridge = useContext(BridgeContext)
  if (bridge === null) throw new Error('The desk was rendered without a bridge.')
  return bridge
}

export const LINK_KEY = ['link'] as const
export const SESSION_KEY = ['session'] as const

export function callKey<Name extends CallName>(name: Name, request: RequestOf<Name>) {
  return [name, request] as const
}

/** For several calls at once, or outside a component. */
export function callQuery<Name extends CallName>(bridge: Bridge, name: Name, request: RequestOf<Name>) {
  return queryOptions<ReplyOf<Name>, DeskError>({
    queryKey: callKey(name, request),
    queryFn: () => callGateway(bridge, name, request),
  })
}

/** What was asked before there were queries is their first answer; whatever they ask again goes its usual way. */
export function takeAnswers(bridge: Bridge, client: QueryClient, calls: readonly FirstCall[]): void {
  for (const { name, request, reply } of calls) {
    let first: typeof reply | null = reply
    const once: Bridge = {
      ...bridge,
      call(again, asked) {
        const answer = first ?? bridge.call(again, asked)
        first = null
        return answer
      },
    }
    void client.prefetchQuery(callQuery(once, name, request))
  }
}

/** A call's reply, live: a push that concerns it makes it ask again. */
export function useCall<Name extends CallName>(
  name: Name,
  request: RequestOf<Name>,
  options: {
    enabled?: boolean
    keepPrevious?: boolean
    /** How long a reply that nothing shows is kept, in milliseconds. */
    keptMs?: number
  } = {},
): UseQueryResult<ReplyOf<Name>, DeskError> {
  const bridge = useBridge()
  return useQuery<ReplyOf<Name>, DeskError>({
    ...callQuery(bridge, name, request),
    enabled: options.enabled ?? true,
    ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(options.keptMs === undefined ? {} : { gcTime: options.keptMs }),
  })
}

type PagedCall = 'inbox.list' | 'runs.list' | 'activity.list'
type ItemOf<Name extends PagedCall> = ReplyOf<Name>['items'][number]

/** A list that grows as it is scrolled. `more` fetches the next page; nothing happens when there is none. */
export function usePages<Name extends PagedCall>(
  name: Name,
  request: RequestOf<Name>,
  { enabled = true }: { enabled?: boolean } = {},
) {
  const bridge = useBridge()
  const query = useInfiniteQuery({
    queryKey: [name, request, 'pages'] as const,
    queryFn: ({ pageParam }) =>
      callGateway(bridge, name, { ...request, ...(pageParam === null ? {} : { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: ReplyOf<Name>) => page.nextCursor,
    placeholderData: keepPreviousData,
    enabled,
  })
  const {
    data,
    error,
    isPending,
    isPlaceholderData,
    hasNextPage,
    isFetchingNextPage,
    fetchNextPage,
    refetch,
  } = query
  const items = useMemo(() => (data?.pages ?? []).flatMap((page) => page.items as ItemOf<Name>[]), [data])
  return {
    items,
    first: data?.pages[0],
    total: data?.pages[0]?.total ?? 0,
    isPending,
    /** What is shown still belongs to the request before. */
    isPrevious: isPlaceholderData,
    error: error instanceof DeskError ? error : null,
    more: () => {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
    },
    retry: () => void refetch(),
  }
}

/** A call that changes something. Its pushes do the refreshing. */
export function useSend<Name extends CallName>(
  name: Name,
): UseMutationResult<ReplyOf<Name>, DeskError, RequestOf<Name>> {
  const bridge = useBridge()
  return useMutation<ReplyOf<Name>, DeskError, RequestOf<Name>>({
    mutationKey: [name],
    mutationFn: (request) => callGateway(bridge, name, request),
  })
}

/** Whether pushes arrive: what is on screen may be old while they do not. */
export function useLink(): boolean {
  return useQuery({ queryKey: LINK_KEY, queryFn: () => true, enabled: false, initialData: true }).data
}

/** False from the moment that any call is answered with SIGNED_OUT. */
export function useSignedIn(): boolean {
  return useQuery({ queryKey: SESSION_KEY, queryFn: () => true, enabled: false, initialData: true }).data
}

export function createQueries(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (fault) => {
        if (!(fault instanceof DeskError)) return
        if (fault.code === 'SIGNED_OUT') client.setQueryData(SESSION_KEY, false)
        if (fault.code === 'LOCKED') void client.invalidateQueries({ queryKey: callKey('people.list', {}) })
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
        retry: (count, fault) => fault instanceof DeskError && fault.code === 'OFFLINE' && count < 3,
      },
      // A reply may hold a token: it goes with the dialog that shows it.
      mutations: { networkMode: 'always', gcTime: 0 },
    },
  })
  return client
}

const CONCERNS: Record<Push['topic'], readonly string[]> = {
  approval: ['inbox.', 'runs.', 'desk.status'],
  instance: ['runs.', 'inbox.item', 'inbox.preview'],
  answered: ['runs.get', 'inbox.item'],
  audit: ['activity.'],
  // What a server offers by now is what can be found by now.
  connection: ['connections.', 'catalog.', 'search.', 'profiles.', 'inbox.preview', 'desk.status'],
  configuration: [
    ...['catalog.', 'connections.', 'search.', 'settings.', 'inbox.', 'runs.', 'desk.status'],
    ...['configuration.', 'secrets.', 'people.', 'attention.', 'profiles.', 'words.'],
  ],
  clients: ['desk.status', 'settings.', 'clients.'],
  people: ['people.', 'desk.status', 'inbox.', 'preferences.', 'settings.'],
  play: ['play.'],
  search: ['search.', 'judged.', 'profiles.', 'traffic.', 'words.'],
  navigate: [],
}

function isCall(queryKey: readonly unknown[]): boolean {
  return typeof queryKey[0] === 'string' && queryKey[0].includes('.')
}

/** Whether what a query shows may have changed by this push. `runOf`: the run of an item that is here already. */
export function isConcerned(
  push: Push,
  queryKey: readonly unknown[],
  runOf: (item: string) => string | undefined = () => undefined,
): boolean {
  const [name, request] = queryKey
  if (typeof name !== 'string' || !CONCERNS[push.topic].some((prefix) => name.startsWith(prefix)))
    return false
  const id = (request as { id?: unknown } | undefined)?.id
  const isCard = name === 'inbox.item' || name === 'inbox.preview'
  if (push.topic === 'approval' && isCard) return id === push.id
  const isOfRun = push.topic === 'instance' || push.topic === 'answered'
  if (isOfRun && isCard) return (runOf(String(id)) ?? push.id) === push.id
  if (isOfRun && name === 'runs.get') return id === push.id
  return true
}

/**
 * A first push is answered at once; what follows is answered together, when the answers to that are here, and after
 * this time at the latest: live, without asking a hundred times.
 */
const BURST_MS = 40
/** Between two pushes that are answered apart, at least. */
const FRAME_MS = 16

/** Connects pushes to queries. Returns the function that disconnects them. */
export function followPushes(
  bridge: Bridge,
  client: QueryClient,
  navigate: (route: string) => void,
): () => void {
  let waiting: Push[] = []
  let timer: ReturnType<typeof setTimeout> | null = null
  let refreshedAt = Number.NEGATIVE_INFINITY
  /** Whether all answers to what was last asked again are here. */
  let isAnswered = true
  const overtaken = new Set<Query>()
  function refresh(): void {
    const burst = waiting
    waiting = []
    timer = null
    const concerned = new Set(
      client
        .getQueryCache()
        .findAll({ predicate: ({ queryKey }) => burst.some((push) => isConcerned(push, queryKey, runOf)) }),
    )
    // What nobody looks at costs nothing, and holds nothing up.
    if (![...concerned].some((query) => query.isActive())) return void askAgain(concerned)
    const at = performance.now()
    refreshedAt = at
    isAnswered = false
    void askAgain(concerned).then(() => {
      if (refreshedAt !== at) return
      isAnswered = true
      if (timer === null) return
      clearTimeout(timer)
      wait()
    })
  }
  function wait(): void {
    const pauseMs = isAnswered ? FRAME_MS : BURST_MS
    timer = setTimeout(refresh, Math.max(0, refreshedAt + pauseMs - performance.now()))
  }
  function askAgain(concerned: ReadonlySet<Query>): Promise<void> {
    const asked = client.invalidateQueries({ predicate: (query) => concerned.has(query) })
    for (const query of concerned) {
      // A first answer that is still on its way may have been written before this; it would count as fresh.
      if (query.state.fetchStatus !== 'fetching' || query.state.data !== undefined) continue
      if (overtaken.has(query)) continue
      overtaken.add(query)
      const again = () => {
        overtaken.delete(query)
        void client.invalidateQueries({ predicate: (other) => other === query })
      }
      query.promise?.then(again, () => overtaken.delete(query))
    }
    return asked
  }
  function runOf(item: string): string | undefined {
    return client.getQueryData<ReplyOf<'inbox.item'>>(callKey('inbox.item', { id: item }))?.workflowId
  }
  const endPushes = bridge.onPush((push) => {
    if (push.topic === 'navigate') return navigate(push.id)
    waiting.push(push)
    if (timer === null) wait()
  })
  const endLink = bridge.onLink((connected) => {
    const before = client.getQueryData<boolean>(LINK_KEY)
    client.setQueryData(LINK_KEY, connected)
    // Why it broke is in the next answer; whatever was pushed in the meantime is lost, so all is asked again.
    if (!connected) void client.invalidateQueries({ queryKey: callKey('desk.status', {}) })
    else if (before === false) {
      void askAgain(
        new Set(client.getQueryCache().findAll({ predicate: ({ queryKey }) => isCall(queryKey) })),
      )
    }
  })
  return () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    endPushes()
    endLink()
  }
}
