/**
 * `npm run screens`: the pictures of docs/screens, taken by the tests that open a real gateway with real servers and
 * bring each thing on screen. Nothing is replaced unless every picture was taken.
 */
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../setup/found.ts'
import { PICTURES } from './pictures.ts'

const TESTS = [
  'inbox-cards',
  'first-hour',
  'looks',
  'search-playground',
  'search-judged',
  'servers',
  'sources',
  'tools',
  'trying',
].map((name) => `test/e2e/${name}.test.ts`)
const THEMES = ['light', 'dark']
const MOST_BYTES = 200_000

const files = Object.keys(PICTURES).flatMap((name) => THEMES.map((theme) => `${name}-${theme}.png`))

function run(): string | null {
  const taken = mkdtempSync(join(tmpdir(), 'cs-screens-'))
  try {
    spawnSync(
      process.execPath,
      [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'e2e', ...TESTS],
      {
        cwd: ROOT,
        env: { ...process.env, COUNTERSIGN_SCREENS: taken },
        stdio: 'inherit',
      },
    )
    const missing = files.filter((file) => !existsSync(join(taken, file)))
    if (missing.length > 0) return `These pictures were not taken: ${missing.join(', ')}.`
    const large = files.filter((file) => statSync(join(taken, file)).size > MOST_BYTES)
    if (large.length > 0) return `These pictures are larger than ${MOST_BYTES} bytes: ${large.join(', ')}.`
    publish(taken)
    return null
  } finally {
    rmSync(taken, { recursive: true, force: true })
  }
}

function publish(taken: string): void {
  const folder = join(ROOT, 'docs/screens')
  mkdirSync(folder, { recursive: true })
  for (const old of readdirSync(folder)) if (old.endsWith('.png')) rmSync(join(folder, old))
  for (const file of files) copyFileSync(join(taken, file), join(folder, file))
  const lines = Object.entries(PICTURES).map(
    ([name, text]) => `- \`${name}\` ([light](${name}-light.png), [dark](${name}-dark.png)): ${text}`,
  )
  writeFileSync(
    join(folder, 'README.md'),
    `# Screens\n\nTaken by \`npm run screens\` at 1280×800, in both themes.\n\n${lines.join('\n')}\n`,
  )
}

const problem = run()
if (problem !== null) {
  console.error(problem)
  process.exitCode = 1
}
