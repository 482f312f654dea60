/** Which of several files declares a thing, and where in it (include.ts merges them into one document). */
import type { JsonValue } from '../../model/json.ts'
import { gatherFiles, readerOf } from './include.ts'
import { readSource } from './source.ts'
import { descend, type MapTree, type Path, type Place, type Tree, toJson } from './tree.ts'

export interface FilePlace {
  /** Absolute. */
  file: string
  /** In that file: indices of lists count what stands in it. */
  path: Path
}

/** What each file gives to a list of the merged document, in the order in which it is joined: the last one wins. */
export async function readParts(
  mainFile: string,
  texts: Record<string, string>,
  path: Path,
): Promise<{ file: string; values: JsonValue[] }[]> {
  const { root } = await gatherFiles(mainFile, readerOf(texts))
  const list = root === null ? undefined : descend(root, path)
  const parts = new Map<string, JsonValue[]>()
  for (const item of list?.kind === 'list' ? list.items : [])
    parts.set(item.place.file, [...(parts.get(item.place.file) ?? []), toJson(item)])
  return [...parts].map(([file, values]) => ({ file, values }))
}

/**
 * Paths count in the merged document. What is not there yet belongs to the file that has most of the way to it:
 * of several the one that wins, at last the main file. All files are read once, however many paths there are.
 */
export async function locateAll(
  mainFile: string,
  texts: Record<string, string>,
  paths: readonly Path[],
): Promise<FilePlace[]> {
  const { root, files } = await gatherFiles(mainFile, readerOf(texts))
  const own = new Map<string, Tree>()
  for (const file of files) {
    const { tree } = readSource(texts[file] ?? '', file)
    if (tree !== null) own.set(file, tree)
  }
  return paths.map((path) => {
    if (root === null) return { file: mainFile, path }
    const place = locateIn(root, own, mainFile, path)
    return isAppended(root, path) ? { ...place, path: appendIn(root, own.get(place.file), path) } : place
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

function locateIn(root: MapTree, own: Map<string, Tree>, mainFile: string, path: Path): FilePlace {
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
function followItem(place: Place, own: Map<string, Tree>, head: Path, rest: Path): FilePlace {
  const list = descend(own.get(place.file) ?? EMPTY, head)
  const items = list?.kind === 'list' ? list.items : []
  const index = items.findIndex(
    (item) => item.place.line === place.line && item.place.column === place.column,
  )
  return { file: place.file, path: [...head, Math.max(index, 0), ...rest] }
}

const EMPTY: Tree = { kind: 'scalar', place: { file: '', line: 1, column: 1 }, size: 1, value: null }
