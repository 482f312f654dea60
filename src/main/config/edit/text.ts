/**
 * Changes single values in the text of a configuration file; comments, order, anchors and line ends of everything
 * else stay as they are, byte for byte. Pure. May import: model, and files of this folder.
 */
import type { JsonValue } from '../../model/json.ts'
import { contentHash } from '../hash.ts'
import { readSource } from '../read/source.ts'
import { type Path, pathText, toJson } from '../read/tree.ts'
import { findSplice } from './splice.ts'
import { Uneditable } from './uneditable.ts'

export interface TextEdit {
  /** Indices of lists are those of this file. */
  path: Path
  /** Undefined removes it. */
  value: JsonValue | undefined
}

/**
 * Maps that are missing on the way are made; what is not there is removed already. The result is read again and
 * holds exactly what was asked for.
 * @throws Uneditable where that needs a person: errors in the file, or a value that is shared through an alias
 */
export function editText(text: string, edits: readonly TextEdit[]): string {
  return edits.reduce(editOnce, text)
}

function editOnce(text: string, { path, value }: TextEdit): string {
  const wanted = replaceIn(read(text), path, value, path)
  const splice = findSplice(text, path, value)
  if (splice === null) return text
  const edited = text.slice(0, splice.from) + splice.insert + text.slice(splice.to)
  const { tree } = readSource(edited, '')
  const holds = tree === null ? {} : toJson(tree)
  if ((tree === null && edited.trim() !== '') || contentHash(holds) !== contentHash(wanted)) {
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

function replaceIn(whole: JsonValue, rest: Path, value: JsonValue | undefined, path: Path): JsonValue {
  const [step, ...deeper] = rest
  if (step === undefined) return value ?? {}
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
