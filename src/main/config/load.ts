/**
 * A configuration from its files: gather → shape → checks → compiled. Every problem at once, each with its place.
 * May import: model, workflow, and files of this folder.
 */

import { dirname, resolve } from 'node:path'
import { type Configuration, isError, type Problem } from '../model/configuration.ts'
import { mapEntries, present } from '../model/json.ts'
import { choicesOf } from '../workflow/preview/meaning.ts'
import { saysUnlike } from '../workflow/preview/unlike.ts'
import { maskKeys } from '../workflow/wording/key-like.ts'
import { checkDocument } from './check/check.ts'
import { createFindings, orderProblems } from './check/checking.ts'
import { namesUnder } from './check/subject.ts'
import { compileDocument } from './compile/compile.ts'
import { contentHash } from './hash.ts'
import { type Duplicate, gatherFiles, type ReadText, readerOf } from './read/include.ts'
import { checkStructure } from './read/structure.ts'
import { type Tree, toJson } from './read/tree.ts'
import { withWorkspace } from './read/variables.ts'
import { compareConfigurations } from './reload/difference.ts'
import { saysNew } from './reload/unproven.ts'

export interface LoadResult {
  /** Null if there is any error. */
  configuration: Configuration | null
  /** In reading order, the main file first. */
  problems: Problem[]
  /** All that was or should have been read, absolute, the main file first. */
  files: string[]
  /** What was read, by path. */
  texts: Record<string, string>
  /** The ids of the workflows that stand in each file, by path. */
  declared: Record<string, string[]>
}

/**
 * Never throws for anything that a file can hold. `environment` decides only whether variables exist; no value of
 * one is kept (R2.3). `reader` replaces the disk; `now` decides whether
 * exceptions of gates have ended.
 */
export async function loadConfiguration(
  path: string,
  environment: Record<string, string | undefined>,
  reader?: ReadText,
  now: number = Date.now(),
): Promise<LoadResult> {
  const mainFile = resolve(path)
  const { root, problems: fileProblems, duplicates, ...read } = await gatherFiles(mainFile, reader)
  const { files } = read
  if (!root)
    return { configuration: null, problems: orderProblems(fileProblems.map(withoutKeys), files), ...read }

  const structure = checkStructure(root)
  const findings = createFindings(structure.tree)
  const document = structure.document
  const compiled = compileDocument(document, dirname(mainFile))
  checkDocument({
    document,
    tree: structure.tree,
    compiled,
    removed: structure.removed,
    declaredNames: (section) =>
      structure.removed.some((gone) => gone.length === 1 && gone[0] === section)
        ? null
        : namesUnder(structure, [section], Object.keys(document[section] ?? {})),
    environment: withWorkspace(environment, mainFile),
    mainFile,
    findings,
    now,
  })
  const configuration = { path: mainFile, files, hash: hashOf(root, compiled), ...compiled }
  const own = [...fileProblems, ...structure.problems, ...findings.all()]
  const twice = own.some(isError) ? [] : await findTwice(duplicates, mainFile, read.texts, configuration)
  const problems = orderProblems([...own, ...twice].map(withoutKeys), files)
  return { configuration: problems.some(isError) ? null : configuration, problems, ...read }
}

/** Whoever has put a key where something else belongs must not find it in a log (R2.3). */
function withoutKeys(problem: Problem): Problem {
  return { ...problem, message: maskKeys(problem.message) }
}

/** Each file that is included is looked at by itself: it is named on purpose, and only what it loosens is said. */
async function findTwice(
  duplicates: readonly Duplicate[],
  mainFile: string,
  texts: Record<string, string>,
  whole: Configuration,
): Promise<Problem[]> {
  const found: Problem[] = []
  const beside = duplicates.filter(({ isIncluded }) => !isIncluded)
  if (beside.length > 0)
    found.push(...sayDuplicates(beside, await compileWithout(beside, mainFile, texts), whole))
  for (const each of duplicates.filter(({ isIncluded }) => isIncluded))
    found.push(...sayLoosened(each, await compileWithout([each], mainFile, texts), whole))
  return found
}

/** Who writes another address or another text there means it; who takes away what protects may not know of it. */
function sayLoosened(
  { place, section, name, other }: Duplicate,
  without: Configuration,
  whole: Configuration,
): Problem[] {
  const { capabilities, gated } = whole
  const alone =
    section === 'capabilities'
      ? { ...without, capabilities, ...present({ gated }) }
      : { ...without, [section]: { ...without[section], [name]: whole[section][name] } }
  const { weaker, freed } = compareConfigurations(without, alone)
  const loss = weaker.find((each) => !saysNew(each) && !saysUnlike(each) && !freed.includes(each))
  if (loss === undefined) return []
  const message = `‘${name}’ is declared in ‘${other}’ as well, and this file, which is included later, loosens it. ${loss} Keep one of the two.`
  return [{ severity: 'warning', ...place, at: `${section}.${name}`, message }]
}

/** What it would be without the files that declare something a second time. */
async function compileWithout(
  duplicates: readonly Duplicate[],
  mainFile: string,
  texts: Record<string, string>,
): Promise<Configuration> {
  const twice = new Set(duplicates.map(({ file }) => file))
  return compileAccepted(
    mainFile,
    Object.fromEntries(Object.entries(texts).filter(([file]) => !twice.has(file))),
  )
}

/** Nobody has named such a file, so it must not undo what another one protects. */
function sayDuplicates(
  duplicates: readonly Duplicate[],
  without: Configuration,
  whole: Configuration,
): Problem[] {
  // What stands in such a file alone is its own; only what stands elsewhere too can be loosened by it.
  const { weaker, freed } = compareConfigurations(without, whole)
  const named = weaker.filter((loss) => !saysNew(loss) && !freed.includes(loss))
  return duplicates.map(({ place, section, name, other }) => {
    const also = `‘${name}’ is declared in ‘${other}’ as well.`
    const message =
      named.length === 0
        ? `${also} Keep one of the two.`
        : `${also} This file, which nothing includes, would loosen it. ${named.slice(0, 3).join(' ')} Keep one of the two.`
    return { severity: named.length === 0 ? 'warning' : 'error', ...place, at: `${section}.${name}`, message }
  })
}

/** What texts that were accepted compile to. They are not checked again, whatever has become of the environment. */
export async function compileAccepted(
  path: string,
  texts: Record<string, string>,
  parse?: ReadText['parse'],
): Promise<Configuration> {
  const mainFile = resolve(path)
  const { root, files } = await gatherFiles(mainFile, readerOf(texts, parse))
  if (root === null) throw new Error('The configuration that is in force cannot be read again.')
  const compiled = compileDocument(checkStructure(root).document, dirname(mainFile))
  return { path: mainFile, files, hash: hashOf(root, compiled), ...compiled }
}

/** Of all that stands there. The order of keys means nothing, but for what people choose. */
function hashOf(root: Tree, { workflows }: Pick<Configuration, 'workflows'>): string {
  const choices = mapEntries(workflows, ({ states }) => mapEntries(states, choicesOf))
  return contentHash({ document: toJson(root), choices })
}
