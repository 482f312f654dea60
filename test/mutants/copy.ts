/** One mutant as it would stand in the sources: in a copy of them, where tests and what they start know of no switches. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../setup/found.ts'
import { runCommand } from '../setup/run-command.ts'
import { type Mutant, mutate } from './mutations.ts'

const VITEST = join(ROOT, 'node_modules/.bin/vitest')
/** When a run is given up, which then says nothing. */
const LONGEST_MS = 180_000

/** All but what is made, in a folder of its own. */
export function copySources(): string {
  const copy = mkdtempSync(join(tmpdir(), 'countersign-mutated-'))
  const isMade = ['node_modules', '.git', 'out', 'dist', 'release']
  for (const name of readdirSync(ROOT).filter((name) => !isMade.includes(name)))
    cpSync(join(ROOT, name), join(copy, name), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** What fails with the mutant, and passes without it. */
export async function findFailing(
  copy: string,
  mutant: Mutant,
  files: readonly string[],
): Promise<string | null> {
  const source = readFileSync(join(ROOT, mutant.file), 'utf8')
  writeFileSync(join(copy, mutant.file), mutate(source, mutant))
  const failing = await runInCopy(copy, files)
  writeFileSync(join(copy, mutant.file), source)
  if (failing === null) return null
  return (await runInCopy(copy, [failing.file])) === null ? failing.title : null
}

async function runInCopy(
  copy: string,
  files: readonly string[],
): Promise<{ file: string; title: string } | null> {
  const { code, output } = await runCommand(
    VITEST,
    ['run', '--project', 'unit', '--bail', '1', '--maxWorkers', '1', ...files],
    { cwd: copy, env: { ...process.env, NO_COLOR: '1' }, timeoutMs: LONGEST_MS },
  )
  if (code === 0) return null
  const [, title, file] = /FAIL +\S* *((test\/\S+)[^\n]*)/.exec(output) ?? []
  // Out of time, for example: that says nothing.
  if (title === undefined || file === undefined) console.error(`exit code ${code}:\n${output.slice(-1_000)}`)
  return title === undefined || file === undefined ? null : { file, title }
}
