/** Every gate of a configuration, wherever it stands, put in the place of another one. Pure. */
import type { Configuration } from '../../model/configuration.ts'
import type { Capability, Gate, Transition } from '../../model/definition.ts'
import { mapEntries, present } from '../../model/json.ts'

export function editGates(configuration: Configuration, edit: (gate: Gate) => Gate): Configuration {
  const inStep = <Step extends Pick<Transition | Capability, 'gates'>>(step: Step): Step => ({
    ...step,
    ...present({ gates: step.gates?.map(edit) }),
  })
  const inSource = <Source extends { gate?: Gate }>(source: Source): Source => ({
    ...source,
    ...present({ gate: source.gate && edit(source.gate) }),
  })
  const { connections, imports, capabilities, gated, workflows } = configuration
  return {
    ...configuration,
    connections: mapEntries(connections, inSource),
    imports: imports.map((rule) => ({
      ...inSource(rule),
      ...present({ toolGates: rule.toolGates && mapEntries(rule.toolGates, (gate) => gate && edit(gate)) }),
    })),
    capabilities: capabilities.map(inStep),
    ...present({ gated: gated?.map(inStep) }),
    workflows: mapEntries(workflows, (definition) => ({
      ...definition,
      states: mapEntries(definition.states, (state) => ({
        ...state,
        transitions: mapEntries(state.transitions, inStep),
      })),
    })),
  }
}
