/**
 * What a schema cannot say: whether the parts of a configuration fit together (gateway.md §3, R2.5, R2.7).
 * May import: model, workflow, and files of this folder.
 */
import { checkCapabilities } from './check-capabilities.ts'
import { checkConnections, checkUse } from './check-connections.ts'
import { checkWorkflowExecutors } from './check-executors.ts'
import { checkGraph } from './check-graph.ts'
import { checkWorkflowGuards } from './check-guards.ts'
import { checkNames } from './check-names.ts'
import { checkCapabilityReads, checkWorkflowReads } from './check-reads.ts'
import { checkSchemas } from './check-schemas.ts'
import { checkVariablesElsewhere } from './check-text.ts'
import { checkTimeout } from './check-timeout.ts'
import { checkLaterFeatures } from './later.ts'
import { namesUnder, type Subject, type WorkflowSubject } from './subject.ts'

/** Reports everything that it finds to `subject.findings`. */
export function checkDocument(subject: Subject): void {
  checkNames(subject)
  checkLaterFeatures(subject.findings, subject.tree)
  checkConnections(subject)
  checkCapabilities(subject)
  for (const [id, definition] of Object.entries(subject.compiled.workflows)) {
    const path = ['workflows', id]
    const stateNames = namesUnder(subject, [...path, 'states'], Object.keys(definition.states))
    const workflow: WorkflowSubject = { definition, path, stateNames, subject }
    checkGraph(workflow)
    checkTimeout(workflow)
    checkWorkflowGuards(workflow)
    checkWorkflowExecutors(workflow)
    checkWorkflowReads(workflow)
  }
  checkCapabilityReads(subject)
  checkSchemas(subject)
  checkVariablesElsewhere(subject)
  checkUse(subject)
}
