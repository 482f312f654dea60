/** A document with the place of every key and value in it, so that a problem can be shown where it is. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts'

/** Lines and columns start at 1. */
export interface Place {
  file: string
  line: number
  column: number
}

export type Tree = MapTree | ListTree | ScalarTree
export interface MapTree {
  kind: 'map'
  place: Place
  /** How many values there are in it, every use of an alias counted. */
  size: number
  entries: Map<string, { key: Place; value: Tree }>
}
interface ListTree {
  kind: 'list'
  place: Place
  size: number
  items: Tree[]
}
export interface ScalarTree {
  kind: 'scalar'
  place: Place
  size: 1
  value: string | number | boolean | null
}

export type Path = readonly (string | number)[]

export function toJson(tree: Tree): JsonValue {
  if (tree.kind === 'scalar') return tree.value
  if (tree.kind === 'list') return tree.items.map(toJson)
  const result: JsonObject = {}
  // Names that would change the object instead of becoming a key of it are refused where files are read.
  for (const [name, entry] of tree.entries) result[name] = toJson(entry.value)
  return result
}

/** Maps merge, the later wins; lists concatenate. Neither argument is changed. */
export function mergeTrees(earlier: Tree, later: Tree): Tree {
  if (earlier.kind === 'list' && later.kind === 'list') {
    return { ...later, size: earlier.size + later.size, items: [...earlier.items, ...later.items] }
  }
  if (earlier.kind !== 'map' || later.kind !== 'map') return later
  const entries = new Map(earlier.entries)
  for (const [name, entry] of later.entries) {
    const before = entries.get(name)
    entries.set(name, before ? { key: entry.key, value: mergeTrees(before.value, entry.value) } : entry)
  }
  return { ...later, size: earlier.size + later.size, entries }
}

export function descend(tree: Tree, path: Path): Tree | undefined {
  let here: Tree | undefined = tree
  for (const step of path) {
    if (here?.kind === 'map') here = here.entries.get(String(step))?.value
    else if (here?.kind === 'list') here = here.items[Number(step)]
    else return undefined
  }
  return here
}

/**
 * Where something is: a map or a list at its key, a single value at itself, a thing that is not there at the
 * nearest thing round it.
 */
export function placeOf(tree: Tree, path: Path): Place {
  let here = tree
  let place = tree.place
  for (const step of path) {
    if (here.kind === 'map') {
      const entry = here.entries.get(String(step))
      if (!entry) return place
      here = entry.value
      place = here.kind === 'scalar' ? here.place : entry.key
    } else if (here.kind === 'list') {
      const item = here.items[Number(step)]
      if (!item) return place
      here = item
      place = item.place
    } else return place
  }
  return place
}

/** Where the name of an entry is written. */
export function keyPlaceOf(tree: Tree, path: Path): Place {
  const name = path.at(-1)
  const parent = descend(tree, path.slice(0, -1))
  const entry = parent?.kind === 'map' && name !== undefined ? parent.entries.get(String(name)) : undefined
  return entry?.key ?? placeOf(tree, path)
}

/** What to leave out: nothing more below a name means the whole of it. */
type Cuts = Map<string, Cuts>

/** A copy without what is at `paths`; what is left keeps its places. The whole is never left out. */
export function without<Whole extends Tree>(tree: Whole, paths: readonly Path[]): Whole {
  const cuts: Cuts = new Map()
  for (const path of paths) {
    let here = cuts
    for (const [depth, step] of path.entries()) {
      const name = String(step)
      const deeper: Cuts | undefined = here.get(name)
      // Something round it goes already.
      if (deeper?.size === 0) break
      const next: Cuts = depth === path.length - 1 || !deeper ? new Map() : deeper
      here.set(name, next)
      here = next
    }
  }
  return cut(tree, cuts)
}

function cut<Whole extends Tree>(tree: Whole, cuts: Cuts): Whole {
  if (tree.kind === 'map') {
    const entries = new Map(tree.entries)
    for (const [name, deeper] of cuts) {
      const entry = entries.get(name)
      if (deeper.size === 0) entries.delete(name)
      else if (entry) entries.set(name, { key: entry.key, value: cut(entry.value, deeper) })
    }
    return { ...tree, entries }
  }
  if (tree.kind === 'list') {
    const items = tree.items.flatMap((item, index) => {
      const deeper = cuts.get(String(index))
      return !deeper ? [item] : deeper.size === 0 ? [] : [cut(item, deeper)]
    })
    return { ...tree, items }
  }
  return tree
}

/** `workflows.deploy.states.lint.transitions.run.guards[0]` */
export function pathText(path: Path): string {
  return path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join('')
}

/** Every text at a place, with its path. */
export function* textsAt(tree: Tree, path: Path = []): Generator<{ path: Path; text: string }> {
  const part = descend(tree, path)
  if (part !== undefined) yield* textsWithin(part, path)
}

function* textsWithin(tree: Tree, path: Path): Generator<{ path: Path; text: string }> {
  if (tree.kind === 'map') {
    for (const [name, { value }] of tree.entries) yield* textsWithin(value, [...path, name])
  } else if (tree.kind === 'list') {
    for (const [index, item] of tree.items.entries()) yield* textsWithin(item, [...path, index])
  } else if (typeof tree.value === 'string') yield { path, text: tree.value }
}

/** In a document as JSON. */
export function valueAt(document: JsonValue, path: Path): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((here, step) => {
    if (Array.isArray(here)) return here[Number(step)]
    return isJsonObject(here) && Object.hasOwn(here, step) ? here[step] : undefined
  }, document)
}
