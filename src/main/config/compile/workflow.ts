/** One workflow: defaults filled in, states without transitions terminal (R2.5). */
import type {
  Branch,
  DeclaredEvidence,
  Definition,
  Gate,
  OnEnter,
  State,
  Transition,
} from '../../model/definition.ts'
import type { Guard } from '../../model/guard.ts'
import { mapEntries, present } from '../../model/json.ts'
import { compileGuard, compileGuards } from '../guards/guards.ts'
import type { DeclaredEvidenceDocument } from '../schema/evidence.ts'
import type { StateDocument, TransitionDocument, WorkflowDocument } from '../schema/workflow.ts'
import { compileExecutor } from './executor.ts'
import { compileGate, placedAt } from './gate.ts'
import { humaniseId } from './humanise.ts'
import { compileSteps } from './steps.ts'
import type { CapabilityDocuments } from './unwrap-capability.ts'

/** `declared`: the capabilities that its executors may name. */
export function compileWorkflow(
  id: string,
  workflow: WorkflowDocument,
  declared: CapabilityDocuments,
): Definition {
  const steps =
    workflow.steps && compileSteps(workflow.steps, (transition) => compileTransition(transition, declared))
  const states = steps?.states ?? mapEntries(workflow.states ?? {}, (state) => compileState(state, declared))
  return {
    id,
    version: workflow.version ?? '1',
    title: workflow.title ?? humaniseId(id),
    ...present({ description: folded(workflow.description) }),
    tags: workflow.tags ?? [],
    aliases: workflow.aliases ?? [],
    examples: workflow.examples ?? [],
    ...present({ inputSchema: workflow.inputSchema }),
    guards: compileGuards(workflow.guards),
    initialState: steps?.initialState ?? workflow.initialState ?? '',
    initialContext: { ...workflow.initialContext, ...steps?.initialContext },
    maxChainDepth: workflow.maxChainDepth ?? steps?.maxChainDepth ?? 50,
    ...present({
      timeoutMs: workflow.timeoutMs,
      onTimeout: workflow.onTimeout && compileOnTimeout(workflow.onTimeout, declared),
    }),
    linkFilter: workflow.linkFilter ?? 'all',
    states: placeExceptions(id, states),
  }
}

/** Where the gates of its own steps stand is known only now. */
function placeExceptions(id: string, states: Record<string, State>): Record<string, State> {
  for (const [state, { transitions }] of Object.entries(states)) {
    for (const [name, transition] of Object.entries(transitions)) {
      const of = `workflows.${id}.states.${state}.transitions.${name}`
      if (transition.gates?.some(({ except }) => except?.of === ''))
        transition.gates = transition.gates.map((gate) => placedAt(gate, of))
    }
  }
  return states
}

function compileOnTimeout(
  onTimeout: NonNullable<WorkflowDocument['onTimeout']>,
  declared: CapabilityDocuments,
): NonNullable<Definition['onTimeout']> {
  const compiled = onTimeout.executor && compileExecutor(onTimeout.executor, undefined, declared)
  return { target: onTimeout.target, ...present({ executor: compiled?.executor }) }
}

function compileState(state: StateDocument, declared: CapabilityDocuments): State {
  const transitions = mapEntries(state.transitions ?? {}, (each) => compileTransition(each, declared))
  return {
    ...present({
      title: state.title,
      description: folded(state.description),
      goal: folded(state.goal),
      guidance: folded(state.guidance),
      onEnter: state.onEnter && compileOnEnter(state.onEnter, declared),
      linkFilter: state.linkFilter,
    }),
    terminal: state.terminal ?? Object.keys(transitions).length === 0,
    transitions,
  }
}

function compileOnEnter(
  onEnter: NonNullable<StateDocument['onEnter']>,
  declared: CapabilityDocuments,
): OnEnter | undefined {
  const compiled = compileExecutor(onEnter.executor, onEnter.reliability, declared)
  if (!compiled) return undefined
  return {
    executor: compiled.executor,
    output: onEnter.output ?? {},
    ...present({ reliability: compiled.reliability }),
  }
}

function compileTransition(transition: TransitionDocument, declared: CapabilityDocuments): Transition {
  const branches: Branch[] = (transition.branches ?? []).map((branch) => ({
    when: compileGuard(branch.when),
    target: branch.target,
  }))
  const compiled =
    transition.executor && compileExecutor(transition.executor, transition.reliability, declared)
  const own = compileGate(transition, '')
  const gates: Gate[] = [...(own ? [own] : []), ...(compiled?.gates ?? [])]
  const evidence = compileEvidence(transition.evidence)
  return {
    target: transition.target,
    ...present({ title: transition.title, description: folded(transition.description) }),
    actor: transition.actor ?? 'agent',
    ...present({ inputSchema: transition.inputSchema ?? compiled?.inputSchema }),
    prefill: transition.prefill ?? {},
    guards: [...compileGuards(transition.guards), ...(compiled?.guards ?? []), ...evidence.guards],
    ...present({ executor: compiled?.executor }),
    output: transition.output ?? {},
    branches,
    ...present({
      evidence: evidence.records.length === 0 ? undefined : evidence.records,
      reliability: compiled?.reliability,
      gates: gates.length === 0 ? undefined : gates,
      summary: transition.summary,
      subject: transition.subject,
      risk: transition.risk,
      confirm: transition.confirm,
      undoMs: transition.undoMs,
    }),
  }
}

/** What `requires` asks for is a guard like any other, after those that are declared as such. */
function compileEvidence(declared: DeclaredEvidenceDocument | undefined): {
  records: DeclaredEvidence[]
  guards: Guard[]
} {
  const { records = [], requires } = Array.isArray(declared) ? { records: declared } : (declared ?? {})
  return {
    records: records.map((each) => {
      if (typeof each === 'string') return { kind: each, data: {} }
      return { kind: each.kind, ...present({ summary: each.summary }), data: each.data ?? {} }
    }),
    guards: requires === undefined ? [] : [compileGuard({ kind: 'evidence', requires })],
  }
}

/** YAML's `>` and `|` end a text with a line break that nobody means. */
export function folded(text: string | undefined): string | undefined {
  return text?.trimEnd()
}
