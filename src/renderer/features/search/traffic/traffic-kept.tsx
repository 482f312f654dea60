import { useState } from 'react'
import type { TrafficView } from '../../../../preload/contract.ts'
import { CallDialog } from '../../../action-dialog.tsx'
import { useSend } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Switch } from '../../../ui/controls/switch.tsx'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { trafficWords as words } from './traffic-words.ts'

/** What is kept of the searches of agents, and the ways to keep less. */
export function TrafficKept({ view }: { view: TrafficView }) {
  const keep = useSend('traffic.keep')
  const [asking, setAsking] = useState(false)
  return (
    <div className="flex h-full max-w-2xl flex-col gap-4 overflow-y-auto py-4">
      <Switch
        label={words.keep}
        hint={words.keepHint}
        checked={view.keeping}
        onChange={(on) => keep.mutate({ keep: on })}
        disabled={keep.isPending}
      />
      {keep.error ? <Notice tone="failed">{keep.error.message}</Notice> : null}
      <ul className="list-disc pl-5 text-ink-muted">
        <li>{words.keptWhere}</li>
        <li>{words.keptHow}</li>
        <li>{words.keptHowever}</li>
      </ul>
      <div>
        <Button onClick={() => setAsking(true)}>{words.forget}</Button>
      </div>
      {asking ? <ForgetDialog onClose={() => setAsking(false)} /> : null}
    </div>
  )
}

function ForgetDialog({ onClose }: { onClose: () => void }) {
  return (
    <CallDialog
      onClose={onClose}
      title={words.forgetTitle}
      description={words.forgetText}
      danger
      confirm={words.forgetConfirm}
      call="traffic.forget"
      request={{}}
      onDone={({ removed }) => showToast(words.forgotten(removed))}
    />
  )
}
