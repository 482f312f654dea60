/** `steps:` of a workflow: a list that compiles to states. */
import Type, { type Static } from 'typebox'
import { executorPart, reliabilityPart } from '../executors/executors.ts'
import { guardPart } from '../guards/kind.ts'
import { decidersPart, gateKeys } from './approval.ts'
import { choice, chosenName, flag, jsonObject, line, MAPPING, strict, text, whole, word } from './terms.ts'

const listOf = <Step>(description: string) =>
  Type.Unsafe<Step[]>({
    type: 'array',
    description,
    minItems: 1,
    maxItems: 500,
    items: { $ref: '#/$defs/step' },
  })

/** A decision of a person between two steps. */
const Approve = Type.Object(
  {
    title: Type.Optional(word('What the person does, as on a button: a verb and an object.')),
    summary: Type.Optional(
      line('For people: one line that says what will happen. `{name}` is filled in from context and input.'),
    ),
    risk: Type.Optional(choice(['low', 'medium', 'high'], 'How much harm a wrong decision does.')),
    confirm: Type.Optional(flag('Whether the person must confirm with a second gesture.')),
    by: Type.Optional(decidersPart('Who may decide. Default: anybody at the desk.')),
  },
  { description: 'A person decides whether the workflow goes on; refused, it ends.', ...strict },
)

export const StepSchema = Type.Object(
  {
    name: chosenName('Its name: of the state that it becomes, and in results.'),
    title: Type.Optional(word('A short name for people and models. Default: made from the name.')),
    description: Type.Optional(text('What it does, in a sentence or two.')),
    when: Type.Optional(guardPart('It is skipped unless this holds.')),
    executor: Type.Optional(executorPart('What does the work.')),
    reliability: reliabilityPart(),
    ...gateKeys,
    output: Type.Optional(jsonObject(`What is written into the context. ${MAPPING}`)),
    onFailure: Type.Optional(
      choice(
        ['abort', 'continue', 'retry'],
        'After a failure: stop there, from where it can be tried again by hand (default); go on with the next step; or try it up to three times, then stop.',
      ),
    ),
    parallel: Type.Optional(listOf<unknown>('Steps that run at once, instead of `executor`.')),
    limit: Type.Optional(whole('How many of `parallel` run at once. Default: 4.', 1, 100)),
    approve: Type.Optional(Approve),
  },
  {
    description: 'A step: `executor`, `parallel` or `approve`.',
    ...strict,
  },
)

/** Steps have steps. */
export interface StepDocument extends Omit<Static<typeof StepSchema>, 'parallel'> {
  parallel?: StepDocument[]
}

export const stepList = (description: string) => listOf<StepDocument>(description)
