/**
 * What tests start again and again as processes, each in one file with all that it needs: from its hundreds of sources
 * a start takes twice to three times the processor time.
 */
import { globSync, readdirSync, rmSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { build } from 'vite'
import { compileShapes } from '../../resources/packaging/compile-shapes.ts'

const PROGRAMS = {
  cli: 'src/main/cli.ts',
  'crash-child': 'test/runtime/crash-child.ts',
  'crash-drive-child': 'test/runtime/crash-drive-child.ts',
  'kill-child': 'test/runtime/kill-child.ts',
  'update-child': 'test/updates/update-child.ts',
}
/** Found by the others beside them. */
const THREADS = Object.fromEntries(
  globSync('src/main/**/*-worker.ts').map((file) => [basename(file, '.ts'), file]),
)
/** In the checkout, where packages are found; a folder for each process of the tests. */
const FOLDER = resolve('node_modules/.cache/test-programs')
const own = join(FOLDER, String(process.pid))
let made: Promise<void> | null = null

/** Its path. All are made from the sources of now when the first is asked for. */
export async function programOf(name: keyof typeof PROGRAMS): Promise<string> {
  made ??= makeAll()
  await made
  return join(own, `${name}.js`)
}

async function makeAll(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [compileShapes()],
    // As in the product: one has a native module, the other a program of its own.
    ssr: { noExternal: true, external: ['better-sqlite3', 'open'] },
    build: {
      outDir: own,
      ssr: true,
      target: 'node22',
      minify: false,
      rollupOptions: {
        input: { ...PROGRAMS, ...THREADS },
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  })
  for (const name of readdirSync(FOLDER))
    if (hasEnded(Number(name))) rmSync(join(FOLDER, name), { recursive: true })
}

function hasEnded(pid: number): boolean {
  try {
    return !process.kill(pid, 0)
  } catch {
    return true
  }
}
