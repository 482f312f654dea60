/**
 * `npm run release`: everything that this system can build, into `release/`, with checksums, a bill of materials and
 * the licences of all that ships. `-- --out FOLDER` names another folder, `-- --without desktop` leaves something out.
 * docs/releasing.md says what it makes, and what it cannot.
 */
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { packEntries, readEntries } from './archive.ts'
import { type Bill, narrowBill, type Presence } from './bill.ts'
import { makeBundle } from './bundle.ts'
import { makeDesktopPackages } from './desktop.ts'
import { writeLicences } from './licences.ts'
import { labelOf, type Notice, readNotice } from './notices.ts'
import { readDesktopRuntime, readShipped } from './shipped.ts'
import { readTool } from './tools.ts'
import { findFault } from './versions.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
/** `build`: that of the product, which the others take as it is without it. */
const PARTS = ['build', 'npm', 'mcpb', 'docs', 'desktop'] as const
type Part = (typeof PARTS)[number]

const SUMS = 'SHA256SUMS'

/** What was not made, and why: a sentence. */
interface Skipped {
  what: string
  why: string
}

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'release' },
    without: { type: 'string', multiple: true, default: [] },
  },
})
const out = resolve(ROOT, values.out)
const isWanted = (part: Part) => !values.without.includes(part)
const skipped: Skipped[] = values.without.map((what) => ({ what, why: 'It was not asked for.' }))

process.chdir(ROOT)
process.exitCode = await release().catch((error: unknown) => {
  console.error(`✗ ${error instanceof Error ? error.message : String(error)}`)
  return 1
})

async function release(): Promise<number> {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const fault = findFault(ROOT, version)
  if (fault !== null) throw new Error(fault)
  const unknown = values.without.find((part) => !PARTS.some((each) => each === part))
  if (unknown !== undefined) throw new Error(`There is no part “${unknown}”, only ${PARTS.join(', ')}.`)
  if (existsSync(out) && readdirSync(out).length > 0 && !existsSync(join(out, SUMS)))
    throw new Error(`${out} holds something else than a release. Name an empty folder.`)
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  const name = `countersign-${version}`
  if (isWanted('build'))
    await step('build', () => readTool(ROOT, 'electron-vite', ['build', '--logLevel', 'error']))
  const notices = readNotices('out/notices.json')
  const shipped = readShipped(ROOT)

  const files = await step('npm', async () => {
    const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', out]
    const [packed] = JSON.parse(
      await readTool(ROOT, 'npm', isWanted('npm') ? pack : [...pack, '--dry-run']),
    ) as [{ files: { path: string }[] }]
    return packed.files.map(({ path }) => path).sort()
  })
  if (isWanted('mcpb'))
    await step('mcpb', async () =>
      writeFileSync(join(out, `${name}.mcpb`), makeBundle({ checkout: ROOT, files, shipped, version })),
    )
  if (isWanted('docs'))
    await step('docs', async () => {
      await readTool(ROOT, 'vitepress', ['build', 'docs'])
      writeFileSync(join(out, `${name}-docs.zip`), packEntries(readEntries('docs/.vitepress/dist')))
      notices.push(...readNotices('docs/generated/notices.json'))
    })
  const beside = [...shipped]
  if (isWanted('desktop')) {
    const { made, skipped: lacking } = await step('desktop', () => makeDesktopPackages({ root: ROOT, out }))
    skipped.push(...lacking)
    const runtime = made.length > 0 ? readDesktopRuntime(ROOT) : []
    beside.push(...runtime)
    notices.push(...runtime.map(({ folder }) => readNotice(join(ROOT, folder, 'package.json'))))
  }

  await step('bill of materials and licences', async () => {
    const installed = new Set(beside.map(labelOf))
    const present = new Map<string, Presence>(
      [...notices.map(labelOf), ...installed].map((label) => [
        label,
        installed.has(label) ? 'installed along' : 'built in',
      ]),
    )
    const everything = JSON.parse(
      await readTool(ROOT, '@cyclonedx/cyclonedx-npm', [
        '--package-lock-only',
        '--ignore-npm-errors',
        '--output-reproducible',
        '--flatten-components',
      ]),
    ) as Bill
    writeFileSync(
      join(out, `${name}-bill-of-materials.cdx.json`),
      `${JSON.stringify(narrowBill(everything, present), null, 2)}\n`,
    )
    writeFileSync(join(out, `${name}-licences.txt`), writeLicences(withoutTwins(notices)))
  })
  cpSync('CHANGELOG.md', join(out, 'CHANGELOG.md'))
  if (skipped.length > 0) writeFileSync(join(out, 'NOT-BUILT.txt'), skipped.map(sayLine).join(''))
  writeFileSync(join(out, SUMS), sumFiles(out))
  for (const each of skipped) console.log(`- ${sayLine(each).trimEnd()}`)
  console.log(`Countersign ${version} is in ${out}.`)
  return 0
}

async function step<Result>(title: string, make: () => Promise<Result>): Promise<Result> {
  const started = Date.now()
  const result = await make()
  console.log(`✓ ${title} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  return result
}

function readNotices(file: string): Notice[] {
  return JSON.parse(readFileSync(file, 'utf8')) as Notice[]
}

function withoutTwins(notices: readonly Notice[]): Notice[] {
  const known = new Map(notices.map((notice) => [labelOf(notice), notice]))
  return [...known.values()].sort((a, b) => labelOf(a).localeCompare(labelOf(b), 'en'))
}

function sayLine({ what, why }: Skipped): string {
  return `Not built: ${what}. ${why}\n`
}

/** One line a file, as `sha256sum --check` reads it. */
function sumFiles(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => {
      const sum = createHash('sha256').update(readFileSync(file)).digest('hex')
      return `${sum}  ${file.slice(folder.length + 1).replaceAll('\\', '/')}\n`
    })
    .join('')
}
