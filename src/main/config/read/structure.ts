/**
 * Whether a document has the shape of the schema. What has not is reported and cut out, so that the rest can be
 * checked in the same run.
 */

import type { Problem } from '../../model/configuration.ts'
import { createFindings } from '../check/checking.ts'
import type { Document } from '../schema/schema.ts'
import { compileShape, type ShapeCheck } from './compile-shape.ts'
import { compiledShapes } from './compiled-shape.ts'
import { type Complaint, describeShapeErrors } from './shape-errors.ts'
import { descend, type MapTree, type Path, pathText, type Tree, toJson, without } from './tree.ts'

export interface Structure {
  /** Fits the schema: what did not is left out. */
  document: Document
  /** The tree of `document`, for places. */
  tree: Tree
  /** What was left out. */
  removed: Path[]
  problems: Problem[]
}

/** After so many rounds of cutting out, nothing of the document is used. */
const MOST_ROUNDS = 12

/** A file with more mistakes than this is no configuration: the rest of it is not worth checking. */
const MOST_COMPLAINTS = 1000

/** In a document of so many values only the first mistake is looked for: to find all takes quadratic time. */
const LARGE = 25_000

/** Compiled at first use and kept: pure functions of a constant. */
const checks = { ...compiledShapes }

function checkFor(values: number): ShapeCheck {
  const extent = values > LARGE ? 'first' : 'all'
  checks[extent] ??= compileShape(extent)
  return checks[extent]
}

export function checkStructure(root: MapTree): Structure {
  let tree = withoutEmptySections(root)
  const findings = createFindings(tree)
  const removed: Path[] = []
  const fits = checkFor(root.size)
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const document: unknown = toJson(tree)
    if (fits(document)) return { document, tree, removed, problems: findings.all() }
    const isJson = root.place.file.endsWith('.json')
    const errors = (fits.errors ?? []).slice(0, MOST_COMPLAINTS * 2)
    const complaints = describeShapeErrors(errors, document, isJson)
    // Later rounds complain of what the cutting left behind, which the author never wrote.
    if (round === 0) {
      for (const complaint of complaints) {
        if (complaint.atKey) findings.errorAtKey(complaint.path, complaint.message)
        else findings.error(complaint.path, complaint.message)
      }
    }
    const filled = complaints.flatMap((complaint) => standIn(tree, complaint) ?? [])
    const paths = complaints
      .filter(({ path, missing }) => !filled.some((each) => isAt(each.path, path, missing)))
      .map((complaint) => complaint.remove)
      .filter((path) => path.length > 0)
    tree = filled.reduce(withText, withVersion(without(tree, paths)))
    removed.push(...paths, ...filled.map(({ path }) => path))
    if (complaints.length === 0 || complaints.length > MOST_COMPLAINTS) break
  }
  // What is not used must be known not to be used.
  if (findings.all().length === 0) findings.error([], 'This configuration does not fit its schema.')
  return { document: { version: '1.0.0' }, tree: root, removed: [...removed, []], problems: findings.all() }
}

/** `connections:` with nothing under it is an empty map, not a mistake. */
function withoutEmptySections(root: MapTree): MapTree {
  const entries = new Map(
    [...root.entries].filter(([, { value }]) => value.kind !== 'scalar' || value.value !== null),
  )
  return { ...root, entries }
}

interface StandIn {
  path: Path
  text: string
}

/**
 * Where only the name of a state is missing, any that there is takes its place, so that all the rest of the workflow is
 * checked in the same run. Its place counts as left out: nothing is said of where it would lead.
 */
function standIn(tree: MapTree, { path, missing }: Complaint): StandIn | null {
  if (missing === 'initialState') {
    const states = descend(tree, [...path, 'states'])
    const [name] = states?.kind === 'map' ? states.entries.keys() : []
    return name === undefined ? null : { path: [...path, missing], text: name }
  }
  const state = path.at(-3)
  return missing === 'target' && path.at(-2) === 'transitions' && typeof state === 'string'
    ? { path: [...path, missing], text: state }
    : null
}

function isAt(filled: Path, path: Path, missing: string | undefined): boolean {
  return missing !== undefined && pathText(filled) === pathText([...path, missing])
}

/** Nothing where what it stands in is left out itself. */
function withText<Whole extends Tree>(tree: Whole, { path, text }: StandIn): Whole {
  const [step, ...rest] = path
  if (step === undefined || tree.kind !== 'map') return tree
  const entry = tree.entries.get(String(step))
  if (entry === undefined && rest.length > 0) return tree
  const key = entry?.key ?? tree.place
  const value: Tree =
    entry === undefined
      ? { kind: 'scalar', place: tree.place, size: 1, value: text }
      : withText(entry.value, { path: rest, text })
  return { ...tree, entries: new Map([...tree.entries, [String(step), { key, value }]]) }
}

/** Without a version nothing fits; that it is missing has been said. */
function withVersion(tree: MapTree): MapTree {
  if (tree.entries.has('version')) return tree
  const value: Tree = { kind: 'scalar', place: tree.place, size: 1, value: '1.0.0' }
  return { ...tree, entries: new Map([...tree.entries, ['version', { key: tree.place, value }]]) }
}
