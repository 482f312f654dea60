/** Narrows an executor to the one kind of call that it runs. */

import type { ExecutionOutcome, ResolvedCall } from '../model/call.ts'
import { type Connection, KIND_WORDS, sayDisabled } from '../model/configuration.ts'
import { GatewayError } from '../model/error.ts'
import { ownOf } from '../model/json.ts'
import type { ExecutionContext, Executor } from '../runtime/executor-port.ts'

type CallOf<Kind extends ResolvedCall['kind']> = Extract<ResolvedCall, { kind: Kind }>

/** The executor throws `INTERNAL` for a call of another kind: whoever sent it has a bug. */
export function executorOf<Kind extends ResolvedCall['kind']>(
  kind: Kind,
  run: (call: CallOf<Kind>, context: ExecutionContext) => Promise<ExecutionOutcome>,
): Executor {
  return {
    async run(call, context) {
      if (!isOfKind(call, kind)) {
        throw new GatewayError('INTERNAL', `The executor ${kind} was given a call of kind ${call.kind}.`)
      }
      return run(call, context)
    },
  }
}

function isOfKind<Kind extends ResolvedCall['kind']>(call: ResolvedCall, kind: Kind): call is CallOf<Kind> {
  return call.kind === kind
}

/** The connection of a call; a sentence if there is none of this kind any more, or it is switched off. */
export function usableConnection<Kind extends Connection['kind']>(
  kind: Kind,
  name: string,
  { connections }: { connections(): Readonly<Record<string, Connection>> },
): Extract<Connection, { kind: Kind }> | string {
  const found = ownOf(connections(), name)
  if (found?.kind !== kind) return `There is no ${KIND_WORDS[kind]} named ${name}.`
  return found.disabled ? sayDisabled(name) : (found as Extract<Connection, { kind: Kind }>)
}
