import type { UpdateView } from '../../../preload/contract.ts'
import { useCall, useSend } from '../../queries.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { Notice } from '../../ui/feedback/error-state.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { Section } from '../../ui/section.tsx'
import { Time } from '../../ui/text/time.tsx'
import { UpdateButtons } from '../../updates/update-notice.tsx'
import { sayOffer, updateWords as words } from '../../updates/update-words.ts'

/** Whether newer versions are looked for, what is new, and taking it. */
export function UpdatesPart() {
  const { data: update } = useCall('updates.get', {})
  const save = useSend('updates.save')
  const look = useSend('updates.look')
  if (update === undefined) return null
  if (update.off !== null) {
    return (
      <Section title={words.title}>
        <p className="text-ink-muted">{update.off}</p>
      </Section>
    )
  }
  const failed = (fault: Error) => showToast(words.failed, { tone: 'failed', detail: fault.message })
  const isBusy = ['looking', 'downloading', 'restarting'].includes(update.state) || look.isPending
  return (
    <Section title={words.title}>
      <div className="flex flex-col items-start gap-3">
        <Switch
          label={words.look}
          hint={words.lookHint}
          checked={update.look}
          onChange={(wanted) => save.mutate({ look: wanted }, { onError: failed })}
        />
        <UpdateState update={update} />
        {update.offered === null || update.state === 'downloading' ? (
          <Button size="small" disabled={isBusy} onClick={() => look.mutate({}, { onError: failed })}>
            {words.check}
          </Button>
        ) : null}
      </div>
    </Section>
  )
}

function UpdateState({ update }: { update: UpdateView }) {
  const { state, offered, known, refusal, fraction, lastAt, running } = update
  if (state === 'looking') return <p role="status">{words.checking}</p>
  if (offered !== null && state === 'downloading')
    return <p role="status">{words.downloading(offered.version, Math.round((fraction ?? 0) * 100))}</p>
  if (offered !== null) {
    return (
      <>
        <p role="status" className="font-medium">
          {sayOffer(update)}
        </p>
        {offered.notes.length === 0 ? null : (
          <ul aria-label={words.notes(offered.version)} className="list-disc pl-5">
            {offered.notes.map((note) => (
              <li key={note} className="[overflow-wrap:anywhere]">
                {note}
              </li>
            ))}
          </ul>
        )}
        {offered.how === null ? null : (
          <p className="text-ink-muted [overflow-wrap:anywhere]">{offered.how}</p>
        )}
        {state === 'ready' ? <p className="text-ink-muted">{words.waits(running)}</p> : null}
        {state === 'restarting' ? null : (
          <div className="flex flex-wrap gap-2">
            <UpdateButtons update={update} />
          </div>
        )}
      </>
    )
  }
  return (
    <>
      {refusal === null ? null : (
        <Notice tone="failed">
          {refusal.text} {refusal.help}
        </Notice>
      )}
      <p className="text-ink-muted" role="status">
        {lastAt === null ? (
          words.never
        ) : (
          <>
            {refusal === null ? `${sayFound(known)} ` : null}
            {words.checked} <Time at={lastAt} />
          </>
        )}
      </p>
    </>
  )
}

function sayFound(known: UpdateView['known']): string {
  if (known === null) return words.newest
  return known.failed ? words.notAgain(known.version) : words.known(known.version)
}
