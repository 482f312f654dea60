/** Every gate that the configuration declares, with its place in it. Pure. */
import type { SettingsView } from '../../../preload/contract.ts'
import type { Configuration } from '../../model/configuration.ts'
import type { Gate } from '../../model/definition.ts'
import { quoteWord } from '../../workflow/wording/quote.ts'
import { stateTitle, transitionTitle } from '../../workflow/wording/sentence.ts'
import { describeGate } from './declared-rules.ts'

type GateView = SettingsView['approvals']['gates'][number]

type GateSources = Pick<
  Configuration,
  'connections' | 'imports' | 'capabilities' | 'gated' | 'workflows' | 'approvals'
>

/** In the order in which they are written, those of connections first. */
export function listGates(configuration: GateSources): GateView[] {
  const { connections, imports, capabilities, gated = [], workflows, approvals } = configuration
  const view = (holds: string, place: string, gates: readonly Gate[]): GateView[] =>
    gates.map((gate) => ({
      holds,
      place,
      people: gate.quorum,
      text: describeGate(gate, approvals.queues),
    }))
  const titleOf = (name: string) =>
    (Object.hasOwn(connections, name) ? connections[name]?.title : undefined) ?? name
  const given = (gate: Gate | undefined): Gate[] => (gate === undefined ? [] : [gate])
  return [
    ...Object.values(connections).flatMap(({ name, gate }) =>
      view(titleOf(name), `connections.${name}.approval`, given(gate)),
    ),
    ...imports.flatMap((rule, place) => [
      ...view(titleOf(rule.connection), `proxy.import[${place}].approval`, given(rule.gate)),
      ...Object.entries(rule.toolGates ?? {}).flatMap(([tool, gate]) =>
        view(
          `${titleOf(rule.connection)}: ${quoteWord(tool)}`,
          `proxy.import[${place}].toolApproval: ${quoteWord(tool)}`,
          given(gate ?? undefined),
        ),
      ),
    ]),
    ...[...capabilities, ...gated].flatMap(({ id, title, gates = [] }) =>
      view(title, `proxy.expose: ${id}`, gates),
    ),
    ...Object.values(workflows).flatMap((workflow) =>
      Object.entries(workflow.states).flatMap(([state, { transitions }]) =>
        Object.entries(transitions).flatMap(([name, transition]) =>
          view(
            `${workflow.title}: ${stateTitle(workflow, state)} → ${transitionTitle(transition, name)}`,
            `workflows.${workflow.id}.states.${state}.transitions.${name}.approval`,
            transition.gates ?? [],
          ),
        ),
      ),
    ),
  ]
}
