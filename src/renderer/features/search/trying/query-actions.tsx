import { useLocation } from 'wouter'
import { useDesk } from '../../../state.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { speakText } from '../../../ui/text/visible-text.ts'
import { useJudgingQueue } from '../judging/use-judging-queue.ts'
import { trafficWords as words } from '../traffic/traffic-words.ts'

/** What can be done with a query that an agent has searched. */
export function QueryActions({ query, onAdd }: { query: string; onAdd: () => void }) {
  const [, navigate] = useLocation()
  const setFilter = useDesk((desk) => desk.setFilter)
  const begin = useJudgingQueue((queue) => queue.begin)
  const spoken = speakText(query)
  return (
    <span className="flex flex-wrap gap-1">
      <Button
        size="small"
        aria-label={words.tryNamed(spoken)}
        onClick={() => {
          setFilter('search.query', query)
          navigate('/search')
        }}
      >
        {words.try}
      </Button>
      <Button
        size="small"
        aria-label={words.judgeNamed(spoken)}
        onClick={() => {
          begin([{ query, from: 'traffic' }])
          navigate('/search/judged')
        }}
      >
        {words.judge}
      </Button>
      <Button size="small" aria-label={words.addNamed(spoken)} onClick={onAdd}>
        {words.add}
      </Button>
    </span>
  )
}
