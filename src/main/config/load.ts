/**
 * A configuration from its files: gather → shape → checks → compiled. Every problem at once, each with its place.
 * May import: model, workflow, and files of this folder.
 */
import { dirname, resolve } from 'node:path'
import type { Configuration, Problem } from '../model/configuration.ts'
import { checkDocument } from './check.ts'
import { compileDocument } from './compile.ts'
import { createFindings, orderProblems } from './findings.ts'
import { contentHash } from './hash.ts'
import { gatherFiles, type ReadText } from './include.ts'
import { checkStructure } from './structure.ts'
import { toJson } from './tree.ts'
import { withWorkspace } from './variables.ts'

export interface Loaded {
  /** Null if there is any error. */
  configuration: Configuration | null
  /** In reading order, the main file first. */
  problems: Problem[]
  /** All that was or should have been read, absolute, the main file first. */
  files: string[]
  /** What was read, by path. */
  texts: Record<string, string>
}

/**
 * Never throws for anything that a file can hold. `environment` decides only whether variables exist; no value of
 * one is kept (R2.3). `read` replaces the disk.
 */
export async function loadConfiguration(
  path: string,
  environment: Record<string, string | undefined>,
  read?: ReadText,
): Promise<Loaded> {
  const mainFile = resolve(path)
  const { root, files, texts, problems: fileProblems } = await gatherFiles(mainFile, read)
  if (!root) return { configuration: null, problems: orderProblems(fileProblems, files), files, texts }

  const structure = checkStructure(root)
  const findings = createFindings(structure.tree)
  const document = structure.document
  const compiled = compileDocument(document, dirname(mainFile))
  checkDocument({
    document,
    tree: structure.tree,
    compiled,
    removed: structure.removed,
    environment: withWorkspace(environment, mainFile),
    mainFile,
    findings,
  })
  const problems = orderProblems([...fileProblems, ...structure.problems, ...findings.all()], files)
  if (problems.some((problem) => problem.severity === 'error'))
    return { configuration: null, problems, files, texts }
  const hash = contentHash(toJson(root))
  return { configuration: { path: mainFile, files, hash, ...compiled }, problems, files, texts }
}
