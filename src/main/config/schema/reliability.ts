/** What happens when an executor fails. */
import Type, { type Static } from 'typebox'
import { PASSING_FAILURES } from '../../model/error.ts'
import { choice, flag, milliseconds, part, strict, whole } from './terms.ts'

const Retry = Type.Object(
  {
    maxAttempts: Type.Optional(whole('Attempts in all, the first one included. Default: 3.', 1, 100)),
    backoff: Type.Optional(
      choice(
        ['none', 'fixed', 'exponential'],
        'How long to pause: not at all, always the same, or twice as long each time (default).',
      ),
    ),
    initialDelayMs: Type.Optional(milliseconds('The first pause. Default: 500.', 0)),
    maxDelayMs: Type.Optional(milliseconds('The longest pause. Default: 30000.', 0)),
    jitter: Type.Optional(
      flag('Whether pauses are varied at random, so that not all come back at once. Default: true.'),
    ),
    retryOn: Type.Optional(
      Type.Array(
        choice(
          PASSING_FAILURES,
          'A class of failure: too slow, a passing fault of the other side, too many requests, or no connection.',
        ),
        {
          description: 'Which failures are tried again. Default: all four classes; a permanent one never is.',
        },
      ),
    ),
  },
  { description: 'Trying again after a failure. Without it there is one attempt.', ...strict },
)

const Fallback = Type.Object(
  {
    strategy: Type.Optional(
      choice(['first_success'], 'They are tried in order until one succeeds. The only strategy.'),
    ),
    executors: Type.Array(part<unknown>('executor', 'Tried when those before it have failed.'), {
      description: 'Other executors, in order. Each is tried under the same policy.',
      maxItems: 20,
    }),
  },
  { description: 'What is tried instead when the executor has failed for good.', ...strict },
)

export const ReliabilitySchema = Type.Object(
  {
    timeoutMs: Type.Optional(milliseconds('The longest that one attempt may take.')),
    retry: Type.Optional(Retry),
    fallback: Type.Optional(Fallback),
  },
  {
    description:
      'What happens when the executor is slow or fails. Where several levels declare it, the nearest wins as a whole.',
    ...strict,
  },
)

/** Executors have policies, and policies have executors. */
export interface ReliabilityOf<Executor> extends Omit<Static<typeof ReliabilitySchema>, 'fallback'> {
  fallback?: { strategy?: 'first_success'; executors: Executor[] }
}
