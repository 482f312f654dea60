/** How a kind of guard is written, read and checked. May import: model, workflow, and files of config but no table of kinds. */
import Type, { type Static, type TObject, type TProperties, type TUnsafe } from 'typebox'
import type { Definition } from '../../model/definition.ts'
import type { Guard, GuardKinds, GuardOf } from '../../model/guard.ts'
import { readsOf } from '../../workflow/guards/guards.ts'
import type { CheckContext } from '../check/checking.ts'
import { checkPath, type Readable } from '../check/reads.ts'
import type { Path } from '../read/tree.ts'
import { part, strict } from '../schema/terms.ts'

/** A guard of any kind as it is written: what else stands in it, its kind knows. */
export type GuardDocument = { kind: string; [field: string]: unknown }

/** How a kind is written. What it lets through is what `compile` takes, or it does not compile. */
export function guardShape<Properties extends TProperties>(
  title: string,
  description: string,
  properties: Properties,
): TUnsafe<Static<TObject<Properties>>> {
  return Type.Unsafe(Type.Object(properties, { title, description, ...strict }))
}

export const guardPart = (description?: string) => part<GuardDocument>('guard', description)
export const guardList = (description: string) => Type.Array(guardPart(), { description })

/**
 * `capability`: it may be called by itself, and then stands in no workflow; `choice`: where a transition leads; `branch`: whether
 * a branch of `parallel` runs; `exception`: whether a gate asks.
 */
export type GuardPlace = 'transition' | 'start' | 'step' | 'capability' | 'choice' | 'branch' | 'exception'

/**
 * Who fires what the guard belongs to, and what can have come before. Not what comes of a guard that fails: a chain of which no step
 * passes ends as a failure, a `system` transition is looked at again when its run next rests there, all others just pass on.
 */
export interface GuardUse {
  /** Who fires it: the engine has no roles or permissions (R1.7), and clients fire nothing that is for people. */
  by: 'engine' | 'people' | 'anybody'
  /** What it is a condition of, where the engine is the one who asks. */
  of: GuardPlace
  before: Before
  /** It must not hold. */
  isDenied?: boolean
}

/** What can have happened when a guard is asked. */
export interface Before {
  /** The workflow in which it stands, without what can only come later. */
  workflow: Pick<Definition, 'states'>
  /** Kinds of evidence that the engine records of what runs there; null: whatever it records anywhere. */
  byEngine: ReadonlySet<string> | null
  /** The steps that can have been taken, as guards call them: also the one on which it stands, where that comes back. */
  taken: ReadonlySet<string>
  /** How many entries of a kind of evidence there can be at most; left out: any number. */
  most?(kind: string): number
  /** The same of the whole workflow, also behind this place; left out: nothing is behind it. */
  whole?: Before
}

/** A workflow that starts. */
export const NOTHING_BEFORE: Before = { workflow: { states: {} }, byEngine: new Set(), taken: new Set() }

/** It stands in no workflow. */
export const ANYTHING_BEFORE: Before = { workflow: { states: {} }, byEngine: null, taken: new Set() }

/** `Document`: as it is written, where that is otherwise than it is stored. What is inside a guard is checked by itself. */
export interface GuardDeclaration<
  Kind extends keyof GuardKinds,
  Document extends Pick<GuardDocument, 'kind'> = GuardOf<Kind>,
> {
  schema: TUnsafe<Document>
  compile(document: Document, inner: (document: GuardDocument) => Guard): GuardOf<Kind>
  check(checking: CheckContext, guard: GuardOf<Kind>, path: Path, use: GuardUse): void
  /** Whether there is something at what it reads. */
  checkReads(checking: CheckContext, guard: GuardOf<Kind>, path: Path, readable: Readable): void
}

/** What holds of a kind that can only be wrong in what it reads, at the key of its own name. */
export const UNCHECKED = {
  check: () => {},
  checkReads(checking: CheckContext, guard: Guard, path: Path, readable: Readable) {
    for (const read of readsOf(guard) ?? []) checkPath(checking, read, [...path, guard.kind], readable)
  },
}
