import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { isLong } from './test/support/effort.ts'

export default defineConfig({
  test: {
    globalSetup: ['test/setup/run-folder.ts'],
    setupFiles: ['test/setup/property-seed.ts'],
    // What was made of a source stays until that source changes: a sixth of the processor time of the tests without processes.
    fsModuleCache: true,
    // A busy machine shows late what it shows.
    expect: { poll: { timeout: 10_000 } },
    // Tests start the gateway in processes of its own hundreds of times: these read its sources once. What is kept is
    // run, so it lies where no other user of the machine can put code.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/test-compiled') },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**'],
          // Most of them wait for processes: one core each, where the default leaves one of two idle.
          maxWorkers: '100%',
          // No module keeps anything: files share what is imported, which takes a third off their processor time.
          isolate: false,
          testTimeout: isLong(process.env) ? 900_000 : 120_000,
          hookTimeout: 60_000,
        },
      },
      // Whole processes, browsers and windows: after the others, and two files at a time, which mostly wait.
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          maxWorkers: 2,
          isolate: false,
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
