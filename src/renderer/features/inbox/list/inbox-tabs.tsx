import { memo } from 'react'
import { Tabs } from '../../../ui/controls/tabs.tsx'
import { words } from '../../../words.ts'
import type { View } from './filter.ts'
import { listWords } from './list-words.ts'

/** Waiting, snoozed where anything is, decided. */
export const InboxTabs = memo(function InboxTabs({
  view,
  snoozed,
  onChange,
}: {
  view: View
  snoozed: number
  onChange: (view: View) => void
}) {
  return (
    <div className="flex h-12 shrink-0 items-end border-b border-line px-4">
      <h1 className="sr-only">{words.screens.inbox}</h1>
      <Tabs<View>
        label={words.inbox.views}
        value={view}
        onChange={onChange}
        tabs={[
          { value: 'pending', label: words.inbox.waiting },
          ...(snoozed > 0 || view === 'snoozed'
            ? [{ value: 'snoozed' as const, label: listWords.snoozed, count: snoozed }]
            : []),
          { value: 'decided', label: words.inbox.decided },
        ]}
      />
    </div>
  )
})
