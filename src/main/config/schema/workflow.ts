/** Workflows in a configuration. */
import Type, { type Static } from 'typebox'
import { executorPart, reliabilityPart } from '../executors/executors.ts'
import { guardList, guardPart } from '../guards/kind.ts'
import { gateKeys } from './approval.ts'
import { EvidenceSchema } from './evidence.ts'
import { stepList } from './step.ts'
import {
  choice,
  flag,
  jsonObject,
  jsonSchema,
  line,
  MAPPING,
  milliseconds,
  named,
  part,
  strict,
  text,
  whole,
  word,
  wording,
} from './terms.ts'

const linkFilter = (otherwise: string) =>
  Type.Optional(
    choice(
      ['all', 'byGuards'],
      `Whether links are shown for all transitions, or only for those whose guards pass now. Default: ${otherwise}.`,
    ),
  )

const Branch = Type.Object(
  { when: guardPart('The condition.'), target: word('The state that it leads to.') },
  { description: 'Another target, chosen by the result.', ...strict },
)

export const TransitionSchema = Type.Object(
  {
    target: word('The state that it leads to.'),
    title: Type.Optional(word('What it does, as on a button: a verb and an object.')),
    description: Type.Optional(text('More about it, for a model and a person.')),
    actor: Type.Optional(
      choice(
        ['agent', 'human', 'deterministic', 'system'],
        'Who fires it: an `agent` (default), a `human` at the desk, or the engine by itself: `deterministic` as soon as the state is entered, `system` beside ways of others as soon as its guards hold.',
      ),
    ),
    inputSchema: Type.Optional(jsonSchema('The arguments that the caller gives.')),
    prefill: Type.Optional(jsonObject(`Suggested arguments. ${MAPPING}`)),
    guards: Type.Optional(guardList('All of these must hold.')),
    executor: Type.Optional(executorPart('What does the work. Without one, nothing runs.')),
    output: Type.Optional(jsonObject(`What is written into the context. ${MAPPING}`)),
    branches: Type.Optional(
      Type.Array(Branch, { description: 'The first whose condition holds decides; otherwise `target`.' }),
    ),
    summary: Type.Optional(
      line(
        'For people: one line that says what will happen. `{name}` is filled in from arguments, context and input.',
      ),
    ),
    subject: Type.Optional(
      Type.String({
        description:
          'Path to what it is about, such as `$.arguments.account`: the card of a decision compares with an earlier one about the same, in whichever run. Default: the paths, ids and addresses among the arguments.',
        pattern: '^\\$\\.(arguments|context|input)\\.',
        maxLength: 300,
      }),
    ),
    risk: Type.Optional(choice(['low', 'medium', 'high'], 'How much harm a wrong decision does.')),
    confirm: Type.Optional(flag('Whether a person must confirm with a second gesture.')),
    evidence: Type.Optional(EvidenceSchema),
    undoMs: Type.Optional(
      milliseconds(
        'How long a decision of a person can be taken back before it runs. 0: it runs at once. Default: that of ‘approvals’ for risk ‘high’, else 0.',
        0,
      ),
    ),
    reliability: reliabilityPart(),
    ...gateKeys,
  },
  { description: 'A way from one state to another.', ...strict },
)

const OnEnter = Type.Object(
  {
    executor: executorPart('What runs when the state is entered.'),
    output: Type.Optional(jsonObject(`What is written into the context. ${MAPPING}`)),
    reliability: reliabilityPart(),
  },
  { description: 'Runs whenever the state is entered.', ...strict },
)

export const StateSchema = Type.Object(
  {
    title: Type.Optional(word('Its name for people.')),
    description: Type.Optional(text('What this state means.')),
    goal: Type.Optional(text('What is to be achieved here, for the model.')),
    guidance: Type.Optional(text('How to go about it, for the model.')),
    onEnter: Type.Optional(OnEnter),
    linkFilter: linkFilter('that of the workflow'),
    terminal: Type.Optional(flag('Whether the workflow ends here. A state without transitions is terminal.')),
    transitions: Type.Optional(
      named(part<Static<typeof TransitionSchema>>('transition'), 'The ways out of this state, by name.'),
    ),
  },
  { description: 'A phase of a workflow.', ...strict },
)

export const WorkflowSchema = Type.Object(
  {
    ...wording,
    version: Type.Optional(word('The author\'s label for this version of the workflow. Default: "1".')),
    inputSchema: Type.Optional(jsonSchema('What `workflow.start` takes as `input`.')),
    guards: Type.Optional(guardList('Checked when it is started.')),
    initialState: Type.Optional(word('The state that it starts in.')),
    initialContext: Type.Optional(jsonObject('Values that the context starts with.')),
    maxChainDepth: Type.Optional(
      whole(
        'How many deterministic transitions may follow each other. Default: 50; with `steps`, as many as they need.',
        1,
        1000,
      ),
    ),
    timeoutMs: Type.Optional(milliseconds('How long it may live.')),
    onTimeout: Type.Optional(
      Type.Object(
        {
          target: word('The state that is entered when the time is up.'),
          executor: Type.Optional(executorPart('What runs when that state is entered so.')),
          allowUnapproved: Type.Optional(
            flag('Allows a target that is otherwise reached only through a decision of a person.'),
          ),
        },
        { description: 'What happens when the time is up.', ...strict },
      ),
    ),
    linkFilter: linkFilter('all'),
    states: Type.Optional(
      Type.Unsafe<Record<string, Static<typeof StateSchema>>>({
        ...named(part<Static<typeof StateSchema>>('state'), 'Its states, by name.'),
        minProperties: 1,
      }),
    ),
    steps: Type.Optional(
      stepList('A list of steps, instead of `initialState` and `states`: they run one after the other.'),
    ),
  },
  {
    description: 'A state machine: an agent, people and the engine move it from state to state.',
    ...strict,
    if: { required: ['steps'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, not a promise
    then: {},
    else: { required: ['initialState', 'states'] },
  },
)

export type TransitionDocument = Static<typeof TransitionSchema>
export type StateDocument = Static<typeof StateSchema>
export type WorkflowDocument = Static<typeof WorkflowSchema>
