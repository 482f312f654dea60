/** What the checks look at: the document, what it compiles to, and what had to be left out of it. */

import type { Definition } from '../../model/definition.ts'
import type { Path, Tree } from '../read/tree.ts'
import type { Document } from '../schema/schema.ts'
import type { CheckContext } from './checking.ts'
import { didYouMean } from './nearest.ts'

export interface Subject extends CheckContext {
  document: Document
  tree: Tree
}

/** A workflow and where it stands. */
export interface WorkflowSubject {
  definition: Definition
  path: Path
  /** Names of all states, those that had to be left out included. */
  stateNames: ReadonlySet<string>
  subject: Subject
}

/** Why there are no arguments where the engine fires a transition. */
export const FIRED_BY_ENGINE = 'the engine fires this transition, without arguments'

/** Names under `path`, those that had to be left out included. */
export function namesUnder(
  subject: Pick<Subject, 'removed'>,
  path: Path,
  present: Iterable<string>,
): Set<string> {
  const gone = subject.removed
    .filter((each) => each.length === path.length + 1 && path.every((step, index) => step === each[index]))
    .map((each) => String(each.at(-1)))
  return new Set([...present, ...gone])
}

/** Says so where no capability of the name is declared; what had to be left out counts as declared. */
export function expectCapability(
  subject: Subject,
  name: string,
  at: Path,
  message = `There is no capability ‘${name}’ under ‘capabilities’.`,
): void {
  const names = namesUnder(subject, ['capabilities'], Object.keys(subject.document.capabilities ?? {}))
  if (!names.has(name)) subject.findings.error(at, message + didYouMean(name, names))
}
