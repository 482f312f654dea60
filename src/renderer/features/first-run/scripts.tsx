import { Play, Square } from 'lucide-react'
import { useCall, useSend } from '../../queries.ts'
import { useDesk } from '../../state.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/feedback/error-state.tsx'
import { words as shared } from '../../words.ts'
import { SCRIPTS } from './steps.ts'

const words = shared.firstRun

/** What the sample agent can be seen doing; the suggested one stands out. */
export function Scripts({
  suggested,
  onPlay,
}: {
  suggested: (typeof SCRIPTS)[number] | null
  onPlay: () => void
}) {
  const set = useDesk((desk) => desk.set)
  const start = useSend('play.start')
  return (
    <>
      <ul className="grid grid-cols-[max-content_minmax(0,1fr)] items-center gap-x-3 gap-y-2 max-[45rem]:block">
        {SCRIPTS.map((script) => (
          <li key={script} className="contents">
            <Button
              look={script === suggested ? 'solid' : 'outline'}
              className="justify-start"
              icon={<Play aria-hidden size={14} />}
              disabled={start.isPending}
              aria-describedby={`script-${script}`}
              onClick={() => {
                set({ firstRun: 'open' })
                onPlay()
                start.mutate({ script })
              }}
            >
              {words.scripts[script].play}
            </Button>
            <span id={`script-${script}`} className="max-[45rem]:mb-2 max-[45rem]:block">
              {words.scripts[script].text}
            </span>
          </li>
        ))}
      </ul>
      {start.error ? <Notice tone="failed">{start.error.message}</Notice> : null}
    </>
  )
}

/** While the agent plays. */
export function StopLine() {
  const stop = useSend('play.stop')
  const play = useCall('play.status', {})
  if (play.data?.running !== true) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {words.atWork}
      <Button
        size="small"
        icon={<Square aria-hidden size={13} />}
        disabled={stop.isPending}
        onClick={() => stop.mutate({})}
      >
        {words.stop}
      </Button>
      {stop.error ? <Notice tone="failed">{stop.error.message}</Notice> : null}
    </div>
  )
}
