/** `executor: {capability}`: names that are known, no circle, and places where its guards and gates can hold. */
import type { ExecutorDeclaration } from '../../model/executor.ts'
import { compileExecutor, MOST_EXECUTORS } from '../compile/executor.ts'
import { unwrapCapability } from '../compile/unwrap-capability.ts'
import { type CapabilityReference, isCapabilityReference } from '../executors/executors.ts'
import type { Path } from '../read/tree.ts'
import { isWhole } from './checking.ts'
import type { ExecutorPlace } from './executor-places.ts'
import { didYouMean } from './nearest.ts'
import { namesUnder, type Subject } from './subject.ts'

/** Null where nothing can be said of it, which has been reported. */
export function checkReference(
  subject: Subject,
  reference: CapabilityReference,
  place: ExecutorPlace,
): ExecutorDeclaration | null {
  const { findings } = subject
  const { capabilities: declared = {} } = subject.document
  const { capability } = reference
  const at = [...place.path, 'capability']
  if (!Object.hasOwn(declared, capability)) {
    const names = namesUnder(subject, ['capabilities'], Object.keys(declared))
    if (!names.has(capability)) {
      const message = `There is no capability ‘${capability}’ under ‘capabilities’.`
      findings.error(at, message + didYouMean(capability, names))
    }
    return null
  }
  const problems: string[] = []
  const compiled = compileExecutor(reference, undefined, declared, problems)
  if (!compiled) {
    if (isWhole(subject, ['capabilities'])) findings.error(at, whyNot(subject, capability))
    return null
  }
  checkMap(subject, reference, place.path)
  for (const problem of problems) findings.error([...place.path, 'map'], problem)
  const { of } = place
  if (of.kind !== 'onEnter' && of.kind !== 'onTimeout') return compiled.executor
  const asks = [
    ...(compiled.guards.length > 0 ? ['guards'] : []),
    ...(compiled.gates.length > 0 ? ['an approval gate'] : []),
  ]
  if (asks.length > 0) {
    findings.error(
      at,
      `The capability ‘${capability}’ has ${asks.join(' and ')}, which ${of.kind === 'onEnter' ? 'entering a state' : 'a timeout'} cannot ask. Call it from a transition.`,
    )
  }
  return compiled.executor
}

function whyNot(subject: Subject, capability: string): string {
  const { capabilities: declared = {} } = subject.document
  const seen: string[] = []
  for (let name = capability; ; ) {
    if (seen.includes(name)) {
      const circle = [...seen.slice(seen.indexOf(name)), name].map((each) => `‘${each}’`).join(' calls ')
      return `These capabilities call each other: ${circle}.`
    }
    seen.push(name)
    const executor = unwrapCapability(name, declared)?.document.executor
    if (!executor || !isCapabilityReference(executor)) break
    name = executor.capability
  }
  return `The capability ‘${capability}’ cannot be called: it, or one that it calls, has no executor, calls itself, or comes to more than ${MOST_EXECUTORS} executors.`
}

/** With a `map` nothing else becomes an argument: what must be there must be in it. */
function checkMap(subject: Subject, reference: CapabilityReference, path: Path): void {
  const { map, capability } = reference
  if (!map) return
  const schema = unwrapCapability(capability, subject.document.capabilities ?? {})?.document.inputSchema
  if (!schema) return
  const { required, properties } = schema
  for (const name of Array.isArray(required) ? required : []) {
    if (typeof name === 'string' && !Object.hasOwn(map, name)) {
      subject.findings.error(
        [...path, 'map'],
        `The capability ‘${capability}’ needs the argument ‘${name}’, which ‘map’ does not give it.`,
      )
    }
  }
  if (typeof properties !== 'object' || properties === null || schema.additionalProperties !== false) return
  for (const name of Object.keys(map)) {
    if (Object.hasOwn(properties, name)) continue
    const message = `The capability ‘${capability}’ has no argument ‘${name}’.`
    subject.findings.errorAtKey([...path, 'map', name], message + didYouMean(name, Object.keys(properties)))
  }
}
