/** What is written in which of several files (include.ts merges them into one document), and where in it. */
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { type FileSet, gatherFiles, readerOf } from './include.ts'
import { readSource } from './source.ts'
import { descend, type MapTree, type Path, type Place, type Tree, toJson } from './tree.ts'

export interface FilePlace {
  /** Absolute. */
  file: string
  /** In that file: indices of lists count what stands in it. */
  path: Path
}

/** What one file gives to a list of the merged document. */
export interface FilePart {
  file: string
  values: JsonValue[]
}

/** What can be asked of texts, and the answers. */
export interface WrittenAnswers {
  /** The merged document, as it is written. */
  document: JsonObject
  /**
   * Where each path, which counts in the merged document, stands. What is not there yet belongs to the file that has most
   * of the way to it: of several the one that wins, at last the main file.
   */
  places: FilePlace[]
  /** What each file gives to the list at the first path, in the order in which it is joined: the last one wins. */
  parts: FilePart[]
  /** The files in which something stands at the first path. */
  holders: string[]
}

export interface WrittenRequest<Asked extends keyof WrittenAnswers = keyof WrittenAnswers> {
  asked: Asked
  /** Absolute. */
  mainFile: string
  /** All files by their paths. */
  texts: Record<string, string>
  paths: readonly Path[]
}

/** Reads texts once, as long as it is asked about the same. */
export function createWrittenReader(
  parse: typeof readSource = readSource,
): (request: WrittenRequest) => Promise<JsonValue> {
  let last: Pick<WrittenRequest, 'mainFile' | 'texts'> & { set: FileSet } = {
    mainFile: '',
    texts: {},
    set: NONE,
  }
  const isLast = ({ mainFile, texts }: WrittenRequest) =>
    last.mainFile === mainFile &&
    Object.keys(texts).length === Object.keys(last.texts).length &&
    Object.entries(texts).every(([file, text]) => last.texts[file] === text)
  return async (request) => {
    const { asked, mainFile, texts, paths } = request
    if (!isLast(request)) last = { mainFile, texts, set: await gatherFiles(mainFile, readerOf(texts, parse)) }
    const { set } = last
    const answers: { [Asked in keyof WrittenAnswers]: () => WrittenAnswers[Asked] } = {
      document: () => (set.root === null ? {} : (toJson(set.root) as JsonObject)),
      places: () => locateAll(set, mainFile, paths),
      parts: () => readParts(set, paths[0] ?? []),
      holders: () =>
        [...set.trees].flatMap(([file, tree]) => (descend(tree, paths[0] ?? []) === undefined ? [] : [file])),
    }
    return answers[asked]() as unknown as JsonValue
  }
}

const NONE: FileSet = {
  root: null,
  files: [],
  texts: {},
  trees: new Map(),
  problems: [],
  declared: {},
  duplicates: [],
}

function readParts({ root }: FileSet, path: Path): FilePart[] {
  const list = root === null ? undefined : descend(root, path)
  const parts = new Map<string, JsonValue[]>()
  for (const item of list?.kind === 'list' ? list.items : [])
    parts.set(item.place.file, [...(parts.get(item.place.file) ?? []), toJson(item)])
  return [...parts].map(([file, values]) => ({ file, values }))
}

function locateAll({ root, trees }: FileSet, mainFile: string, paths: readonly Path[]): FilePlace[] {
  return paths.map((path) => {
    if (root === null) return { file: mainFile, path }
    const place = locateIn(root, trees, mainFile, path)
    return isAppended(root, path) ? { ...place, path: appendIn(root, trees.get(place.file), path) } : place
  })
}

/** It stands behind the last item of a list. */
function isAppended(root: MapTree, path: Path): boolean {
  const at = path.findIndex((step) => typeof step === 'number')
  return at >= 0 && descend(root, path.slice(0, at + 1)) === undefined
}

/** What is added to a list that several files make stands behind what one of them gives to it. */
function appendIn(root: MapTree, own: Tree | undefined, path: Path): Path {
  const at = path.findIndex((step) => typeof step === 'number')
  const head = path.slice(0, at)
  const added = Number(path[at]) - lengthOf(descend(root, head))
  return [
    ...head,
    lengthOf(own === undefined ? undefined : descend(own, head)) + added,
    ...path.slice(at + 1),
  ]
}

function lengthOf(list: Tree | undefined): number {
  return list?.kind === 'list' ? list.items.length : 0
}

function locateIn(root: MapTree, own: ReadonlyMap<string, Tree>, mainFile: string, path: Path): FilePlace {
  const at = path.findIndex((step) => typeof step === 'number')
  const head = at < 0 ? path : path.slice(0, at)
  if (at >= 0) {
    const item = descend(root, path.slice(0, at + 1))
    if (item !== undefined) return followItem(item.place, own, head, path.slice(at + 1))
  }
  for (let depth = head.length; depth > 0; depth -= 1) {
    const prefix = head.slice(0, depth)
    const winner = descend(root, prefix)?.place.file
    if (winner === undefined) continue
    const tree = own.get(winner)
    if (tree !== undefined && descend(tree, prefix) !== undefined) return { file: winner, path }
    const other = [...own].find(([, each]) => descend(each, prefix) !== undefined)
    if (other !== undefined) return { file: other[0], path }
  }
  return { file: mainFile, path }
}

/** An item of a merged list is found again in its own file by its place. */
function followItem(place: Place, own: ReadonlyMap<string, Tree>, head: Path, rest: Path): FilePlace {
  const list = descend(own.get(place.file) ?? EMPTY, head)
  const items = list?.kind === 'list' ? list.items : []
  const index = items.findIndex(
    (item) => item.place.line === place.line && item.place.column === place.column,
  )
  return { file: place.file, path: [...head, Math.max(index, 0), ...rest] }
}

const EMPTY: Tree = { kind: 'scalar', place: { file: '', line: 1, column: 1 }, size: 1, value: null }
