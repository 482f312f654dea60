/** Tools about which people decide in one place, and that agents can call by themselves in another. Warnings. */
import { declaredCapabilities } from '../../model/configuration.ts'
import type { ExecutorDeclaration } from '../../model/executor.ts'
import { obtain } from '../../model/obtain.ts'
import { executorsIn, sketchCalls, toolOf, triedBy } from '../../workflow/executors/executors.ts'
import { indexGates, programsOf } from '../../workflow/gates/gate-index.ts'
import { confirmedReadOnly, takesTool } from '../../workflow/gates/tool-settings.ts'
import { compileExposed } from '../compile/capability.ts'
import type { Path } from '../read/tree.ts'
import type { Subject, WorkflowSubject } from './subject.ts'

export function checkCapabilityWays(subject: Subject): void {
  const { capabilities = {}, proxy = {} } = subject.document
  for (const [index, entry] of (proxy.expose ?? []).entries()) {
    const capability = compileExposed(entry, capabilities)
    if (!capability || capability.guards.length === 0) continue
    say(subject, openedOf(subject, capability), ['proxy', 'expose', index], 'These guards are asked')
  }
}

export function checkWorkflowWays({ definition, path, subject }: WorkflowSubject): void {
  for (const [state, { transitions }] of Object.entries(definition.states))
    for (const [name, step] of Object.entries(transitions)) {
      if (step.actor !== 'human' && (step.gates ?? []).length === 0) continue
      const at = [...path, 'states', state, 'transitions', name]
      say(subject, openedOf(subject, step), at, 'A person decides')
    }
}

function say({ findings }: Subject, tools: readonly OpenTool[], path: Path, who: string): void {
  for (const { tool, connection } of tools) {
    const message = `${who} before ‘${tool}’ here, and agents can call it without that: it is imported from ‘${connection}’, and nothing there asks a person. Leave it out with ‘exclude’, ask with ‘toolApproval’, or say with ‘toolReadOnly’ that it changes nothing.`
    findings.warning(path, message)
  }
}

interface OpenTool {
  connection: string
  tool: string
}

type OpenTools = (executor: ExecutorDeclaration) => OpenTool[]

const known = new WeakMap<Subject['compiled'], OpenTools>()

/** Of what a step tries. What was left out may be what holds it. */
function openedOf({ compiled, removed }: Subject, step: Parameters<typeof triedBy>[0]): OpenTool[] {
  if (removed.length > 0) return []
  return triedBy(step)
    .flatMap(executorsIn)
    .flatMap(obtain(known, compiled, () => openTools(compiled)))
}

/** Those that agents are offered with nothing before them. */
function openTools(compiled: Subject['compiled']): OpenTools {
  const { connections, imports } = compiled
  const { gatesFor } = indexGates([declaredCapabilities(compiled)], connections, imports)
  const programs = programsOf(connections)
  return (executor) => {
    const called = toolOf(executor)
    if (called === null || connections[called.connection]?.disabled) return []
    const { connection, tool } = called
    const isOffered = imports.some((rule) => rule.connection === connection && takesTool(rule, tool))
    const isHeld = sketchCalls(executor, programs).some((call) => gatesFor(call).length > 0)
    return isOffered && !isHeld && confirmedReadOnly(imports, connection, tool) !== true ? [called] : []
  }
}
