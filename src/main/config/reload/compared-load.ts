/** A configuration that is read while another one is in force, and what it would change. */

import { compileAccepted, type LoadResult, loadConfiguration } from '../load.ts'
import { type ReadText, readerOf, readFromDisk } from '../read/include.ts'
import { compareConfigurations, compareTexts, type Difference } from './difference.ts'
import type { OpenRuns } from './open-runs.ts'

export interface LoadRequest {
  /** Of the main file. */
  path: string
  environment: Record<string, string | undefined>
  /** Read instead of the disk: text by absolute path. */
  texts?: Record<string, string>
  /** When it is checked: milliseconds since 1970. Absent: now. */
  now?: number
  /** What is in force, to compare with, and what has begun under it or before. */
  before?: { hash: string; texts: Record<string, string>; open?: OpenRuns }
}

export interface FullDifference extends Difference {
  /** The files that differ, each as a unified difference; none if only words do. */
  files: { path: string; patch: string }[]
}

export interface ComparedLoad extends LoadResult {
  /** Null where there are errors, and where nothing is to be compared or nothing differs. */
  difference: FullDifference | null
}

/** `onFile` hears of each file before it is read; `parse` stands in for `readSource`. */
export async function loadCompared(
  { path, environment, texts, before, now }: LoadRequest,
  onFile: (file: string) => void = () => {},
  parse?: ReadText['parse'],
): Promise<ComparedLoad> {
  const source = texts === undefined ? readFromDisk : readerOf(texts)
  const reader: ReadText = (file) => {
    onFile(file)
    return source(file)
  }
  if (source.list !== undefined) reader.list = source.list
  if (parse !== undefined) reader.parse = parse
  const loaded = await loadConfiguration(path, environment, reader, now)
  const { configuration } = loaded
  if (configuration === null || before === undefined || before.hash === configuration.hash)
    return { ...loaded, difference: null }
  const difference = compareConfigurations(
    await compileAccepted(path, before.texts, parse),
    configuration,
    before.open,
  )
  const files = difference.wordsOnly ? [] : compareTexts(before.texts, loaded.texts)
  return { ...loaded, difference: { ...difference, files } }
}
