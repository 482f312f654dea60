/**
 * The pure rules that cards and runs speak with. They are `workflow/`'s; the desk may not import that folder, so
 * whoever wires the desk hands them in, as they are.
 */
import type { SentencePart } from '../../preload/contract.ts'
import type { Capability, Definition, Transition } from '../model/definition.ts'
import type { Instance } from '../model/instance.ts'
import type { JsonObject } from '../model/json.ts'

interface Scope {
  arguments: JsonObject
  context: JsonObject
  input: JsonObject
  workflow: { id: string; state: string }
}

interface Place {
  definition: Definition
  state: string
  /** Null where several outcomes are open. */
  transition: Transition | null
  transitionName: string | null
}

export interface DeskRules {
  composeSentence(request: Place & { scope: Scope }): SentencePart[]
  composeBecause(request: Place): string
  outcomeTone(name: string, index: number): 'approve' | 'refuse' | 'neutral'
  titleOf(definition: Definition): string
  stateTitle(definition: Definition, state: string): string
  transitionTitle(transition: Transition | null, name: string): string
  scopeOf(instance: Instance, args: JsonObject): Scope
  prefillOf(instance: Instance, transition: Transition): JsonObject
  proxyDefinition(capability: Capability | null): Definition
}
