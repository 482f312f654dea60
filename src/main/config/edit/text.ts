/**
 * Changes single values in the text of a configuration file; comments, order, anchors and line ends of everything
 * else stay as they are, byte for byte. Pure. May import: model, and files of this folder.
 */
import { type JsonValue, ownOf, setOwn } from '../../model/json.ts'
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
  const wanted = values.reduce(
    (whole, { path, value }) => replaceIn(whole, path, value, path) ?? {},
    read(text),
  )
  return holds(edited, wanted) ? edited : null
}

function holds(text: string, wanted: JsonValue): boolean {
  const { tree } = readSource(text, '')
  if (tree === null && text.trim() !== '') return false
  return contentHash(tree === null ? {} : toJson(tree)) === contentHash(wanted)
}

function editOnce(text: string, edit: TextEdit): string {
  const { path } = edit
  const whole = read(text)
  const wanted =
    'key' in edit ? rename(whole, path, edit.key) : (replaceIn(whole, path, edit.value, path) ?? {})
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
  replaceIn(whole, path, undefined, path)
  replaceIn(whole, to, value, path)
  return whole
}

/** What is there afterwards: itself, changed in place, where it is a map or a list; undefined: nothing. */
function replaceIn(
  here: JsonValue,
  rest: Path,
  value: JsonValue | undefined,
  path: Path,
): JsonValue | undefined {
  const [step, ...deeper] = rest
  if (step === undefined) return value
  if (here === null && value === undefined) return here
  const holder = here ?? (typeof step === 'number' ? [] : {})
  if (Array.isArray(holder)) {
    const index = typeof step === 'number' ? step : -1
    if (!Number.isInteger(index) || index < 0 || index > holder.length) throw notThere(path)
    if (index === holder.length && value === undefined) return holder
    const after = replaceIn(holder[index] ?? null, deeper, value, path)
    holder.splice(index, 1, ...(after === undefined ? [] : [after]))
    return holder
  }
  if (typeof holder !== 'object') throw notThere(path)
  const name = String(step)
  const before = ownOf(holder, name)
  if (before === undefined && value === undefined) return holder
  const after = replaceIn(before ?? null, deeper, value, path)
  if (after === undefined) delete holder[name]
  else setOwn(holder, name, after)
  return holder
}

function notThere(path: Path): Uneditable {
  return new Uneditable(
    `There is no place for ‘${pathText(path)}’ in this file: what is round it is no map or list.`,
  )
}
