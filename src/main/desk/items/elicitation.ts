/** A question of a server, in the middle of a call. */

import type { StoredSubject } from '../../model/item.ts'
import { isJsonObject } from '../../model/json.ts'
import { author, type ItemView, name, PLAIN, quote, textOf } from './kind.ts'
import { NOTHING_CHANGES, subjectOutcomes } from './subject.ts'

const BUTTONS = {
  answer: { label: 'Send the answer', tone: 'approve', done: 'Answered.' },
  decline: { label: 'Do not answer', tone: 'refuse', done: 'Declined.' },
} as const
const RISK = { risk: 'low', riskReason: 'Your answer goes to this server only.' } as const

export const elicitation: ItemView<StoredSubject<'elicitation'>> = {
  ...PLAIN,
  title: ({ subject }) => textOf(subject.connection),
  sentence: ({ subject }) => [
    author('The server '),
    name(textOf(subject.connection)),
    author(' asks: '),
    quote(textOf(subject.message)),
  ],
  asked: () => 'what a server wants to know',
  because: () => 'The server needs your answer to finish a call. Your answer approves nothing.',
  risk: () => RISK,
  outcomes(item) {
    const { schema } = item.subject
    return subjectOutcomes('elicitation', item, BUTTONS, {
      answer: {
        sentence: 'The server gets this answer and goes on with its call. It approves nothing.',
        schema: isJsonObject(schema) ? schema : null,
        ...RISK,
      },
      decline: {
        sentence: 'The server is told that nobody wants to answer, and goes on with its call.',
        ...NOTHING_CHANGES,
      },
    })
  },
  buttons: BUTTONS,
  withdrawn: 'Withdrawn: the call that the server asked for has ended.',
  subject: ({ subject }) => ({ quote: textOf(subject.message) }),
}
