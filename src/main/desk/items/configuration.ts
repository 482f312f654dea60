/** A configuration that was edited, with what it loosens. */
import type { StoredSubject } from '../../model/item.ts'
import { isJsonObject } from '../../model/json.ts'
import { quoteSaying, visibleText } from '../../workflow/wording/quote.ts'
import { RISKS, type RiskView } from '../rules/risk.ts'
import { approvalButtons, author, type ItemView, PLAIN, textOf, textsOf } from './kind.ts'
import { NOTHING_CHANGES, subjectOutcomes } from './subject.ts'

const BUTTONS = approvalButtons({ approve: 'Apply the changes', refuse: 'Keep the rules in use' })

export const configuration: ItemView<StoredSubject<'configuration'>> = {
  ...PLAIN,
  title: () => 'Configuration',
  sentence: () => [author('The settings file was edited. Apply the changes?')],
  asked: () => 'to accept a changed configuration',
  because: ({ subject }) => `${quoteSaying(textOf(subject.path))} differs from the rules in use.`,
  risk: riskOf,
  outcomes: (item) =>
    subjectOutcomes('configuration', item, BUTTONS, {
      approve: {
        sentence:
          'The new settings are in use at once. Runs that have begun keep the steps that they started with.',
        ...riskOf(item),
      },
      refuse: {
        sentence:
          'Everything stays as it is. The files are not changed, and nobody is asked again until their content changes.',
        ...NOTHING_CHANGES,
      },
    }),
  buttons: BUTTONS,
  withdrawn: 'Withdrawn: the files have changed again, or other settings are in use.',
  notInForce: (item, hash) =>
    item.status === 'approved' && hash === item.subject.from
      ? 'Approved, but it is not in force: it could not be loaded once more. Settings say what is wrong with the files.'
      : null,
}

function riskOf({ subject }: StoredSubject<'configuration'>): RiskView {
  const judged = isJsonObject(subject.risk) ? subject.risk : {}
  const riskReason = visibleText(textOf(judged.reason))
  const level = RISKS.find((each) => each === judged.level)
  if (level !== undefined && riskReason !== '') return { risk: level, riskReason }
  // An earlier version has not written down how grave it is.
  return textsOf(subject.weaker).length > 0
    ? { risk: 'high', riskReason: 'It loosens rules.' }
    : { risk: 'medium', riskReason: 'It changes what agents may do.' }
}
