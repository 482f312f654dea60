/**
 * A downstream server asks a person something while one of its calls is open (MCP elicitation, R5.10): an item with
 * the server's form. Its answer goes back to the server and approves nothing.
 */
import type { ItemSubjects, SubjectItem } from '../../model/item.ts'
import type { JsonObject } from '../../model/json.ts'
import { ENGINE } from '../../model/principal.ts'
import { validateAgainst } from '../../workflow/schema/schema.ts'
import type { Clock, Ids, Store } from '../ports.ts'
import type { Pauses } from '../step/pauses.ts'
import type { ItemHandler, Items } from './item-handler.ts'

type Question = ItemSubjects['elicitation']

/** As it is put: while each of its calls is open. */
type OpenQuestion = Omit<Question, 'calls'> & {
  calls: (Question['calls'][number] & { ended: AbortSignal })[]
}

interface Answer {
  action: 'accept' | 'decline' | 'cancel'
  content?: Record<string, string | number | boolean | string[]>
}

const ENDED = 'The call that it belongs to has ended.'

export interface Elicitations {
  handler: ItemHandler
  /** `signal`: nobody waits for the answer any more; the item is withdrawn. */
  ask(question: OpenQuestion, signal: AbortSignal): Promise<Answer>
}

export function createElicitations(parts: {
  /** Exists only after the runtime does. */
  items(): Items
  pauses(): Pick<Pauses, 'begin'>
  /** Resolves when the run of an open call can be found in the store. */
  begun(workflowId: string): Promise<void>
  store: Pick<Store, 'run'>
  clock: Clock
  ids: Ids
  /** Milliseconds. */
  timeoutMs(): number
}): Elicitations {
  const waiting = new Map<string, { question: Question; answer(given: Answer): void }>()
  const waitingFor = (approval: SubjectItem) => waiting.get(approval.key) ?? null
  const handler: ItemHandler = {
    seen(approval) {
      const question = waitingFor(approval)?.question
      return question ?? null
    },
    validate(approval, outcome, given) {
      const question = waitingFor(approval)?.question
      if (outcome !== 'answer' || question === undefined) return []
      return validateAgainst(question.schema, given).violations
    },
    async approved(approval, decision) {
      const asked = waitingFor(approval)
      if (asked === null) return ENDED
      const given = validateAgainst(asked.question.schema, decision.arguments).value
      asked.answer({ action: 'accept', content: contentOf(given) })
      return undefined
    },
    async refused(approval) {
      const asked = waitingFor(approval)
      asked?.answer({ action: 'decline' })
      return asked === null ? ENDED : undefined
    },
    async ended(approval) {
      waitingFor(approval)?.answer({ action: 'cancel' })
    },
  }
  return {
    handler,
    async ask(open, signal) {
      const calls = open.calls.map(({ tool, workflowId }) => ({ tool, workflowId }))
      const question: Question = { ...open, calls }
      const key = `elicitation ${parts.ids.next('co')}`
      const answered = new Promise<Answer>((resolve) => {
        waiting.set(key, { question, answer: resolve })
      })
      await Promise.all(question.calls.map(({ workflowId }) => workflowId && parts.begun(workflowId)))
      const goOn = beginPause(parts, open)
      const ended = new Promise<Answer>((resolve) => {
        const end = () => {
          waiting.delete(key)
          resolve({ action: 'cancel' })
        }
        signal.addEventListener('abort', end, { once: true })
      })
      try {
        const { connection, message, schema } = question
        const item = await parts.items().ask({
          kind: 'elicitation',
          key,
          subject: { connection, message, schema, calls },
          deadlineAt: new Date(parts.clock.now() + parts.timeoutMs()).toISOString(),
          requestedBy: `server:${connection}`,
          client: await clientOf(parts.store, question),
        })
        if (item === null || signal.aborted) return { action: 'cancel' }
        return await Promise.race([answered, ended])
      } finally {
        waiting.delete(key)
        goOn()
        await parts.items().withdraw({ kind: 'elicitation', key }, ENDED)
      }
    },
  }
}

/** Says of the run that it waits for a person; of each, where several calls are open, that it may, until its own have ended. */
function beginPause(
  { pauses, clock }: { pauses(): Pick<Pauses, 'begin'>; clock: Clock },
  { connection, calls }: OpenQuestion,
): () => void {
  const runs = new Set(calls.flatMap(({ workflowId }) => workflowId ?? []))
  const question = { kind: 'question', connection, since: clock.now(), others: calls.length - 1 } as const
  const ends = [...runs].map((run) => {
    const end = pauses().begin(run, { branch: null, ...question })
    const own = calls.filter(({ workflowId }) => workflowId === run)
    const look = () => own.every(({ ended }) => ended.aborted) && end()
    for (const { ended } of own) ended.addEventListener('abort', look, { once: true })
    look()
    return end
  })
  return () => {
    for (const end of ends) end()
  }
}

/** Whose call it is: of several the first counts. */
async function clientOf(store: Pick<Store, 'run'>, { calls }: Question): Promise<string> {
  const ids = calls.flatMap(({ workflowId }) => (workflowId === null ? [] : [workflowId]))
  const [first] = ids
  return first === undefined ? ENGINE.id : ((await store.run(first))?.owner ?? ENGINE.id)
}

/** What the protocol lets a form hold. */
function contentOf(given: JsonObject): NonNullable<Answer['content']> {
  const content: NonNullable<Answer['content']> = {}
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      content[name] = value
    } else if (Array.isArray(value)) {
      content[name] = value.filter((part) => typeof part === 'string')
    }
  }
  return content
}
