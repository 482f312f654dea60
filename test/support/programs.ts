/**
 * What tests start again and again as processes, each in one file with all that it needs: from its sources a start takes
 * twice to three times the processor time, for a single small one as well, since Node has to take its types away.
 */
import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT } from '../setup/found.ts'

const PROGRAMS = {
  cli: 'src/main/cli.ts',
  'crash-child': 'test/runtime/crash-child.ts',
  'crash-drive-child': 'test/runtime/crash-drive-child.ts',
  'kill-child': 'test/runtime/kill-child.ts',
  'update-child': 'test/updates/update-child.ts',
  'close-child': 'test/store/close-child.ts',
  'commit-child': 'test/store/commit-child.ts',
  'lock-child': 'test/store/lock-child.ts',
  'asking-server': 'test/runtime/asking-server.ts',
  'fixture-server': 'test/connections/fixture-server.ts',
  'modern-tools': 'test/connections/modern-tools.ts',
  'rude-server': 'test/connections/rude-server.ts',
}
/** Found by the others beside them. */
const THREADS = Object.fromEntries(
  globSync('src/main/**/*-worker.ts', { cwd: ROOT }).map((file) => [basename(file, '.ts'), file]),
)
/** What any of them is made from, and more than that. */
const SOURCES = [
  'src/**/*.*',
  'test/{runtime,support,updates}/**/*.ts',
  'test/store/samples.ts',
  ...Object.values(PROGRAMS),
  'resources/packaging/*.ts',
  'package-lock.json',
]
/** In the checkout, where packages are found; a folder for each state of the sources, which later runs find again. */
const FOLDER = join(ROOT, 'node_modules/.cache/test-programs')
const KEPT_MS = 24 * 3_600_000
let made: Promise<string> | null = null

/** Its path. All are made from the sources of now when the first is asked for. */
export async function programOf(name: keyof typeof PROGRAMS): Promise<string> {
  return join(await makePrograms(), `${name}.js`)
}

/** The folder in which they are. */
export function makePrograms(): Promise<string> {
  made ??= findOrMake()
  return made
}

async function findOrMake(): Promise<string> {
  const folder = join(FOLDER, hashSources())
  if (existsSync(folder)) return folder
  const own = `${folder}-${process.pid}`
  await makeAll(own)
  try {
    renameSync(own, folder)
  } catch {
    // Another process was faster.
    rmSync(own, { recursive: true })
  }
  for (const name of readdirSync(FOLDER)) {
    const other = join(FOLDER, name)
    if (other !== folder && Date.now() - statSync(other).mtimeMs > KEPT_MS) rmSync(other, { recursive: true })
  }
  return folder
}

function hashSources(): string {
  const hash = createHash('sha256')
  for (const file of globSync(SOURCES, { cwd: ROOT }).sort())
    hash.update(`${file}\n`).update(readFileSync(join(ROOT, file)))
  return hash.digest('hex').slice(0, 16)
}

async function makeAll(outDir: string): Promise<void> {
  mkdirSync(FOLDER, { recursive: true })
  const before = process.env.NODE_ENV
  try {
    await buildAll(outDir)
  } finally {
    // Vite says `production` to the whole process, and so to all that it starts.
    if (before === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = before
  }
}

async function buildAll(outDir: string): Promise<void> {
  // Whoever finds them made needs neither.
  const { build } = await import('vite')
  const { compileShapes } = await import('../../resources/packaging/compile-shapes.ts')
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    plugins: [compileShapes()],
    // As in the product: one has a native module, the other a program of its own.
    ssr: { noExternal: true, external: ['better-sqlite3', 'open'] },
    build: {
      outDir,
      ssr: true,
      target: 'node22',
      minify: false,
      rollupOptions: {
        input: { ...PROGRAMS, ...THREADS },
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  })
}
