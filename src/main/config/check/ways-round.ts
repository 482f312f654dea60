/** What people decide about in one place, and agents can bring about by themselves in another. Warnings. */
import { declaredCapabilities } from '../../model/configuration.ts'
import type { ExecutorDeclaration } from '../../model/executor.ts'
import { ownOf } from '../../model/json.ts'
import { obtain } from '../../model/obtain.ts'
import {
  asksPerson,
  executorsIn,
  hasEffect,
  identityOf,
  isGroup,
  keysOf,
  sketchCalls,
  startsRun,
  toolOf,
  triedBy,
} from '../../workflow/executors/executors.ts'
import { indexGates, programsOf } from '../../workflow/gates/gate-index.ts'
import { takesTool } from '../../workflow/gates/tool-settings.ts'
import { listEffects } from '../../workflow/preview/effects.ts'
import { compileExposed } from '../compile/capability.ts'
import type { Path } from '../read/tree.ts'
import type { Subject, WorkflowSubject } from './subject.ts'

export function checkCapabilityWays(subject: Subject): void {
  const { capabilities = {}, proxy = {} } = subject.document
  for (const [index, entry] of (proxy.expose ?? []).entries()) {
    const capability = compileExposed(entry, capabilities)
    if (!capability || capability.guards.length === 0) continue
    say(subject, capability, ['proxy', 'expose', index], 'These guards are asked')
  }
}

export function checkWorkflowWays({ definition, path, subject }: WorkflowSubject): void {
  for (const [state, { transitions }] of Object.entries(definition.states))
    for (const [name, step] of Object.entries(transitions)) {
      if (step.actor !== 'human' && (step.gates ?? []).length === 0) continue
      say(subject, step, [...path, 'states', state, 'transitions', name], 'A person decides')
    }
}

/** Where something was left out, it may be what holds the rest. */
function say(subject: Subject, step: Parameters<typeof triedBy>[0], path: Path, who: string): void {
  const { compiled, removed, findings } = subject
  if (removed.length > 0) return
  const findWays = obtain(known, compiled, () => lookFrom(compiled))
  for (const executor of triedBy(step).flatMap(executorsIn)) {
    for (const way of findWays(executor)) findings.warning(path, `${who} before ${way}`)
  }
}

type WaySearch = (executor: ExecutorDeclaration) => string[]

const known = new WeakMap<Subject['compiled'], WaySearch>()

/** Each way as the end of a sentence: what it is, how agents come to it, what to do. */
function lookFrom(compiled: Subject['compiled']): WaySearch {
  const { connections, imports, workflows } = compiled
  const { gatesFor, isReadOnly } = indexGates([declaredCapabilities(compiled)], connections, imports)
  const programs = programsOf(connections)
  const isHeld = (executor: ExecutorDeclaration) =>
    asksPerson(executor) || sketchCalls(executor, programs).some((call) => gatesFor(call).length > 0)
  const acts = (executor: ExecutorDeclaration) =>
    !isGroup(executor) && hasEffect(executor) && !sketchCalls(executor, programs).every(isReadOnly)
  const exposed = compiled.capabilities
    .filter(({ guards, gates = [], executor, readOnly }) => {
      return guards.length + gates.length === 0 && !readOnly && !isHeld(executor)
    })
    .map(({ id, executor }) => ({ id, ...identityOf(executor, programs) }))

  const imported: WaySearch = (executor) => {
    const called = toolOf(executor)
    if (called === null || connections[called.connection]?.disabled || isHeld(executor)) return []
    const { connection, tool } = called
    const isOffered = imports.some((rule) => rule.connection === connection && takesTool(rule, tool))
    if (!isOffered) return []
    return [
      `‘${tool}’ here, and agents can call it without that: it is imported from ‘${connection}’, and nothing there asks a person. Leave it out with ‘exclude’, ask with ‘toolApproval’, or say with ‘toolReadOnly’ that it changes nothing.`,
    ]
  }
  const called: WaySearch = (executor) => {
    const calls = sketchCalls(executor, programs)
    return exposed
      .filter(({ keys, makes }) =>
        calls.some((call) => keysOf(call).some((key) => keys.includes(key)) && makes(call)),
      )
      .map(
        ({ id }) =>
          `this here, and agents can call it without that, as ‘${id}’. Give that an ‘approval’, or do not expose it.`,
      )
  }
  const isOpen = (id: string, above: readonly string[] = []): boolean => {
    const definition = ownOf(workflows, id)
    if (definition === undefined || above.includes(id)) return false
    if (above.length === 0 && definition.guards.length > 0) return false
    return listEffects(definition, ({ executor, gates = [] }) => {
      return gates.length > 0 || (executor !== undefined && isHeld(executor))
    }).some(({ alone, step: { executor } }) =>
      executorsIn(executor).some(
        (each) => alone && (startsRun(each) ? isOpen(each.definitionId, [...above, id]) : acts(each)),
      ),
    )
  }
  const open = new Map<string, boolean>()
  const started: WaySearch = (executor) => {
    if (!startsRun(executor)) return []
    const isStarted = open.get(executor.definitionId) ?? isOpen(executor.definitionId)
    open.set(executor.definitionId, isStarted)
    if (!isStarted) return []
    return [
      `‘${executor.definitionId}’ here, and agents can start it without that: it runs something before which it asks nobody. Ask for a role in its ‘guards’, or put an ‘approval’ before what it runs.`,
    ]
  }
  return (executor) => (acts(executor) ? [imported, called, started].flatMap((find) => find(executor)) : [])
}
