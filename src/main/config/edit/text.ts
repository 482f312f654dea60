/**
 * Changes single values in the text of a configuration file; comments, order, anchors and line ends of everything
 * else stay as they are, byte for byte. Pure. May import: model, and files of this folder.
 */
import { isJsonObject, type JsonValue } from '../../model/json.ts'
import { contentHash } from '../hash.ts'
import { readSource } from '../read/source.ts'
import { type Path, pathText, toJson, valueAt } from '../read/tree.ts'
import { findKeySplice, findSplices, type ValueEdit } from './splice.ts'
import { Uneditable } from './uneditable.ts'

/** Indices of lists are those of this file. */
export type TextEdit =
  | ValueEdit
  /** What stands there gets this name, and keeps its place and all that is in it. */
  | { path: Path; key: string }

/**
 * Maps that are missing on the way are made; what is not there is removed already. The result is read again and
 * holds exactly what was asked for.
 * @throws Uneditable where that needs a person: errors in the file, or a value that is shared through an alias
 */
export function editText(text: string, edits: readonly TextEdit[]): string {
  return editAtOnce(text, edits) ?? edits.reduce(editOnce, text)
}

/**
 * Many at places that do not touch each other: the text is read twice, however many they are. Null: they touch, or what
 * comes of it is not what was asked for.
 */
function editAtOnce(text: string, edits: readonly TextEdit[]): string | null {
  const values = edits.flatMap((edit) => ('key' in edit ? [] : [edit]))
  if (edits.length < 2 || values.length < edits.length || text.trim() === '') return null
  const splices = findSplices(text, values)
    .map((splice, order) => ({ splice, order }))
    .toSorted((one, other) => one.splice.from - other.splice.from || one.order - other.order)
    .map(({ splice }) => splice)
  let end = 0
  const pieces: string[] = []
  for (const { from, to, insert } of splices) {
    if (from < end) return null
    pieces.push(text.slice(end, from), insert)
    end = to
  }
  const edited = pieces.join('') + text.slice(end)
  const wanted = structuredClone(read(text))
  return values.every((edit) => replaceWithin(wanted, edit)) && holds(edited, wanted) ? edited : null
}

/** In place. False: only `replaceIn` can, or says why it cannot. */
function replaceWithin(whole: JsonValue, { path, value }: ValueEdit): boolean {
  const last = path.at(-1)
  const holder = valueAt(whole, path.slice(0, -1))
  if (Array.isArray(holder)) {
    const at = Number(last)
    if (!Number.isInteger(at) || at > holder.length) return false
    holder.splice(at, 1, ...(value === undefined ? [] : [value]))
    return true
  }
  if (!isJsonObject(holder) || last === '__proto__') return false
  if (value === undefined) delete holder[String(last)]
  else holder[String(last)] = value
  return true
}

function holds(text: string, wanted: JsonValue): boolean {
  const { tree } = readSource(text, '')
  if (tree === null && text.trim() !== '') return false
  return contentHash(tree === null ? {} : toJson(tree)) === contentHash(wanted)
}

function editOnce(text: string, edit: TextEdit): string {
  const { path } = edit
  const whole = read(text)
  const wanted = 'key' in edit ? rename(whole, path, edit.key) : replaceIn(whole, path, edit.value, path)
  const splice = 'key' in edit ? findKeySplice(text, path, edit.key) : (findSplices(text, [edit])[0] ?? null)
  if (splice === null) return text
  const edited = text.slice(0, splice.from) + splice.insert + text.slice(splice.to)
  if (!holds(edited, wanted)) {
    throw new Uneditable(
      `‘${pathText(path)}’ cannot be changed here without touching what is round it: it is written in an unusual way, or shared through an alias. Change the file by hand.`,
    )
  }
  return edited
}

function read(text: string): JsonValue {
  if (text.trim() === '') return {}
  const { tree, problems } = readSource(text, '')
  if (tree !== null) return toJson(tree)
  const [first] = problems
  throw new Uneditable(
    `This file cannot be read (line ${first?.line ?? 1}): ${first?.message ?? ''} Fix it first.`,
  )
}

function rename(whole: JsonValue, path: Path, key: string): JsonValue {
  const to = [...path.slice(0, -1), key]
  const value = valueAt(whole, path)
  if (value === undefined) throw notThere(path)
  if (valueAt(whole, to) !== undefined)
    throw new Uneditable(`There is a ‘${pathText(to)}’ in this file already. Choose another name.`)
  return replaceIn(replaceIn(whole, path, undefined, path), to, value, path)
}

function replaceIn(whole: JsonValue, rest: Path, value: JsonValue | undefined, path: Path): JsonValue {
  const [step, ...deeper] = rest
  if (step === undefined) return value ?? {}
  if (whole === null && typeof step === 'number') return replaceIn([], rest, value, path)
  if (Array.isArray(whole)) {
    const index = typeof step === 'number' ? step : -1
    if (!Number.isInteger(index) || index < 0 || index > whole.length) throw notThere(path)
    if (index === whole.length && value === undefined) return whole
    const before = whole[index] ?? null
    const after = deeper.length === 0 ? value : replaceIn(before, deeper, value, path)
    return [...whole.slice(0, index), ...(after === undefined ? [] : [after]), ...whole.slice(index + 1)]
  }
  if (whole !== null && typeof whole !== 'object') throw notThere(path)
  const name = String(step)
  const map = whole ?? {}
  const has = Object.hasOwn(map, name)
  if (!has && value === undefined) return whole
  if (deeper.length > 0)
    return { ...map, [name]: replaceIn((has ? map[name] : null) ?? null, deeper, value, path) }
  if (value !== undefined) return { ...map, [name]: value }
  const { [name]: _, ...others } = map
  return others
}

function notThere(path: Path): Uneditable {
  return new Uneditable(
    `There is no place for ‘${pathText(path)}’ in this file: what is round it is no map or list.`,
  )
}
