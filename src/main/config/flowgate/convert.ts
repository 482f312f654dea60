/**
 * A configuration of mcp-flowgate, read as it reads it, and written as one of ours. Nothing of it is run, and no value
 * of the environment is read. What cannot be said here is left out whole: never with a guard or a step less.
 */
import { dirname, join } from 'node:path'
import { stringify } from 'yaml'
import { isError, type Problem } from '../../model/configuration.ts'
import { isJsonObject } from '../../model/json.ts'
import { loadConfiguration } from '../load.ts'
import { gatherFiles, listBeside, type ReadText, readerOf, readFromDisk } from '../read/include.ts'
import { type Path, type Place, pathText, placeOf, type Tree, textsAt, toJson } from '../read/tree.ts'
import { hasVariable, variablesIn } from '../read/variables.ts'
import { DIFFERENCES, type DifferenceId } from './differences.ts'
import type { Explanation, Level } from './explanation.ts'
import type { Note, TakeNote } from './notes.ts'
import { assemble, convertSections, type Owner } from './sections.ts'

export interface Difference extends Place, Explanation {
  id: DifferenceId
  /** `workflows.deploy.states.lint` */
  at: string
  /** The very thing, as it is written there, or why it is refused here; null: the place says it. */
  what: string | null
}

/** `converted`: written otherwise, and it means the same. `look`: a person must decide. */
export type Fate = 'same' | 'converted' | Exclude<Level, 'note'>

export interface Conversion {
  /** Why the file cannot be read; then there is nothing else. */
  problems: Problem[]
  /** Our configuration as YAML, which `check` accepts once `variables` are set; null: nothing of it can be kept. */
  text: string | null
  /** Each thing of the file, and what became of it. */
  owners: { at: string; fate: Fate }[]
  /** In reading order. */
  differences: Difference[]
  /** Environment variables that the connections name. */
  variables: string[]
}

/** @param target the folder in which the converted file is to lie: a folder `workflows` there would belong to it */
export async function convertFlowgate(
  mainFile: string,
  target: string = dirname(mainFile),
): Promise<Conversion> {
  // Without `list`: a folder `workflows` means nothing there.
  const read: ReadText = (file) => readFromDisk(file)
  const { root, problems, files } = await gatherFiles(mainFile, read)
  const document = root === null ? null : toJson(root)
  if (root === null || problems.length > 0 || !isJsonObject(document))
    return { problems, text: null, owners: [], differences: [], variables: [] }
  const notes: Note[] = []
  const note: TakeNote = (id, path, what) => notes.push({ id, path, what: what ?? null })
  if ((await listBeside(join(target, 'main'))).length > 0)
    note('workflows-folder', [], join(target, 'workflows'))
  const variables = new Set<string>()
  for (const { path, text } of textsAt(root)) {
    const isConnection = path[0] === 'connections'
    const named = isConnection ? variablesIn(text) : []
    for (const name of named) variables.add(name)
    if (named.length > 0) note('connection-variable', path, named.map((name) => `\${${name}}`).join(', '))
    if (isConnection ? text.includes('$$') : hasVariable(text)) note('text-variable', path)
  }
  const owners = convertSections(document, note)
  const known = new Map([...pathsOf(root)].map((path) => [pathText(path), path]))
  const text = await leaveOut(owners, notes, { mainFile, known, variables })
  const differences = notes.map(
    ({ id, path, what }): Difference => ({
      ...(DIFFERENCES[id] satisfies Explanation),
      id,
      at: pathText(path),
      what,
      ...placeOf(root, path),
    }),
  )
  const rank = ({ file }: Place) => files.indexOf(file)
  differences.sort(
    (one, other) => rank(one) - rank(other) || one.line - other.line || one.column - other.column,
  )
  const fates = owners
    .filter(({ path }) => known.has(pathText(path)))
    .map((owner) => ({ at: pathText(owner.path), fate: fateOf(owner, notes) }))
  return { problems: [], text, owners: fates, differences, variables: [...variables] }
}

function fateOf(owner: Owner, notes: readonly Note[]): Fate {
  const levels = new Set(
    notes.filter(({ path }) => isWithin(path, owner)).map(({ id }) => DIFFERENCES[id].level),
  )
  if (levels.has('left out') || (owner.value === undefined && levels.has('look'))) return 'left out'
  return levels.has('look') ? 'look' : levels.has('note') ? 'converted' : 'same'
}

function isWithin(path: Path, owner: Owner): boolean {
  return owner.path.every((step, index) => step === path[index])
}

/**
 * Takes out what has something without a counterpart, and whatever our own `check` then refuses, until it refuses
 * nothing. Returns the text of the rest, or null where it refuses what belongs to none of them.
 */
async function leaveOut(
  owners: Owner[],
  notes: Note[],
  { mainFile, known, variables }: { mainFile: string; known: Map<string, Path>; variables: Set<string> },
): Promise<string | null> {
  for (const { id, path } of notes) {
    if (DIFFERENCES[id].level !== 'left out') continue
    for (const owner of owners) if (isWithin(path, owner)) owner.written = false
  }
  const environment = Object.fromEntries([...variables].map((name) => [name, '']))
  for (;;) {
    const text = stringify(assemble(owners), { lineWidth: 0, aliasDuplicateObjects: false })
    const { problems } = await loadConfiguration(mainFile, environment, readerOf({ [mainFile]: text }))
    const errors = problems.filter(isError)
    if (errors.length === 0) return text
    const before = owners.filter(({ written }) => written)
    for (const { at, message } of errors) {
      const path = pathOf(at, before, known)
      notes.push({ id: 'not-possible', path, what: message })
      const owner = before.find((each) => isWithin(path, each))
      if (owner === undefined) return null
      owner.written = false
    }
  }
}

/** The path in the file of what our check names by its place in the converted one. */
function pathOf(at: string, written: readonly Owner[], known: ReadonlyMap<string, Path>): Path {
  // In a list what was left out has moved the others up.
  const original = at.replace(
    /^(proxy\.(?:expose|import))\[(\d+)\]/,
    (whole, list: string, index: string) => {
      const owner = written.filter(({ path }) => pathText(path.slice(0, 2)) === list)[Number(index)]
      return owner === undefined ? whole : pathText(owner.path)
    },
  )
  for (
    let text = original;
    text !== '';
    text = text.slice(0, Math.max(text.lastIndexOf('.'), text.lastIndexOf('[')))
  ) {
    const path = known.get(text)
    if (path !== undefined) return path
    if (!/[.[]/.test(text)) break
  }
  return []
}

function* pathsOf(tree: Tree, path: Path = []): Generator<Path> {
  yield path
  if (tree.kind === 'list')
    for (const [index, item] of tree.items.entries()) yield* pathsOf(item, [...path, index])
  if (tree.kind === 'map')
    for (const [name, { value }] of tree.entries) yield* pathsOf(value, [...path, name])
}
