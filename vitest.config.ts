import { defineConfig } from 'vitest/config'
import { isLong } from './test/support/effort.ts'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**'],
          testTimeout: isLong(process.env) ? 900_000 : 30_000,
          hookTimeout: 60_000,
        },
      },
      // Whole processes, browsers and windows: after the others and one file at a time, so that two cores suffice.
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
