import { useState } from 'react'
import { useCall } from '../../../queries.ts'

/**
 * Words that were written and not sent yet. They are kept for this person in this tab, so that a page which is loaded
 * again, after the gateway was started again too, still has them.
 */
export function useDraft(id: string): { text: string; write: (text: string) => void; discard: () => void } {
  const { data } = useCall('people.list', {})
  const key = `countersign.draft ${data?.you ?? ''} ${id}`
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '')
  function discard(): void {
    sessionStorage.removeItem(key)
  }
  return {
    text,
    write(next) {
      setText(next)
      if (next === '') discard()
      else sessionStorage.setItem(key, next)
    },
    discard,
  }
}
