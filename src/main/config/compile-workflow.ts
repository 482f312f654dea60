/** One workflow: defaults filled in, states without transitions terminal (R2.5). */
import type { Branch, Definition, OnEnter, State, Transition } from '../model/definition.ts'
import { compileExecutor, present } from './compile-executor.ts'
import { compileGuard, compileGuards } from './compile-guard.ts'
import { humaniseId } from './humanise.ts'
import type { StateDocument, TransitionDocument, WorkflowDocument } from './schema-workflow.ts'

export function compileWorkflow(id: string, workflow: WorkflowDocument): Definition {
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
    initialState: workflow.initialState ?? '',
    initialContext: workflow.initialContext ?? {},
    maxChainDepth: workflow.maxChainDepth ?? 50,
    ...present({
      timeoutMs: workflow.timeoutMs,
      onTimeout: workflow.onTimeout && { target: workflow.onTimeout.target },
    }),
    linkFilter: workflow.linkFilter ?? 'all',
    states: mapValues(workflow.states ?? {}, compileState),
  }
}

function compileState(state: StateDocument): State {
  const transitions = mapValues(state.transitions ?? {}, compileTransition)
  return {
    ...present({
      title: state.title,
      description: folded(state.description),
      goal: folded(state.goal),
      guidance: folded(state.guidance),
      onEnter: state.onEnter && compileOnEnter(state.onEnter),
      linkFilter: state.linkFilter,
    }),
    terminal: state.terminal ?? Object.keys(transitions).length === 0,
    transitions,
  }
}

function compileOnEnter(onEnter: NonNullable<StateDocument['onEnter']>): OnEnter | undefined {
  const executor = compileExecutor(onEnter.executor)
  return executor && { executor, output: onEnter.output ?? {} }
}

function compileTransition(transition: TransitionDocument): Transition {
  const branches: Branch[] = (transition.branches ?? []).map((branch) => ({
    when: compileGuard(branch.when),
    target: branch.target,
  }))
  return {
    target: transition.target,
    ...present({ title: transition.title, description: folded(transition.description) }),
    actor: transition.actor ?? 'agent',
    ...present({ inputSchema: transition.inputSchema }),
    prefill: transition.prefill ?? {},
    guards: compileGuards(transition.guards),
    ...present({ executor: transition.executor && compileExecutor(transition.executor) }),
    output: transition.output ?? {},
    branches,
    ...present({ summary: transition.summary, risk: transition.risk, confirm: transition.confirm }),
  }
}

/** YAML's `>` and `|` end a text with a line break that nobody means. */
export function folded(text: string | undefined): string | undefined {
  return text?.trimEnd()
}

function mapValues<Value, Result>(
  values: Record<string, Value>,
  change: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
}
