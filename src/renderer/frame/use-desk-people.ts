import { useEffect, useRef } from 'react'
import { useCall } from '../queries.ts'
import { showToast } from '../ui/feedback/toast.tsx'
import { peopleWords as words } from './people-words.ts'

/** Says on this desk who comes to another one, and that somebody guesses PINs (R1.4). */
export function useDeskPeople(): void {
  const status = useCall('desk.status', {})
  const people = useCall('people.list', {})
  const sessions = status.data?.sessions
  const seen = useRef<Map<string, string | null> | null>(null)
  useEffect(() => {
    if (sessions === undefined) return
    const before = seen.current
    seen.current = new Map(sessions.map(({ id, person }) => [id, person]))
    if (before === null) return
    for (const { id, person, origin, you } of sessions) {
      if (you || (before.has(id) && before.get(id) === person)) continue
      if (person !== null) showToast(words.came(person, origin === 'browser'))
      else if (!before.has(id)) showToast(words.openedLocked(origin === 'browser'))
    }
  }, [sessions])

  const waiting = people.data?.people.filter(({ waitUntil }) => waitUntil !== null).map(({ name }) => name)
  const names = waiting?.join('\n')
  const warned = useRef<Set<string> | null>(null)
  useEffect(() => {
    if (names === undefined) return
    const now = new Set(names.split('\n').filter((name) => name !== ''))
    const before = warned.current
    warned.current = now
    if (before === null) return
    for (const name of now) {
      if (!before.has(name)) showToast(words.wrongPins(name), { tone: 'failed', detail: words.wrongPinsText })
    }
  }, [names])
}
