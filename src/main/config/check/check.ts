/**
 * What a schema cannot say: whether the parts of a configuration fit together (R2.5, R2.7).
 * May import: model, workflow, and files of this folder.
 */

import { stepProblems } from '../compile/steps.ts'
import { checkCapabilities } from './capabilities.ts'
import { checkConnections, checkUse } from './connections.ts'
import { checkEvidence } from './evidence.ts'
import { checkExecutors } from './executors.ts'
import { checkGates } from './gates.ts'
import { checkGraph } from './graph.ts'
import { checkWorkflowGuards } from './guards.ts'
import { checkLaterFeatures } from './later.ts'
import { checkNames } from './names.ts'
import { checkProfile } from './profile.ts'
import { checkSchemas } from './schemas.ts'
import { createStepFindings } from './step-findings.ts'
import { namesUnder, type Subject, type WorkflowSubject } from './subject.ts'
import { checkVariablesElsewhere } from './text.ts'
import { checkTimeout } from './timeout.ts'
import { checkCapabilityReads, checkWorkflowReads } from './workflow-reads.ts'

/** Reports everything that it finds to `subject.findings`. */
export function checkDocument(subject: Subject): void {
  checkVersion(subject)
  checkNames(subject)
  checkLaterFeatures(subject.findings, subject.document)
  checkProfile(subject)
  checkConnections(subject)
  checkCapabilities(subject)
  checkExecutors(subject)
  checkGates(subject)
  checkEvidence(subject)
  for (const id of Object.keys(subject.compiled.workflows)) checkWorkflow(subject, id)
  checkCapabilityReads(subject)
  checkSchemas(subject)
  checkVariablesElsewhere(subject)
  checkUse(subject)
}

function checkVersion({ document: { version }, findings }: Subject): void {
  if (/^1(?:\.|$)/.test(version)) return
  const message = `This is version ${version} of the format, and only version 1 is known here: what it says could mean something else. Update Countersign, or write "1.0.0".`
  findings.error(['version'], message)
}

function checkWorkflow(subject: Subject, id: string): void {
  const definition = subject.compiled.workflows[id]
  const document = subject.document.workflows?.[id] ?? {}
  const { steps } = document
  if (!definition) return
  const path = ['workflows', id]
  for (const key of ['states', 'initialState'] as const) {
    if (steps === undefined || document[key] === undefined) continue
    const message = `A workflow with ‘steps’ has no ‘${key}’: the steps become its states. Keep one of them.`
    subject.findings.errorAtKey([...path, key], message)
  }
  for (const problem of steps ? stepProblems(steps) : []) {
    subject.findings.error([...path, 'steps', ...problem.path], problem.message)
  }
  const findings = steps ? createStepFindings(subject.findings, path, steps) : subject.findings
  const stateNames = namesUnder(subject, [...path, 'states'], Object.keys(definition.states))
  const workflow: WorkflowSubject = { definition, path, stateNames, subject: { ...subject, findings } }
  checkGraph(workflow)
  checkTimeout(workflow)
  checkWorkflowGuards(workflow)
  checkWorkflowReads(workflow)
}
