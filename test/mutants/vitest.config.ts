/** The tests over sources that carry all mutants (`run.ts`): one worker, one test after another. */
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { defineConfig, type Plugin } from 'vitest/config'
import { folderOfRun } from './switches.ts'

const ROOT = join(import.meta.dirname, '../..')

function carryMutants(): Plugin {
  const sources = JSON.parse(readFileSync(join(folderOfRun(), 'sources.json'), 'utf8'))
  return {
    name: 'carry-mutants',
    enforce: 'pre',
    transform(_code, id) {
      return sources[relative(ROOT, id)]
    },
  }
}

export default defineConfig({
  root: ROOT,
  plugins: [carryMutants()],
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/setup/property-seed.ts', 'test/mutants/switches.ts'],
    runner: 'test/mutants/runner.ts',
    // What waits for something that a mutant lets not come: it need not wait as long as on a busy machine.
    expect: { poll: { timeout: 3_000 } },
    testTimeout: 60_000,
    hookTimeout: 30_000,
    isolate: false,
    maxWorkers: 1,
    maxConcurrency: 1,
    // They are noticed as what they are (`runner.ts`).
    dangerouslyIgnoreUnhandledErrors: true,
    reporters: [['default', { summary: false }]],
  },
})
