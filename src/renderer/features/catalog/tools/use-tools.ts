import { useQuery } from '@tanstack/react-query'
import type { Bridge, ToolRow, ToolsPage } from '../../../../preload/contract.ts'
import { callGateway, DeskError } from '../../../gateway.ts'
import { useBridge } from '../../../queries.ts'
import { prepareTexts } from './filter-tools.ts'

export interface AllTools extends Pick<ToolsPage, 'tokens' | 'counting'> {
  rows: ToolRow[]
}

/** Calls are still being counted: the next list says more. */
const COUNTING_MS = 1000
/** Somebody else may have the list made anew while it is read. */
const MOST_TRIES = 3

/** All tools, page by page of one list; again whenever the table is opened, and when servers or settings change. */
export function useTools() {
  const bridge = useBridge()
  return useQuery<AllTools, DeskError>({
    queryKey: ['tools.list', {}],
    queryFn: () => readAll(bridge, MOST_TRIES),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.counting === true ? COUNTING_MS : false),
    // Comparing ten thousand rows one by one takes longer than drawing those in sight.
    structuralSharing: false,
  })
}

async function readAll(bridge: Bridge, tries: number): Promise<AllTools> {
  try {
    const first = await callGateway(bridge, 'tools.list', {})
    const rows = [...first.rows]
    prepareTexts(first.rows)
    for (let { cursor } = first; cursor !== null; ) {
      const page = await callGateway(bridge, 'tools.list', { cursor })
      rows.push(...page.rows)
      prepareTexts(page.rows)
      cursor = page.cursor
    }
    return { rows, tokens: first.tokens, counting: first.counting }
  } catch (fault) {
    if (tries > 1 && fault instanceof DeskError && fault.code === 'SEEN_CHANGED')
      return await readAll(bridge, tries - 1)
    throw fault
  }
}
