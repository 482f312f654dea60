/**
 * `npm run -s mutants -- FOLDER … [--count N] [--seed N]`: changes the source in one small place at a time, and says
 * which changes no test notices. Places are drawn by lot, the same for the same seed. It works in a copy of the
 * checkout. One JSON line a mutant: where it is, what it was and became, and which tests noticed; the last line counts.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand } from '../setup/run-command.ts'
import { createRandom } from '../simulation/random.ts'
import { listMutants, type Mutant } from './mutations.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The tests of a folder, the nearest first: whoever survives the first meets the next. */
const TESTS: Record<string, readonly (readonly string[])[]> = {
  'src/main/model': [['test/model', 'test/workflow'], ['test/runtime', 'test/store'], ['test/simulation']],
  'src/main/workflow': [
    ['test/workflow'],
    ['test/config', 'test/desk'],
    ['test/runtime'],
    ['test/simulation'],
  ],
  'src/main/runtime': [['test/runtime'], ['test/simulation'], ['test/gateway', 'test/mcp', 'test/desk']],
  'src/main/store': [['test/store'], ['test/runtime', 'test/simulation'], ['test/gateway', 'test/desk']],
}

/** A mutant that runs for longer has found a loop without an end: that is noticed, too. */
const LIMIT_MS = 300_000

async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { count: { type: 'string', default: '40' }, seed: { type: 'string', default: '1' } },
  })
  const unknown = positionals.find((folder) => !Object.hasOwn(TESTS, folder))
  if (unknown !== undefined || positionals.length === 0) {
    console.error(`Say one or more of: ${Object.keys(TESTS).join(', ')}.`)
    return 2
  }
  const copy = copyCheckout()
  try {
    for (const folder of positionals) {
      const mutants = draw(listAll(folder), Number(values.count), Number(values.seed))
      const survivors = []
      for (const mutant of mutants) {
        const noticedBy = await tryMutant(copy, mutant, TESTS[folder] ?? [])
        if (noticedBy === null) survivors.push(mutant)
        const { file, line, was, became } = mutant
        console.log(JSON.stringify({ file, line, was, became, noticedBy }))
      }
      console.log(JSON.stringify({ folder, mutants: mutants.length, survivors: survivors.length }))
    }
  } finally {
    rmSync(copy, { recursive: true })
  }
  return 0
}

function copyCheckout(): string {
  const copy = mkdtempSync(join(tmpdir(), 'countersign-mutants-'))
  const { stdout } = spawnSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
  for (const file of stdout.split('\0').filter((name) => name !== ''))
    cpSync(join(ROOT, file), join(copy, file))
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

function listAll(folder: string): Mutant[] {
  return globSync(`${folder}/**/*.ts`, { cwd: ROOT })
    .sort()
    .flatMap((file) => listMutants(file, readFileSync(join(ROOT, file), 'utf8')))
}

function draw(mutants: Mutant[], count: number, seed: number): Mutant[] {
  const random = createRandom(seed)
  const left = [...mutants]
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(random.below(left.length), 1),
  ).flat()
}

/** Which tests noticed; null: none did. */
async function tryMutant(
  copy: string,
  { file, text }: Mutant,
  tests: readonly (readonly string[])[],
): Promise<string | null> {
  const path = join(copy, file)
  const original = readFileSync(path, 'utf8')
  writeFileSync(path, text)
  try {
    for (const paths of tests) {
      const { code } = await runCommand(
        join(ROOT, 'node_modules/.bin/vitest'),
        ['run', '--project', 'unit', '--bail', '1', ...paths],
        { cwd: copy, timeoutMs: LIMIT_MS },
      )
      if (code !== 0) return paths.join(' ')
    }
    return null
  } finally {
    writeFileSync(path, original)
  }
}

process.exitCode = await run(process.argv.slice(2))
