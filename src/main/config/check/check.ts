/**
 * What a schema cannot say: whether the parts of a configuration fit together (R2.5, R2.7).
 * May import: model, workflow, and files of this folder.
 */

import type { JsonValue } from '../../model/json.ts'
import { isReservedName } from '../../model/reserved-names.ts'
import { EVIDENCE_OF_PEOPLE } from '../../workflow/guards/evidence.ts'
import { findProfileProblems } from '../../workflow/search-profile/problems.ts'
import { revealText } from '../../workflow/wording/sight.ts'
import { entryOf, stepProblems } from '../compile/steps.ts'
import { type Path, textsAt } from '../read/tree.ts'
import { hasVariable } from '../read/variables.ts'
import type { DeclaredEvidenceDocument } from '../schema/evidence.ts'
import type { Document } from '../schema/schema.ts'
import type { StepDocument } from '../schema/step.ts'
import { checkCapabilities } from './capabilities.ts'
import { type Findings, isWhole } from './checking.ts'
import { checkConnections, checkUse } from './connections.ts'
import { checkExecutors } from './executors.ts'
import { checkGates, checkUndo } from './gates.ts'
import { checkDeadEnds, checkGraph } from './graph.ts'
import { checkWorkflowGuards } from './guards.ts'
import { checkInherited, HOME } from './inherited.ts'
import { checkLateStarts } from './late-starts.ts'
import { checkSchemas } from './schemas.ts'
import { namesUnder, type Subject, type WorkflowSubject } from './subject.ts'
import { checkTimeout } from './timeout.ts'
import { checkCapabilityWays, checkWorkflowWays } from './ways-round.ts'
import { checkCapabilityReads, checkWorkflowReads } from './workflow-reads.ts'

const CURLY = /^[“”„].*[“”]$/s
const WORDS: ReadonlySet<string> = new Set(['title', 'description'])

/** What a shell would make a folder of: also `~name`, `$NAME` and `%NAME%`. Nothing here is read by a shell. */
const PLACE = /^(?:~[\w.-]*|\$\w+|%\w+%)(?=[/\\]|$)/

function checkHome({ tree, document, findings }: Subject): void {
  for (const path of [
    ['audit', 'path'],
    ['store', 'path'],
  ]) {
    const [{ text = '' } = {}] = textsAt(tree, path)
    const [name] = PLACE.exec(text) ?? []
    if (name !== undefined)
      findings.error(
        path,
        `‘${text}’ would be a folder with the name ‘${name}’: no shell reads this. Write the whole path, or one from the folder of this file.`,
      )
  }
  for (const name of Object.keys(document.connections ?? {})) {
    for (const { path, text } of textsAt(tree, ['connections', name])) {
      if (HOME.test(text))
        findings.warning(
          path,
          `‘${text}’ is given as it stands: no shell makes a home folder of ‘~’. Write \${HOME}${text.slice(1)}.`,
        )
      // A title may well be so.
      if (CURLY.test(text) && !WORDS.has(String(path.at(-1))))
        findings.warning(
          path,
          'These quotes are curly, so they are a part of the text. Write straight ones: "…".',
        )
    }
  }
}

/** Reports everything that it finds to `subject.findings`. */
export function checkDocument(subject: Subject): void {
  checkVersion(subject)
  checkNames(subject)
  checkLaterFeatures(subject.findings, subject.document)
  checkProfile(subject)
  checkConnections(subject)
  checkHome(subject)
  checkInherited(subject, subject.tree, subject.document.connections ?? {})
  checkCapabilities(subject)
  checkExecutors(subject)
  checkGates(subject)
  checkUndo(subject)
  checkEvidence(subject)
  for (const id of Object.keys(subject.compiled.workflows)) checkWorkflow(subject, id)
  checkCapabilityReads(subject)
  checkCapabilityWays(subject)
  checkSchemas(subject)
  checkVariablesElsewhere(subject)
  checkSight(subject)
  checkUse(subject)
}

const PLAIN = /^[\n -~]*$/

/** What a person would not see in a text, or take for something else. Names are plain anyway. */
function checkSight({ tree, findings }: Subject): void {
  for (const { path, text } of textsAt(tree)) {
    if (PLAIN.test(text)) continue
    const pieces = revealText(text)
    const unseen = pieces.find(({ kind, text }) => kind === 'mark' && text.startsWith('U+'))
    const code = pieces.find(({ lookalike }) => lookalike !== undefined)?.lookalike?.code
    if (unseen !== undefined)
      findings.warning(
        path,
        `This text holds a character that cannot be seen (${unseen.text}), and people are shown its code. Leave it out.`,
      )
    else if (code !== undefined)
      findings.warning(
        path,
        `This text holds a character that looks like another (${code}), and people are shown its code. Type the usual one.`,
      )
  }
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
    const at = [...path, 'steps', ...problem.path]
    // Of a step with something left out nobody knows what it lacks.
    if (isWhole(subject, at)) subject.findings.error(at, problem.message)
  }
  const findings = steps ? createStepFindings(subject.findings, path, steps) : subject.findings
  const stateNames = namesUnder(subject, [...path, 'states'], Object.keys(definition.states))
  const workflow: WorkflowSubject = { definition, path, stateNames, subject: { ...subject, findings } }
  checkGraph(workflow)
  checkTimeout(workflow)
  checkLateStarts(workflow)
  checkWorkflowGuards(workflow)
  checkDeadEnds(workflow)
  checkWorkflowReads(workflow)
  checkWorkflowWays(workflow)
}

/** Evidence: what the engine alone records, and guards that ask for what nothing records (R2.7, R5.7). */
function checkEvidence(subject: Subject): void {
  for (const [id, { states = {} }] of Object.entries(subject.document.workflows ?? {})) {
    for (const [state, { transitions = {} }] of Object.entries(states)) {
      for (const [name, { evidence }] of Object.entries(transitions)) {
        const path = ['workflows', id, 'states', state, 'transitions', name, 'evidence']
        for (const { kind, at } of declaredKinds(evidence, path)) {
          if (!EVIDENCE_OF_PEOPLE.includes(kind)) continue
          subject.findings.error(
            at,
            `Evidence of the kind ‘${kind}’ says that a person decided; the engine alone records it. Choose another kind.`,
          )
        }
      }
    }
  }
}

function declaredKinds(
  evidence: DeclaredEvidenceDocument | undefined,
  path: Path,
): { kind: string; at: Path }[] {
  const [records = [], at] = Array.isArray(evidence)
    ? [evidence, path]
    : [evidence?.records, [...path, 'records']]
  return records.map((each, index) =>
    typeof each === 'string'
      ? { kind: each, at: [...at, index] }
      : { kind: each.kind, at: [...at, index, 'kind'] },
  )
}

/** What this version reads and does not do. A warning: leaving it out changes nothing of what runs or who must approve. */
function checkLaterFeatures(findings: Findings, { discovery }: Document): void {
  if (discovery?.enabled !== undefined)
    findings.warning(['discovery', 'enabled'], '‘enabled’ is ignored: the tools are always the same seven.')
}

/** How the gateway's own capabilities are called: nothing may pass for one of them. */
const OWN = /^orchestrator\./

function checkNames(subject: Subject): void {
  const { connections, capabilities, workflows = {}, clients, people, proxy } = subject.document
  const check = (names: object | undefined, path: Path) => {
    const before = new Map<string, string>()
    for (const name of Object.keys(names ?? {})) {
      if (isReservedName(name)) subject.findings.errorAtKey([...path, name], sentence(name))
      const other = before.get(name.toLowerCase())
      if (other !== undefined) {
        const message = `‘${name}’ and ‘${other}’ differ in capitals only, and are two different things here. Rename one of them.`
        subject.findings.warningAtKey([...path, name], message)
      }
      before.set(name.toLowerCase(), name)
    }
  }
  check(connections, ['connections'])
  check(capabilities, ['capabilities'])
  check(clients, ['clients'])
  check(people, ['people'])
  if (clients?.local !== undefined) {
    const shared =
      '‘local’ is the identity that all clients without a token share. It has the least rights, and what is written here has no effect. Give the client a name of its own, and a token.'
    subject.findings.warning(['clients', 'local'], shared)
  }
  check(workflows, ['workflows'])
  for (const id of Object.keys(workflows)) {
    if (OWN.test(id)) subject.findings.errorAtKey(['workflows', id], ownSentence(id))
  }
  for (const [index, entry] of (proxy?.expose ?? []).entries()) {
    const id = entry.as ?? entry.name ?? entry.capability
    if (id === undefined) continue
    if (isReservedName(id)) subject.findings.error(['proxy', 'expose', index], sentence(id))
    if (OWN.test(id)) subject.findings.error(['proxy', 'expose', index], ownSentence(id))
  }
  for (const [id, workflow] of Object.entries(workflows)) {
    check(workflow.states, ['workflows', id, 'states'])
    for (const [state, { transitions }] of Object.entries(workflow.states ?? {})) {
      check(transitions, ['workflows', id, 'states', state, 'transitions'])
    }
  }
}

function ownSentence(id: string): string {
  return `‘${id}’ begins like Countersign’s own capabilities (‘orchestrator.…’). Choose another id.`
}

function sentence(name: string): string {
  return `‘${name}’ is a reserved name. Choose another one.`
}

/** Whether `discovery.profile` is one: a name alone, or an object with settings. */
function checkProfile({ document, findings }: Subject): void {
  const profile = document.discovery?.profile
  if (profile === undefined || typeof profile === 'string') return
  for (const { path, message } of findProfileProblems(profile as unknown as JsonValue))
    findings.error(['discovery', 'profile', ...path.map(toStep)], message)
}

/** No setting is called by a number. */
function toStep(step: string): string | number {
  return /^\d+$/.test(step) ? Number(step) : step
}

// What is found in the states that steps compile to, shown at the steps.

/** `path`: of the workflow. */
function createStepFindings(findings: Findings, path: Path, steps: readonly StepDocument[]): Findings {
  const written = (at: Path): Path => {
    const [section, state, ...rest] = at.slice(path.length)
    if (section !== 'states') return at
    const index = steps.findIndex((step) => step.name === state || entryOf(step) === state)
    if (index < 0) return [...path, 'steps']
    const inside = rest.indexOf('branches')
    const member = steps[index]?.parallel?.findIndex(({ name }) => name === rest[inside + 1]) ?? -1
    const step = [...path, 'steps', index]
    return inside >= 0 && member >= 0 ? [...step, 'parallel', member] : step
  }
  return {
    error: (at, message) => findings.error(written(at), message),
    warning: (at, message) => findings.warning(written(at), message),
    errorAtKey: (at, message) => findings.errorAtKey(written(at), message),
    warningAtKey: (at, message) => findings.warningAtKey(written(at), message),
    all: findings.all,
  }
}

/** `${…}` stands in connections only (R2.6): elsewhere it would look filled in and not be. */
function checkVariablesElsewhere(subject: Subject): void {
  for (const section of Object.keys(subject.document)) {
    // What stands under `x-…` counts where an alias repeats it.
    const counts = section !== 'connections' && section !== '$schema' && !section.startsWith('x-')
    for (const { path, text } of counts ? textsAt(subject.tree, [section]) : []) {
      if (!hasVariable(text)) continue
      subject.findings.error(
        path,
        `Variables (‘\${…}’) are filled in only under ‘connections’. Put the value there, or write ‘$\${’ for these characters.`,
      )
    }
  }
}
