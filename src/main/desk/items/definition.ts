/** A definition that an agent proposes: a step as well, it keeps its place in the run and has its own card. */

import type { ItemOf } from '../../model/item.ts'
import { approveOrRefuse, executor } from './executor.ts'
import { approvalButtons, author, type ItemView, name, textOf } from './kind.ts'
import { describeProposed } from './proposed-definition.ts'

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
