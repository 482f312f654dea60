import type { InboxDetail } from '../../../../../preload/contract.ts'
import { Fact, Facts } from '../../../../ui/list.tsx'
import { Section } from '../../../../ui/section.tsx'
import { Time } from '../../../../ui/text/time.tsx'
import { cardWords } from '../card-words.ts'
import { CallView } from './call-view.tsx'

/** What was cut off, word for word, and since when nobody knows what came of it. */
export function RunningSection({ running }: { running: InboxDetail['running'] }) {
  if (running === null) return null
  const text = cardWords.running
  return (
    <Section title={text.title}>
      <Facts>
        <Fact name={text.call}>
          <CallView text={running.call} />
        </Fact>
        <Fact name={text.since}>
          <Time at={running.since} />
        </Fact>
        <Fact name={text.again}>{running.attempt}</Fact>
      </Facts>
    </Section>
  )
}
