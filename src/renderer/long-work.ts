/** Work that the gateway goes on with while windows come and go. May import: gateway, queries, words, preload/contract. */
import type { Bridge, ReplyOf, RequestOf, WorkKind, WorkResults, WorkView } from '../preload/contract.ts'
import { callGateway, DeskError } from './gateway.ts'
import { useCall, useSendThrough } from './queries.ts'
import { words } from './words.ts'

/** The call that begins work of each kind. */
const CALLS = {
  verify: 'activity.verify',
  backup: 'data.backup',
  prune: 'data.prune',
} as const satisfies Record<WorkKind, string>

const LOOK_EVERY_MS = 400

/** Begins it, and is on its way until it has ended. */
export function useLongWork<Kind extends WorkKind>(kind: Kind) {
  return useSendThrough(CALLS[kind], (bridge, _name, request) => workToEnd(bridge, kind, request))
}

/** What there is of a kind, whoever has begun it: the newest. */
export function useNewestWork<Kind extends WorkKind>(kind: Kind): WorkView<Kind> | null {
  const { data } = useCall('data.work', {})
  const isOfKind = (work: WorkView): work is WorkView<Kind> => work.kind === kind
  return data?.find(isOfKind) ?? null
}

/** Throws a `DeskError` where it fails, also where nobody knows of it any more. */
export async function workToEnd<Kind extends WorkKind>(
  bridge: Bridge,
  kind: Kind,
  request: RequestOf<(typeof CALLS)[Kind]>,
): Promise<WorkResults[Kind]> {
  let work: WorkView | undefined = await callGateway(bridge, CALLS[kind], request)
  const { id } = work
  while (work.state === 'running') {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    const works: WorkView[] | null = await look(bridge)
    if (works === null) continue
    work = works.find((each) => each.id === id)
    if (work === undefined) throw new DeskError({ code: 'REJECTED', message: words.common.workCutOff })
  }
  if (work.state === 'failed') throw new DeskError({ code: 'REJECTED', message: work.message })
  // The gateway answers with the work that this call has begun.
  return work.result as WorkResults[Kind]
}

/** Null: nothing is told just now. The work goes on meanwhile. */
async function look(bridge: Bridge): Promise<ReplyOf<'data.work'> | null> {
  try {
    return await callGateway(bridge, 'data.work', {})
  } catch (fault) {
    if (fault instanceof DeskError && (fault.code === 'OFFLINE' || fault.code === 'LOCKED')) return null
    throw fault
  }
}
