/** What programs, tools and requests declare of being repeated. Pure. */
import type { Repetition } from '../../model/executor.ts'

export function declaredRepetition({ idempotent, idempotencyKey }: Repetition): {
  idempotent: true | undefined
  idempotencyKey: string | true | undefined
} {
  return { idempotent: idempotent ? true : undefined, idempotencyKey }
}
