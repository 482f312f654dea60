import { type ReactNode, useId, useState } from 'react'
import type { InboxDetail } from '../../../../../preload/contract.ts'
import type { JsonObject } from '../../../../values/typed-fields.ts'
import type { Against } from '../../../../values/value-words.ts'
import { cardWords } from '../card-words.ts'

export interface Comparison {
  how: Against
  /** Null: with nothing. */
  values: JsonObject | null
}

type Choices = { [Key in Against]?: JsonObject }

/** Only what there is: of the arguments of a call, or of what a person is asked about. Pure. */
export function choicesOf({ compared, asked }: Pick<InboxDetail, 'compared' | 'asked'>): Choices {
  const { prefill, lastApproved, lastRefused } = compared
  const read = asked === null ? 'context' : 'arguments'
  const isThere = (values: JsonObject | undefined) => values !== undefined && Object.keys(values).length > 0
  const found = {
    ...(asked === null || prefill === null ? {} : { prefill }),
    ...(isThere(lastApproved?.[read]) ? { approved: lastApproved?.[read] } : {}),
    ...(isThere(lastRefused?.[read]) ? { [refusedAs(lastRefused)]: lastRefused?.[read] } : {}),
  }
  return found as Choices
}

/** What did not approve it need not have refused it: one answer among several. Pure. */
export function refusedAs(earlier: InboxDetail['compared']['lastRefused']): 'refused' | 'answered' {
  return earlier?.tone === 'neutral' ? 'answered' : 'refused'
}

/** The refused one where the agent tries again, else the approved one: what a person knows already. Pure. */
export function firstChoice(choices: Choices, again: boolean): Against {
  const last: Against[] = ['refused', 'answered']
  const order: Against[] = again ? [...last, 'approved', 'prefill'] : ['approved', 'prefill', ...last]
  return order.find((how) => choices[how] !== undefined) ?? 'nothing'
}

export function useComparison(item: InboxDetail): Comparison & { control: ReactNode } {
  const choices = choicesOf(item)
  const [chosen, choose] = useState<Against | null>(null)
  const how =
    chosen !== null && (chosen === 'nothing' || choices[chosen])
      ? chosen
      : firstChoice(choices, item.compared.again)
  const offered = (Object.keys(cardWords.against) as Against[]).filter(
    (each) => each === 'nothing' || choices[each] !== undefined,
  )
  return {
    how,
    values: choices[how] ?? null,
    control: offered.length > 1 ? <CompareWith offered={offered} how={how} onChoose={choose} /> : null,
  }
}

function CompareWith({
  offered,
  how,
  onChoose,
}: {
  offered: Against[]
  how: Against
  onChoose: (how: Against) => void
}) {
  const name = useId()
  return (
    <fieldset className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <legend className="float-left mr-1 text-sm text-ink-muted">{cardWords.compareWith}</legend>
      {offered.map((each) => (
        <label
          key={each}
          className="flex h-6 items-center rounded-sm px-2 text-sm text-ink-muted ring-1 ring-line ring-inset has-checked:bg-accent-soft has-checked:font-medium has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            checked={each === how}
            onChange={() => onChoose(each)}
            className="sr-only"
          />
          {cardWords.against[each]}
        </label>
      ))}
    </fieldset>
  )
}
