/** Approval gates in a configuration (R5): nothing behind one runs before people have approved it. */
import Type, { type Static } from 'typebox'
import { guardPart } from '../guards/kind.ts'
import { choice, flag, milliseconds, part, strict, whole, word } from './terms.ts'

const Deciders = Type.Object(
  {
    role: Type.Optional(word('Who decides must have this role, under ‘people’.')),
    permission: Type.Optional(word('Who decides must have this permission, under ‘people’.')),
  },
  { description: 'Who may decide. With a role and a permission, both are needed.', ...strict },
)
export type DecidersDocument = Static<typeof Deciders>
export const decidersPart = (description: string) => part<DecidersDocument>('deciders', description)

export const DecidersSchema = Deciders

export const ExceptSchema = Type.Object(
  {
    when: Type.Array(guardPart(), {
      minItems: 1,
      maxItems: 50,
      description:
        'Guards on what is about to run. `$.call` is literally the call: `$.call.tool`, `$.call.arguments.path`, `$.call.args[0]`; `$.arguments`, `$.context` and `$.input` are those of the step. All must hold.',
    }),
    until: Type.String({
      minLength: 10,
      maxLength: 40,
      description:
        'The last day on which it holds (2026-12-31, in UTC), or the time until which it does (2026-12-31T18:00:00Z). At most a year ahead.',
    }),
  },
  {
    description:
      'Where this gate does not ask: while every guard holds, and the time is not past. It always ends by itself.',
    ...strict,
  },
)
export type ExceptDocument = Static<typeof ExceptSchema>

export const ApprovalSchema = Type.Object(
  {
    required: Type.Optional(
      Type.Unsafe<boolean | 'unlessReadOnly'>({
        description:
          '`true` (default): each call waits. `unlessReadOnly`: only calls of tools that may change something. `false`: no gate here; those of other levels stay.',
        enum: [true, false, 'unlessReadOnly'],
      }),
    ),
    queue: Type.Optional(word('The queue of the inbox in which it waits.')),
    timeoutMs: Type.Optional(
      milliseconds('After this it is refused, never approved. Default: `approvals.timeoutMs`.'),
    ),
    quorum: Type.Optional(whole('How many different people must approve. Default: 1.', 1, 100)),
    notRequester: Type.Optional(
      flag('Whoever asked may not approve. Default: true if the quorum is more than 1.'),
    ),
    risk: Type.Optional(
      choice(
        ['high'],
        'What waits here is of high risk: approving it takes a second gesture, can be taken back, and asks for proof where `approvals.proof` does.',
      ),
    ),
    by: Type.Optional(
      decidersPart('Who may decide. Default: the rule of the queue, or anybody at the desk.'),
    ),
    except: Type.Optional(
      part<ExceptDocument>('except', 'Where this gate does not ask, until a day that is written with it.'),
    ),
  },
  {
    description: 'A gate: a person must approve each call. Gates of all levels add up.',
    ...strict,
  },
)
export type ApprovalDocument = Static<typeof ApprovalSchema>

/** The two spellings of a gate, wherever one can stand. */
export const gateKeys = {
  approval: Type.Optional(
    part<ApprovalDocument>('approval', 'A gate: a person must approve each call behind it.'),
  ),
  auto_approve: Type.Optional(
    flag('`false` is the same as `approval: { required: true }`; `true` is the same as no gate.'),
  ),
}
