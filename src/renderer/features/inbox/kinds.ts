/** What the window alone knows of each kind of item. The table is complete or does not compile. May import: the contract. */
import type { ItemCard } from '../../../preload/contract.ts'

interface KindView {
  /** Above its card. */
  title: string
  /** What becomes of it if nobody decides in time, as it goes on after the time. */
  late: string
  /** Comments that people choose from. */
  presets: readonly string[]
  /** Whether an agent hears of the decision and its comment. */
  hasAgent: boolean
  /** `label`: by the button that was pressed. `plain`: approved or refused. `carriedOut`: done, whatever the button was called. */
  endsAs: 'label' | 'plain' | 'carriedOut'
  /** `doubt`: a person says what happened. `question`: a server asks for an answer, which approves nothing. */
  asks: 'decision' | 'doubt' | 'question'
}

const NOTHING_CHANGES = 'if nobody decides by then, nothing changes'

const CALL_PRESETS = [
  'Not what was asked for.',
  'The values look wrong.',
  'Wrong environment.',
  'Needs another look by somebody else.',
  'Not now.',
]

const KINDS: { readonly [Kind in ItemCard['kind']]: KindView } = {
  transition: {
    title: 'Decision',
    late: 'if nobody decides by then, the workflow times out',
    presets: [
      'Not what was asked for.',
      'Needs more work.',
      'Say why this is needed.',
      'Needs another look by somebody else.',
      'Not now.',
    ],
    hasAgent: true,
    endsAs: 'label',
    asks: 'decision',
  },
  executor: {
    title: 'Step for a person',
    late: 'if nobody decides by then, it counts as refused',
    presets: CALL_PRESETS,
    hasAgent: true,
    endsAs: 'carriedOut',
    asks: 'decision',
  },
  gate: {
    title: 'Call to approve',
    late: 'if nobody decides by then, it is refused and does not run',
    presets: CALL_PRESETS,
    hasAgent: true,
    endsAs: 'plain',
    asks: 'decision',
  },
  definition: {
    title: 'Proposed workflow',
    late: NOTHING_CHANGES,
    presets: [
      'It may do more than it needs to.',
      'A person has to decide somewhere in it.',
      'There is a workflow for this already.',
    ],
    hasAgent: true,
    endsAs: 'plain',
    asks: 'decision',
  },
  interrupted: {
    title: 'Interrupted run',
    late: NOTHING_CHANGES,
    presets: ['I have looked, and it is as I say.', 'I could not find out.'],
    hasAgent: true,
    endsAs: 'plain',
    asks: 'doubt',
  },
  tool_change: {
    title: 'Changed tool',
    late: NOTHING_CHANGES,
    hasAgent: false,
    endsAs: 'plain',
    asks: 'decision',
    presets: [
      'The description tells agents what to do.',
      'Nobody announced this change.',
      'We do not need this tool.',
    ],
  },
  configuration: {
    title: 'Edited settings file',
    late: NOTHING_CHANGES,
    hasAgent: false,
    endsAs: 'plain',
    asks: 'decision',
    presets: ['I do not know who changed this.', 'It takes away a protection.', 'Not now.'],
  },
  elicitation: {
    title: 'Question from a server',
    hasAgent: false,
    endsAs: 'plain',
    late: 'if nobody answers by then, the server is told so',
    presets: ['This is none of the server’s business.', 'I do not have this.'],
    asks: 'question',
  },
}

export function kindView({ kind }: Pick<ItemCard, 'kind'>): KindView {
  return KINDS[kind]
}

/** Of what a person has written or kept, which may name no kind. */
export function titleOfKind(name: string): string {
  return Object.hasOwn(KINDS, name) ? KINDS[name as ItemCard['kind']].title : name
}
