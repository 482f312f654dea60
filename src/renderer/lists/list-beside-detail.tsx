import type { ReactNode } from 'react'
import { useDesk } from '../state.ts'
import { Split } from '../ui/split.tsx'
import { words } from '../words.ts'

/** A screen's list, and what is chosen in it. The width that a person gives the list is that of all screens. */
export function ListBesideDetail({
  list,
  detail,
  detailFirst = false,
}: {
  list: ReactNode
  detail: ReactNode
  /** Where only one of them is in sight: which it is at first. */
  detailFirst?: boolean
}) {
  const { listWidth, set } = useDesk()
  return (
    <Split
      label={words.common.dividerOfList}
      backLabel={words.inbox.back}
      width={listWidth}
      onWidth={(width) => set({ listWidth: width })}
      list={list}
      detail={detail}
      detailFirst={detailFirst}
    />
  )
}
