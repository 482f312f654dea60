/** Reads the main file and what it includes, and makes one document of them. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import type { Problem } from '../../model/configuration.ts'
import { codeOf } from '../../model/error.ts'
import { ownOf } from '../../model/json.ts'
import { LARGEST_FILE, readSource } from './source.ts'
import { descend, type MapTree, mergeTrees, type Place, type Tree } from './tree.ts'

const MOST_FILES = 2000
/** Of all files together. */
const MOST_VALUES_IN_ALL = 500_000
const MOST_CHARACTERS_IN_ALL = 8 * 1024 * 1024

export interface FileSet {
  /** The merged document without its `include`; null if the main file cannot be read. */
  root: MapTree | null
  /** Absolute paths, the main file first; also of files that could not be read. */
  files: string[]
  /** What was read, by path. */
  texts: Record<string, string>
  /** The same as trees, each by itself. */
  trees: ReadonlyMap<string, Tree>
  problems: Problem[]
  /** The ids of the workflows that stand in each file, by path. */
  declared: Record<string, string[]>
  /** What a file of the folder, or a file that is included after another one, declares as well. */
  duplicates: Duplicate[]
}

export interface Duplicate {
  /** The file of the folder that nobody includes; of two such files, or of two that are included, the one that comes later. */
  file: string
  isIncluded: boolean
  place: Place
  section: (typeof NAMED)[number]
  name: string
  /** Where else it is declared. */
  other: string
}

/** Parts of a configuration in which everything has a name. */
const NAMED = ['connections', 'capabilities', 'workflows', 'clients', 'people'] as const

/** Reads one file of a configuration: from the disk, or from the copy that was accepted. */
export interface ReadText {
  (file: string): Promise<Text>
  /** The files of a folder, absolute; without it, or where there is no such folder: none. */
  list?(folder: string): Promise<string[]>
  /** Instead of `readSource`. */
  parse?: typeof readSource
}

/** Beside the main file: every file in it belongs to the configuration. */
export const WORKFLOWS_FOLDER = 'workflows'

/**
 * The files of the folder come first, then the included ones in the order of the list, and the file that includes them
 * last: it wins. A file that is reached twice counts once, where it is first met; one that is included counts there, also
 * if it lies in the folder.
 */
export async function gatherFiles(mainFile: string, read: ReadText = readFromDisk): Promise<FileSet> {
  const files: string[] = []
  const texts: Record<string, string> = {}
  const trees = new Map<string, Tree>()
  const problems: Problem[] = []
  const declared: Record<string, string[]> = {}
  let values = 0
  let characters = 0
  const report = (place: Place, at: string, message: string) => {
    problems.push({ severity: 'error', ...place, at, message })
  }
  const duplicates: Duplicate[] = []
  const gather = async (file: string, above: readonly string[], asked: Place): Promise<MapTree | null> => {
    if (files.includes(file)) return null
    if (files.length >= MOST_FILES) {
      report(asked, 'include', `At most ${MOST_FILES} files can be included.`)
      return null
    }
    files.push(file)
    const text = await read(file)
    if (!text.ok) {
      report(asked, above.length === 0 ? '' : 'include', text.message)
      return null
    }
    characters += text.text.length
    if (characters > MOST_CHARACTERS_IN_ALL) {
      report(asked, 'include', `All files together have more than ${MOST_CHARACTERS_IN_ALL} characters.`)
      return null
    }
    texts[file] = text.text
    const source = (read.parse ?? readSource)(text.text, file)
    problems.push(...source.problems)
    if (!source.tree) return null
    trees.set(file, source.tree)
    if (source.tree.kind !== 'map') {
      report(
        source.tree.place,
        '',
        'A configuration is a map that begins with ‘version: "1.0.0"’; this is none.',
      )
      return null
    }
    values += source.tree.size
    if (values > MOST_VALUES_IN_ALL) {
      report(asked, 'include', `All files together have more than ${MOST_VALUES_IN_ALL} values.`)
      return null
    }
    const workflows = descend(source.tree, ['workflows'])
    declared[file] = workflows?.kind === 'map' ? [...workflows.entries.keys()] : []
    const line = [...above, file]
    const gatherAll = async (wanted: { name: string; place: Place }[]) => {
      const found: Piece[] = []
      for (const { name, place } of wanted) {
        const path = resolve(dirname(file), name)
        if (line.includes(path)) {
          const circle = [...line.slice(line.indexOf(path)), path]
            .map((each) => `‘${each}’`)
            .join(' includes ')
          report(place, 'include', `These files include each other: ${circle}.`)
          continue
        }
        const tree = await gather(path, line, place)
        if (tree) found.push({ file: path, tree })
      }
      return found
    }
    const included = await gatherAll(includesOf(source.tree, report))
    const place = { file, line: 1, column: 1 }
    const unnamed = above.length > 0 ? [] : await listBeside(file, read)
    const beside = await gatherAll(unnamed.map((name) => ({ name, place })))
    const own = withoutInclude(source.tree)
    const named = [...included, { file, tree: own }]
    for (const [index, piece] of beside.entries())
      duplicates.push(...findDuplicates(piece, [...beside.slice(0, index), ...named], false))
    for (const [index, piece] of included.entries())
      duplicates.push(...findDuplicates(piece, included.slice(0, index), true))
    return [...beside, ...named].map(({ tree }) => tree).reduce(mergeMaps)
  }
  const root = await gather(mainFile, [], { file: mainFile, line: 1, column: 1 })
  return { root, files, texts, trees, problems, declared, duplicates }
}

interface Piece {
  file: string
  tree: MapTree
}

function findDuplicates({ file, tree }: Piece, others: readonly Piece[], isIncluded: boolean): Duplicate[] {
  return NAMED.flatMap((section) => {
    const own = descend(tree, [section])
    if (own?.kind !== 'map') return []
    return [...own.entries].flatMap(([name, { key }]) => {
      const other = others.findLast((each) => descend(each.tree, [section, name]) !== undefined)
      return other === undefined ? [] : [{ file, isIncluded, place: key, section, name, other: other.file }]
    })
  })
}

function mergeMaps(earlier: MapTree, later: MapTree): MapTree {
  const merged = mergeTrees(earlier, later)
  return merged.kind === 'map' ? merged : later
}

/**
 * Absolute paths of what belongs to a main file without being named in it. In the order of their names, so that a
 * configuration is the same wherever it lies.
 */
export async function listBeside(mainFile: string, read: ReadText = readFromDisk): Promise<string[]> {
  const files = (await read.list?.(join(dirname(mainFile), WORKFLOWS_FOLDER))) ?? []
  return files.filter((file) => /\.(ya?ml|json)$/.test(file)).sort()
}

readFromDisk.list = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => !entry.name.startsWith('.')).map((entry) => join(folder, entry.name))
}

function includesOf(
  tree: MapTree,
  report: (place: Place, at: string, message: string) => void,
): { name: string; place: Place }[] {
  const list = descend(tree, ['include'])
  if (!list || (list.kind === 'scalar' && list.value === null)) return []
  if (list.kind !== 'list') {
    report(list.place, 'include', '‘include’ must be a list of files, for example ["connections.yaml"].')
    return []
  }
  return list.items.flatMap((item, index) => {
    const at = `include[${index}]`
    if (item.kind !== 'scalar' || typeof item.value !== 'string' || item.value === '') {
      report(item.place, at, 'An included file must be a text: its path, relative to this file.')
      return []
    }
    if (isAbsolute(item.value)) {
      report(item.place, at, `‘${item.value}’ must be relative to this file.`)
      return []
    }
    return [{ name: item.value, place: item.place }]
  })
}

function withoutInclude(tree: MapTree): MapTree {
  const entries = new Map(tree.entries)
  entries.delete('include')
  return { ...tree, entries }
}

/** Reads kept texts as if they still were on the disk. */
export function readerOf(texts: Record<string, string>, parse: typeof readSource = readSource): ReadText {
  const read: ReadText = async (file) => {
    const text = ownOf(texts, file)
    return text === undefined
      ? { ok: false, message: `‘${file}’ is not part of what was accepted.` }
      : { ok: true, text }
  }
  read.list = async (folder) => Object.keys(texts).filter((file) => dirname(file) === folder)
  read.parse = parse
  return read
}

export type Text = { ok: true; text: string } | { ok: false; message: string }

export async function readFromDisk(file: string): Promise<Text> {
  try {
    const facts = await stat(file)
    // A device or a pipe would never end.
    if (!facts.isFile()) return { ok: false, message: `‘${file}’ is not a file.` }
    if (facts.size > LARGEST_FILE * 4) {
      return {
        ok: false,
        message: `‘${file}’ has ${facts.size} bytes, too many for a configuration: at most ${LARGEST_FILE} characters are read. Split it with ‘include’.`,
      }
    }
    const bytes = await readFile(file)
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch (error) {
    return { ok: false, message: whyUnreadable(file, error) }
  }
}

/** What reading a file or decoding its bytes threw, as a sentence. */
export function whyUnreadable(file: string, error: unknown): string {
  const code = codeOf(error)
  if (code === 'ENOENT' || code === 'ENOTDIR') return `There is no file ‘${file}’.`
  if (code === 'EACCES' || code === 'EPERM') return `The file ‘${file}’ may not be read.`
  if (error instanceof TypeError) return `‘${file}’ is not text in UTF-8. Save it as UTF-8.`
  return `The file ‘${file}’ cannot be read${code === '' ? '' : ` (${code})`}.`
}
