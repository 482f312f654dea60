import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type LoadResult, loadConfiguration } from '../../src/main/config/load.ts'
import type { Problem } from '../../src/main/model/configuration.ts'

/** Files of a new folder by relative path, gone after the test; answers the path of `main.yaml`. */
export async function writeFiles(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-config-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return join(folder, 'main.yaml')
}

export async function loadText(
  text: string,
  environment: Record<string, string | undefined> = {},
): Promise<LoadResult> {
  return loadConfiguration(await writeFiles({ 'main.yaml': text }), environment)
}

/** `line:column severity at: message` */
export function inOneLine(problem: Problem): string {
  return `${problem.line}:${problem.column} ${problem.severity} ${problem.at}: ${problem.message}`
}
