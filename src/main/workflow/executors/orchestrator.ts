/** `orchestrator`: the gateway's own four actions on workflows (seed 004). Pure. */
import { isJsonObject } from '../../model/json.ts'
import { jsonText } from '../wording/quote.ts'
import { asItIs, type ExecutorKind, knownBy, NO_CONNECTION, SINGLE, WRITTEN_WHOLE } from './kind.ts'

export const orchestrator: ExecutorKind<'orchestrator'> = {
  ...SINGLE,
  ...WRITTEN_WHOLE,
  ...NO_CONNECTION,
  does: 'acts',
  noun: null,
  effect: () => 'acts on workflows of Countersign itself',
  readsOnly: () => false,
  edit: asItIs,
  // Runs that it started are found again by their correlation; the other actions are idempotent (seed 004).
  proposed: 'freely',
  repeats: 'always',
  proposes: ({ action }) => action === 'create_workflow',
  runs({ action, arguments: { workflow_name: name, parameters, dry_run: isRehearsal } }) {
    if (action !== 'run_workflow') return null
    const input = isJsonObject(parameters) ? parameters : {}
    return { name: String(name), input, isRehearsal: isRehearsal === true }
  },
  resolve: ({ action }, scope) => ({
    ok: true,
    call: { kind: 'orchestrator', action, arguments: scope.arguments },
  }),
  sketch: ({ action }) => ({ kind: 'orchestrator', action, arguments: {} }),
  identity: ({ action }) => knownBy('orchestrator', action),
  keys: ({ action }) => knownBy('orchestrator', action).keys,
  declare: ({ action }) => ({ kind: 'orchestrator', action }),
  write: ({ action }) => ({ call: `orchestrator.${action}`, given: '' }),
  text: (call) => `${call.action} ${jsonText(call.arguments)}`,
  told: () => 'runs',
  sends: { name: 'arguments', takesMore: true, template: () => undefined },
}
