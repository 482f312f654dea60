/** A definition that an agent proposes, as a card shows it. May import: model, workflow, preload/contract. */
import type { InboxDetail } from '../../preload/contract.ts'
import type { Approval } from '../model/approval.ts'
import type { Definition } from '../model/definition.ts'
import { isJsonObject, type JsonValue } from '../model/json.ts'
import type { Gates } from './declared-rules.ts'
import { drawDiagram } from './diagram.ts'

type ProposedView = NonNullable<NonNullable<InboxDetail['subject']>['definition']>

/** Null for an item of another kind. */
export function describeProposed({ kind, subject }: Approval, gates: Gates): ProposedView | null {
  if (kind !== 'definition') return null
  const problems = Array.isArray(subject.problems) ? subject.problems.filter(isJsonObject) : []
  return {
    name: textOf(subject.name ?? subject.title),
    path: textOf(subject.path),
    before: typeof subject.before === 'string' ? subject.before : null,
    after: textOf(subject.after),
    problems: problems
      .map(({ line, message, weaker }) => ({
        line: typeof line === 'number' ? line : null,
        message: textOf(message),
        weaker: weaker === true,
      }))
      .toSorted((one, other) => Number(other.weaker) - Number(one.weaker)),
    // The gateway has compiled it, or nobody would be asked.
    diagram: isJsonObject(subject.definition)
      ? drawDiagram(subject.definition as unknown as Definition, null, [], gates)
      : null,
  }
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}
