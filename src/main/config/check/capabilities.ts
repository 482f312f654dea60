/** What is exposed and imported: complete entries, known names, no id twice. */
import { PROXY_DEFINITION } from '../../model/definition.ts'
import { exposedId } from '../compile/capability.ts'
import { prefixOf } from '../compile/compile.ts'
import { compileExecutor } from '../compile/executor.ts'
import { unwrapCapability } from '../compile/unwrap-capability.ts'
import { expectConnection } from '../executors/kind.ts'
import { checkGuards, compileGuards } from '../guards/guards.ts'
import { ANYTHING_BEFORE } from '../guards/kind.ts'
import type { Path } from '../read/tree.ts'
import type { CapabilityDocument, ExposeDocument } from '../schema/proxy.ts'
import { isWhole } from './checking.ts'
import { checkBranchGuards } from './guards.ts'
import { didYouMean } from './nearest.ts'
import { expectCapability, type Subject } from './subject.ts'

export function checkCapabilities(subject: Subject): void {
  const { capabilities = {}, proxy = {} } = subject.document
  for (const [name, capability] of Object.entries(capabilities)) {
    const path = ['capabilities', name]
    checkDeclaration(subject, capability, path)
    if (capability.wraps !== undefined) checkWraps(subject, name, capability.wraps, path)
    else if (!capability.executor && isWhole(subject, path)) {
      subject.findings.error(
        path,
        `The capability ‘${name}’ needs an ‘executor’, or ‘wraps’ with another capability.`,
      )
    }
  }
  for (const [index, entry] of (proxy.expose ?? []).entries()) {
    const path = ['proxy', 'expose', index]
    checkDeclaration(subject, entry, path)
    checkEntry(subject, entry, path)
  }
  for (const [index, rule] of (proxy.import ?? []).entries()) {
    const path = ['proxy', 'import', index]
    expectConnection(subject, rule.connection, 'mcp', [...path, 'connection'])
    checkPrefix(subject, index)
    checkPatterns(subject, index)
    const include = rule.include ?? []
    for (const key of ['aliases', 'toolTags'] as const) {
      const what = key === 'aliases' ? 'aliases' : 'tags'
      for (const tool of Object.keys(rule[key] ?? {})) {
        if (include.length === 0 || include.includes(tool)) continue
        const message = `‘include’ does not list the tool ‘${tool}’, so it has no use for ${what}.`
        subject.findings.warningAtKey([...path, key, tool], message + didYouMean(tool, include))
      }
    }
  }
  checkIds(subject)
}

/** What else of an import is by the names of tools. */
const BY_TOOL = ['aliases', 'toolTags', 'toolApproval', 'toolReadOnly'] as const

/** No tool is called so: what a pattern was to leave out, or to hold, would be offered and run. */
function checkPatterns({ document, findings }: Subject, index: number): void {
  const rule = document.proxy?.import?.[index] ?? { connection: '' }
  const path = ['proxy', 'import', index]
  const isPattern = (name: string) => /[*?]/.test(name)
  const message = (name: string) =>
    `‘${name}’ is the name of no tool, and patterns are not read here. List the tools by their names.`
  for (const key of ['include', 'exclude'] as const) {
    for (const [index, name] of (rule[key] ?? []).entries())
      if (isPattern(name)) findings.warning([...path, key, index], message(name))
  }
  for (const key of BY_TOOL) {
    for (const name of Object.keys(rule[key] ?? {}))
      if (isPattern(name)) findings.warningAtKey([...path, key, name], message(name))
  }
}

/** What the servers offer is not known here: they may have tools of one name. */
function checkPrefix({ document, findings }: Subject, index: number): void {
  const [rule, ...before] = (document.proxy?.import ?? []).slice(0, index + 1).reverse()
  if (rule === undefined) return
  const { connection, include } = rule
  const prefix = prefixOf(rule)
  const other = before.find(
    (each) =>
      each.connection !== connection &&
      prefixOf(each) === prefix &&
      (include === undefined || each.include?.some((tool) => include.includes(tool)) !== false),
  )
  if (other === undefined) return
  const under = prefix === '' ? 'without a prefix' : `under the prefix ‘${prefix}’`
  const message = `The tools of ‘${other.connection}’ are imported ${under}, too. Where both have one of the same name, that of ‘${connection}’ gets another id. Give one of them another prefix.`
  findings.warning(['proxy', 'import', index, ...(rule.prefix === undefined ? [] : ['prefix'])], message)
}

function checkDeclaration(subject: Subject, entry: CapabilityDocument | ExposeDocument, path: Path): void {
  const { capabilities = {} } = subject.document
  const compiled = entry.executor && compileExecutor(entry.executor, undefined, capabilities)
  if (compiled) checkBranchGuards(subject, compiled, path, ANYTHING_BEFORE)
  const use = { by: 'anybody', of: 'capability', before: ANYTHING_BEFORE } as const
  checkGuards(subject, compileGuards(entry.guards), [...path, 'guards'], use)
}

function checkWraps(subject: Subject, name: string, wraps: string, path: Path): void {
  const { capabilities = {} } = subject.document
  const at = [...path, 'wraps']
  if (!Object.hasOwn(capabilities, wraps)) {
    expectCapability(subject, wraps, at, `There is no capability ‘${wraps}’ to wrap.`)
    return
  }
  const chain = [name]
  for (let next: string | undefined = wraps; next !== undefined; next = capabilities[next]?.wraps) {
    chain.push(next)
    if (next === name) {
      const circle = chain.map((each) => `‘${each}’`).join(' wraps ')
      subject.findings.error(at, `These capabilities wrap each other: ${circle}.`)
      return
    }
    if (chain.indexOf(next) < chain.length - 1 || !Object.hasOwn(capabilities, next)) return
  }
}

function checkEntry(subject: Subject, entry: ExposeDocument, path: Path): void {
  const { findings, document } = subject
  if (entry.capability === undefined) {
    if (entry.as !== undefined)
      findings.errorAtKey([...path, 'as'], '‘as’ renames a ‘capability’; here, write the id as ‘name’.')
    if (!isWhole(subject, path)) return
    if (entry.name === undefined)
      findings.error(path, 'This entry needs a ‘name’ and an ‘executor’, or a ‘capability’.')
    else if (!entry.executor) findings.error(path, `‘${entry.name}’ needs an ‘executor’ that does its work.`)
    return
  }
  for (const key of ['name', 'executor'] as const) {
    if (entry[key] === undefined) continue
    const instead =
      key === 'name'
        ? 'Use ‘as’ to show it under another id.'
        : 'Its executor is the one it was declared with.'
    findings.errorAtKey([...path, key], `An entry with ‘capability’ has no ‘${key}’. ${instead}`)
  }
  if (!unwrapCapability(entry.capability, document.capabilities ?? {}))
    expectCapability(subject, entry.capability, [...path, 'capability'])
}

function checkIds(subject: Subject): void {
  const { document, findings } = subject
  const taken = new Map<string, string>()
  for (const id of Object.keys(document.workflows ?? {})) {
    if (id === PROXY_DEFINITION) {
      const message = `‘${PROXY_DEFINITION}’ is the workflow that runs single capabilities. Choose another id.`
      findings.errorAtKey(['workflows', id], message)
    }
    taken.set(id, 'a workflow')
  }
  for (const [index, entry] of (document.proxy?.expose ?? []).entries()) {
    const id = exposedId(entry)
    if (id === undefined) continue
    const before = taken.get(id)
    if (before)
      findings.error(['proxy', 'expose', index], `The id ‘${id}’ is taken by ${before}. Ids must differ.`)
    taken.set(id, 'another capability')
  }
}
