/** What is said of configurations that were read, without the keys that are written out in them (R2.3). */
import type { Loader } from '../../config/loader.ts'
import type { FullDifference } from '../../config/reload/compared-load.ts'
import { redactStrings } from '../../connections/redact.ts'
import type { JsonValue } from '../../model/json.ts'
import type { Environment } from './environment.ts'

export interface KeyConcealment {
  /** Of one whose configurations were learned. */
  difference(difference: FullDifference): FullDifference
  /** Learns each configuration that is loaded. */
  loader: Pick<Loader, 'load'>
}

export function concealKeys(
  loader: Pick<Loader, 'load'>,
  { learn, redactor: { redact } }: Pick<Environment, 'learn' | 'redactor'>,
): KeyConcealment {
  const difference = (found: FullDifference) =>
    redactStrings(found as unknown as JsonValue, redact) as unknown as FullDifference
  return {
    difference,
    loader: {
      async load(request) {
        const loaded = await loader.load(request)
        learn(loaded.configuration)
        return {
          ...loaded,
          problems: loaded.problems.map((problem) => ({ ...problem, message: redact(problem.message) })),
          difference: loaded.difference === null ? null : difference(loaded.difference),
        }
      },
    },
  }
}
