import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { Field, Input } from '../../../ui/controls/field.tsx'
import { judgedWords as words } from './judged-words.ts'
import { useJudgingQueue } from './use-judging-queue.ts'

/** A query of a person's own; one of the same words that is judged already is opened. */
export function JudgedAdd() {
  const begin = useJudgingQueue((queue) => queue.begin)
  const [query, setQuery] = useState('')
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (query.trim() !== '') begin([{ query: query.trim(), from: 'person' }])
  }
  return (
    <form onSubmit={submit}>
      <Field label={words.add}>
        {(ids) => (
          <div className="flex gap-2">
            <Input
              {...ids}
              value={query}
              maxLength={2000}
              autoComplete="off"
              onChange={(event) => setQuery(event.target.value)}
            />
            <Button type="submit" disabled={query.trim() === ''}>
              {words.judge}
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}
