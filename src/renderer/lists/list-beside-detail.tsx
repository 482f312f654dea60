import type { ReactNode } from 'react'
import { useDesk } from '../state.ts'
import { Split } from '../ui/split.tsx'
import { words } from '../words.ts'

/** A screen's list, and what is chosen in it. The width that a person gives the list is that of all screens. */
export function ListBesideDetail({
  title,
  list,
  detail,
  detailFirst = false,
}: {
  /** What the screen is called, for whoever does not see it: also where its list is out of sight. */
  title: string
  list: ReactNode
  detail: ReactNode
  /** Where only one of them is in sight: which it is at first. */
  detailFirst?: boolean
}) {
  const { listWidth, set } = useDesk()
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <Split
        label={words.common.dividerOfList}
        backLabel={words.inbox.back}
        width={listWidth}
        onWidth={(width) => set({ listWidth: width })}
        list={list}
        detail={detail}
        detailFirst={detailFirst}
      />
    </>
  )
}
