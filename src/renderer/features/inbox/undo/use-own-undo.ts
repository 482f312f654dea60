import { useEffect } from 'react'
import type { InboxDetail } from '../../../../preload/contract.ts'
import { useCall } from '../../../queries.ts'
import { useUndoable } from './undoable.ts'

/** One's own decision that is seen to wait for its time is taken back by key, wherever it was pressed. */
export function useOwnUndo({ id, status, decision }: Pick<InboxDetail, 'id' | 'status' | 'decision'>): void {
  const you = useCall('people.list', {}).data?.you ?? null
  const isOwn = status === 'scheduled' && you !== null && decision?.by === `human:${you}`
  const runsAt = isOwn ? (decision.runsAt ?? null) : null
  const decidedAt = decision?.at
  useEffect(() => {
    const { list, add } = useUndoable.getState()
    if (
      runsAt === null ||
      decidedAt === undefined ||
      list.some(({ items }) => items.some((known) => known.id === id))
    )
      return
    add({ key: id, items: [{ id, decidedAt, runsAt }], total: 1, failed: 0, told: null })
  }, [id, runsAt, decidedAt])
}
