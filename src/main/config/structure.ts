/**
 * Whether a document has the shape of the schema. What has not is reported and cut out, so that the rest can be
 * checked in the same run.
 */

import type { ErrorObject, ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Problem } from '../model/configuration.ts'
import { createFindings } from './findings.ts'
import { type Document, GATEWAY_SCHEMA } from './schema.ts'
import { describeShapeErrors } from './shape-errors.ts'
import { type MapTree, type Path, type Tree, toJson, without } from './tree.ts'

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

/** Compiled at first use and kept: a pure function of a constant that takes a tenth of a second to make. */
let compiled: ValidateFunction<Document> | undefined
function fits(document: unknown): document is Document {
  compiled ??= new Ajv2020({
    allErrors: true,
    verbose: true,
    discriminator: true,
    allowUnionTypes: true,
    ownProperties: true,
    strictRequired: false,
    logger: false,
  }).compile<Document>(plain(GATEWAY_SCHEMA))
  return compiled(document)
}

function shapeErrors(): ErrorObject[] {
  return compiled?.errors ?? []
}

export function checkStructure(root: MapTree): Structure {
  let tree = withoutEmptySections(root)
  const findings = createFindings(tree)
  const removed: Path[] = []
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const document: unknown = toJson(tree)
    if (fits(document)) return { document, tree, removed, problems: findings.all() }
    const complaints = describeShapeErrors(shapeErrors(), document)
    // Later rounds complain of what the cutting left behind, which the author never wrote.
    if (round === 0) {
      for (const complaint of complaints) {
        if (complaint.atKey) findings.errorAtKey(complaint.path, complaint.message)
        else findings.error(complaint.path, complaint.message)
      }
    }
    // From the end, so that the positions of list items before it stay right.
    const paths = complaints.map((complaint) => complaint.remove).sort(comparePaths)
    for (const path of paths.reverse()) tree = without(tree, path)
    removed.push(...paths.filter((path) => path.length > 0))
    if (paths.length === 0) break
    tree = withVersion(tree)
  }
  return { document: { version: '1.0.0' }, tree: root, removed: [...removed, []], problems: findings.all() }
}

/** `connections:` with nothing under it is an empty map, not a mistake. */
function withoutEmptySections(root: MapTree): MapTree {
  const entries = new Map(
    [...root.entries].filter(([, { value }]) => value.kind !== 'scalar' || value.value !== null),
  )
  return { ...root, entries }
}

/** Without a version nothing fits; that it is missing has been said. */
function withVersion(tree: MapTree): MapTree {
  if (tree.entries.has('version')) return tree
  const value: Tree = { kind: 'scalar', place: tree.place, size: 1, value: '1.0.0' }
  return { ...tree, entries: new Map([...tree.entries, ['version', { key: tree.place, value }]]) }
}

function comparePaths(left: Path, right: Path): number {
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const a = left[index] ?? ''
    const b = right[index] ?? ''
    if (a === b) continue
    return typeof a === 'number' && typeof b === 'number' ? a - b : String(a) < String(b) ? -1 : 1
  }
  return left.length - right.length
}

/** Without the marks of the schema's builder. */
function plain(schema: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(schema)) as Record<string, unknown>
}
