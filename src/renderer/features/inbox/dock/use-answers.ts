import { useState } from 'react'
import type { InboxDetail } from '../../../../preload/contract.ts'
import { useCall } from '../../../queries.ts'
import {
  type KeptAnswer,
  keepAnswer,
  readKeptAnswers,
  restoreAnswer,
  type UnsentValue,
} from './unsent-values.ts'

type Values = InboxDetail['input']

interface Answers {
  /** By outcome: what the person has put in place of what is offered. */
  values: Record<string, Values>
  /** Undefined: what is offered. */
  write(outcome: string, values: Values | undefined): void
  /** They went with a decision, or with a vote: `item` as it is after it. */
  sent(item: Pick<InboxDetail, 'status' | 'decision'>): void
  /** Of an item that has ended without them. */
  unsent: UnsentValue[]
}

/**
 * Values that were typed and not sent yet. They are kept like the words beside them (`useDraft`), but for what looks
 * like a secret.
 */
export function useAnswers(item: InboxDetail): Answers {
  const { data } = useCall('people.list', {})
  const place = `countersign.values ${data?.you ?? ''} ${item.id}`
  /** When the decision was made that carries what is kept. */
  const sentPlace = `countersign.sent ${data?.you ?? ''} ${item.id}`
  const [kept, setKept] = useState(() => readKeptAnswers(sessionStorage.getItem(place)))
  const [values, setValues] = useState(() => restoreAll(item, kept))
  const [sentAt, setSentAt] = useState(() => sessionStorage.getItem(sentPlace))

  function keep(all: Record<string, KeptAnswer>): void {
    setKept(all)
    sessionStorage.removeItem(place)
    if (Object.keys(all).length === 0) return
    try {
      sessionStorage.setItem(place, JSON.stringify(all))
    } catch {
      // More than the browser keeps: it is on screen only.
    }
  }

  return {
    values,
    write(name, next) {
      const { [name]: _value, ...otherValues } = values
      const { [name]: _kept, ...otherKept } = kept
      const outcome = item.outcomes.find((each) => each.name === name)
      if (next === undefined || outcome === undefined) {
        setValues(otherValues)
        keep(otherKept)
      } else {
        setValues({ ...values, [name]: next })
        keep({ ...kept, [name]: keepAnswer(outcome, next) })
      }
    },
    sent({ status, decision }) {
      // Whoever takes it back has their values again.
      if (status !== 'scheduled') return keep({})
      const at = decision?.at ?? ''
      sessionStorage.setItem(sentPlace, at)
      setSentAt(at)
    },
    unsent:
      item.status === 'pending' || item.status === 'scheduled' || item.decision?.at === sentAt
        ? []
        : Object.values(kept).flatMap(({ unsent }) => unsent),
  }
}

function restoreAll({ outcomes }: InboxDetail, kept: Record<string, KeptAnswer>): Record<string, Values> {
  return Object.fromEntries(
    outcomes.flatMap((outcome): [string, Values][] => {
      const answer = Object.hasOwn(kept, outcome.name) ? kept[outcome.name] : undefined
      return answer === undefined || outcome.inputSchema === null
        ? []
        : [[outcome.name, restoreAnswer(outcome, answer)]]
    }),
  )
}
