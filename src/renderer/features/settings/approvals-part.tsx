import type { SettingsView } from '../../../preload/contract.ts'
import { sayDuration } from './say-duration.ts'
import { WhereToChange } from './where-to-change.tsx'
import { settingsWords } from './words.ts'

const words = settingsWords.approvals

/** How long is waited, and what happens then. */
export function ApprovalsPart({ settings }: { settings: SettingsView }) {
  const { holdMs, timeoutMs } = settings.approvals
  return (
    <>
      <p className="mb-4 text-ink-muted">{words.lead}</p>
      <dl className="flex flex-col divide-y divide-line border-y border-line">
        <Wait name={words.hold} duration={holdMs} text={words.holdText} />
        <Wait name={words.timeout} duration={timeoutMs} text={words.timeoutText} />
      </dl>
      <WhereToChange place="approvals" workspace={settings.workspace} />
    </>
  )
}

function Wait({ name, duration, text }: { name: string; duration: number; text: string }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 py-3">
      <dt>
        <span className="font-medium">{name}</span>
        <span className="block max-w-prose text-ink-muted">{text}</span>
      </dt>
      <dd className="font-medium">{sayDuration(duration)}</dd>
    </div>
  )
}
