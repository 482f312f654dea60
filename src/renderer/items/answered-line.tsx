import type { AgentAnswer } from '../../preload/contract.ts'
import { Time } from '../ui/text/time.tsx'
import { words } from '../words.ts'
import { WhoName } from './who.tsx'

/** Whether the agent was sent an answer since it was decided: what was sent, never what was read. */
export function AnsweredLine({ answered }: { answered: AgentAnswer }) {
  if (answered.state !== 'answered')
    return <span>{answered.state === 'missed' ? words.answered.missed : words.answered.notYet}</span>
  return (
    <span>
      {words.answered.sentTo} <WhoName id={answered.by} /> · <Time at={answered.at} />
    </span>
  )
}
