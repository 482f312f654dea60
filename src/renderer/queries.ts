/**
 * The gateway's data in the window: one query a call, kept fresh by pushes (follow-pushes.ts). Nothing is copied or merged (R8.2).
 * May import: gateway.ts, preload/contract.
 */
import {
  keepPreviousData,
  type Mutation,
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { createContext, useCallback, useContext, useEffect, useMemo, useRef } from 'react'
import type { Bridge, CallName, ReplyOf, RequestOf } from '../preload/contract.ts'
import type { FirstCall } from './bridge/first-calls.ts'
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

/** A page of a search may have found little: what follows it is fetched until there are so many rows. */
const ENOUGH = 40

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
  const first = data?.pages[0]
  const isSearching =
    first?.isPartial === true &&
    hasNextPage &&
    error === null &&
    (isFetchingNextPage || items.length < ENOUGH)
  useEffect(() => {
    if (isSearching && !isFetchingNextPage) void fetchNextPage()
  }, [isSearching, isFetchingNextPage, fetchNextPage])
  return {
    items,
    first,
    /** Of a search that is not at its end: what it has found so far. */
    total: first?.isPartial ? items.length : (first?.total ?? 0),
    /** Not everything has been looked through. */
    isSoFar: first?.isPartial === true && hasNextPage,
    isSearching,
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

type Send<Reply, Request> = Pick<
  UseMutationResult<Reply, DeskError, Request>,
  'mutate' | 'mutateAsync' | 'reset' | 'data' | 'error' | 'isSuccess'
> & {
  /** Also between a press and the picture that shows it. */
  readonly isPending: boolean
}

/**
 * A call that changes something. Its pushes do the refreshing. `mutate` sends nothing that is on its way already: a
 * second press comes before the button rests, and its refusal would hide what the first one has done.
 */
export function useSend<Name extends CallName>(name: Name): Send<ReplyOf<Name>, RequestOf<Name>> {
  return useSendThrough(name, callGateway<Name>)
}

/** The same, where what comes of the call is more than its reply. */
export function useSendThrough<Name extends CallName, Result>(
  name: Name,
  sendIt: (bridge: Bridge, name: Name, request: RequestOf<Name>) => Promise<Result>,
): Send<Result, RequestOf<Name>> {
  const bridge = useBridge()
  const latest = useRef<string | null>(null)
  const send = useMutation<Result, DeskError, RequestOf<Name>>({
    mutationKey: [name],
    mutationFn: async (request) => {
      try {
        return await sendIt(bridge, name, request)
      } finally {
        if (latest.current === JSON.stringify(request)) latest.current = null
      }
    },
  })
  const { mutate, mutateAsync, reset, data, error, isSuccess, isPending } = send
  return {
    ...{ reset, data, error, isSuccess },
    get isPending() {
      return isPending || latest.current !== null
    },
    mutate: useCallback<typeof mutate>(
      (...given) => {
        const asked = JSON.stringify(given[0])
        if (latest.current === asked) return
        latest.current = asked
        mutate(...given)
      },
      [mutate],
    ),
    mutateAsync: useCallback<typeof mutateAsync>(
      (...given) => {
        latest.current = JSON.stringify(given[0])
        return mutateAsync(...given)
      },
      [mutateAsync],
    ),
  }
}

/** What a function outside a component needs of the window: the way to the gateway, and what is known of it. */
export interface Gateway {
  bridge: Bridge
  queries: QueryClient
}

export function useGateway(): Gateway {
  const bridge = useBridge()
  const queries = useQueryClient()
  return useMemo(() => ({ bridge, queries }), [bridge, queries])
}

/** A call that changes something, from outside a component; seen by whoever watches what is sent. Throws a `DeskError`. */
export async function sendCall<Name extends CallName>(
  { bridge, queries }: Gateway,
  name: Name,
  request: RequestOf<Name>,
): Promise<ReplyOf<Name>> {
  const mutation = queries
    .getMutationCache()
    .build<ReplyOf<Name>, DeskError, RequestOf<Name>, unknown>(queries, {
      mutationKey: [name],
      mutationFn: (asked) => callGateway(bridge, name, asked),
    })
  return await mutation.execute(request)
}

/** The very same is on its way. */
export function isSending<Name extends CallName>(
  { queries }: Gateway,
  name: Name,
  request: RequestOf<Name>,
): boolean {
  const asked = JSON.stringify(request)
  const predicate = ({ state }: Mutation): boolean => JSON.stringify(state.variables) === asked
  return queries.isMutating({ mutationKey: [name], predicate }) > 0
}

/** Whether pushes arrive and calls get through: what is on screen may be old while they do not. */
export function useLink(): boolean {
  const pushes = useQuery({ queryKey: LINK_KEY, queryFn: () => true, enabled: false, initialData: true })
  const status = useCall('desk.status', {})
  return pushes.data && status.error?.code !== 'OFFLINE'
}

/** False from the moment that any call is answered with SIGNED_OUT. */
export function useSignedIn(): boolean {
  return useQuery({ queryKey: SESSION_KEY, queryFn: () => true, enabled: false, initialData: true }).data
}

export function createQueries(): QueryClient {
  const statusKey = callKey('desk.status', {})
  const onError = (fault: Error): void => {
    if (!(fault instanceof DeskError)) return
    if (fault.code === 'SIGNED_OUT') client.setQueryData(SESSION_KEY, false)
    if (fault.code === 'LOCKED') void client.invalidateQueries({ queryKey: callKey('people.list', {}) })
    // Whatever finds out first that nobody answers, it is said at once and everywhere.
    if (fault.code === 'OFFLINE' && client.getQueryState(statusKey)?.error !== fault)
      void client.invalidateQueries({ queryKey: statusKey }, { cancelRefetch: false })
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
        retry: (count, fault) => fault instanceof DeskError && fault.code === 'OFFLINE' && count < 3,
        retryDelay: 500,
      },
      // A reply may hold a token: it goes with the dialog that shows it.
      mutations: { networkMode: 'always', gcTime: 0 },
    },
  })
  return client
}
