/** A definition that an agent proposes: a step as well, it keeps its place in the run and has its own card. */

import type { AskedFirst, InboxDetail } from '../../../preload/contract.ts'
import type { Definition } from '../../model/definition.ts'
import type { ItemOf } from '../../model/item.ts'
import { isJsonObject } from '../../model/json.ts'
import { declaredInFull } from '../../workflow/executors/wording.ts'
import { describeGuard } from '../../workflow/guards/guards.ts'
import { type Effect, listEffects, placeOf } from '../../workflow/preview/effects.ts'
import { quoteSaying, visibleLine, visibleText } from '../../workflow/wording/quote.ts'
import { capitalize } from '../../workflow/wording/sentence.ts'
import { askedFirst, type Gates } from '../rules/declared-rules.ts'
import { drawDiagram } from '../runs/diagram.ts'
import { approveOrRefuse, executor } from './executor.ts'
import { approvalButtons, author, type ItemView, name, textOf } from './kind.ts'

const RISK = { risk: 'high', riskReason: 'It decides what agents may do later.' } as const
const BUTTONS: ItemView['buttons'] = approvalButtons({ approve: 'Accept the workflow', refuse: 'Refuse' })

export const definition: ItemView<ItemOf<'definition'>> = {
  ...executor,
  title: ({ subject }) => textOf(subject.title),
  sentence: ({ subject }) => [
    author(
      typeof subject.before === 'string'
        ? 'A change of a workflow is proposed: '
        : 'A new workflow is proposed: ',
    ),
    name(textOf(subject.name ?? subject.title)),
  ],
  asked: () => 'to accept a workflow that an agent proposes',
  because: () => 'Workflows that agents propose are used only after a person accepts them.',
  risk: () => RISK,
  outcomes(item, known) {
    // Accepted as it stands, or not at all: nobody would have seen what another one does.
    return known === null
      ? []
      : approveOrRefuse(item, known).map((each) => ({
          ...each,
          label: BUTTONS[each.name]?.label ?? each.label,
          ...(each.tone === 'approve' ? { ...RISK, confirm: true, inputSchema: null } : {}),
        }))
  },
  buttons: BUTTONS,
  alike: () => null,
  showsArguments: false,
  hasRowValues: false,
  attention: 'none',
  subject: (item, { gates }) => ({ definition: describeProposed(item, gates) }),
}

// ── A definition that an agent proposes, as a card shows it.

type ProposedView = NonNullable<NonNullable<InboxDetail['subject']>['definition']>

function describeProposed({ subject }: ItemOf<'definition'>, gates: Gates): ProposedView {
  const problems = Array.isArray(subject.problems) ? subject.problems.filter(isJsonObject) : []
  return {
    name: textOf(subject.name ?? subject.title),
    path: textOf(subject.path),
    before: typeof subject.before === 'string' ? subject.before : null,
    after: textOf(subject.after),
    problems: problems
      .map(({ line, message, weaker }) => ({
        line: typeof line === 'number' ? line : null,
        message: visibleText(textOf(message)),
        weaker: weaker === true,
      }))
      .toSorted((one, other) => Number(other.weaker) - Number(one.weaker)),
    effects: isJsonObject(subject.definition)
      ? sayEffects(subject.definition as unknown as Definition, gates)
      : [],
    // The gateway has compiled it, or nobody would be asked.
    diagram: isJsonObject(subject.definition)
      ? drawDiagram(subject.definition as unknown as Definition, null, [], gates)
      : null,
  }
}

/** What runs without a person first. */
function sayEffects(definition: Definition, gates: Gates): ProposedView['effects'] {
  const asked = (step: Parameters<typeof askedFirst>[0]) => askedFirst({ actor: 'agent', ...step }, gates)
  return listEffects(definition, (step) => asked(step)?.always === true)
    .map((effect) => {
      const { step, alone } = effect
      return {
        text: `${capitalize(placeOf(definition, effect))}:`,
        call: declaredInFull(step.executor) ?? step.executor.kind,
        before: visibleLine(sayBefore(step, alone, asked(step))),
        alone,
      }
    })
    .toSorted((one, other) => Number(other.alone) - Number(one.alone))
}

function sayBefore({ actor, guards }: Effect['step'], alone: boolean, asked: AskedFirst | null): string {
  const checks =
    guards.length === 0
      ? ''
      : ` It checks ${guards.map((guard) => quoteSaying(describeGuard(guard))).join(' and ')}.`
  if (actor === 'human') return `A person fires it.${checks}`
  if (asked?.always === true) return `${asked.short} it.${checks}`
  if (!alone) return `A person decides earlier, on every way to it.${checks}`
  return asked === null
    ? `No person decides before it.${checks}`
    : `A person is not always asked before it: ${asked.text}${checks}`
}
