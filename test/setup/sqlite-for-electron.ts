/**
 * better-sqlite3 ships binaries for Node-API 10; the stand-in Electron speaks Node-API 9 and dies on them. This
 * compiles the installed version once more, for Node-API 9, into the cache; never into the checkout.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { CACHE, ROOT } from './found.ts'
import { runCommand } from './run-command.ts'
import { getSystemPackages } from './system-packages.ts'

const HEADER = join(import.meta.dirname, 'napi9-references.hpp')
// The tests ask little of the database: making it faster would take more processor time than it saves them.
const C_FLAGS = ['-c', '-O0', '-fPIC', '-w', '-DNDEBUG', '-std=c99']
const CPP_FLAGS = [
  ...['-c', '-O0', '-fPIC', '-w', '-DNDEBUG', '-std=c++20', '-fno-exceptions', '-fno-rtti'],
  ...[
    '-fvisibility=hidden',
    '-fvisibility-inlines-hidden',
    '-DNAPI_VERSION=9',
    '-DNAPI_DISABLE_CPP_EXCEPTIONS',
  ],
  ...['-DNODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS', '-DNODE_GYP_MODULE_NAME=better_sqlite3'],
  ...['-DBUILDING_NODE_EXTENSION', '-include', HEADER],
]
const LINK_FLAGS = ['-shared', '-Wl,-Bsymbolic', '-Wl,--exclude-libs,ALL']

/** The path of the `.node` file. @throws Error with a sentence if it cannot be made. */
export async function buildSqliteForElectron(): Promise<string> {
  const sqlite = join(ROOT, 'node_modules/better-sqlite3')
  const { version } = JSON.parse(await readFile(join(sqlite, 'package.json'), 'utf8')) as { version: string }
  const recipe =
    JSON.stringify([C_FLAGS, CPP_FLAGS.slice(0, -1), LINK_FLAGS]) + (await readFile(HEADER, 'utf8'))
  const mark = createHash('sha256').update(recipe).digest('hex').slice(0, 12)
  const binary = join(CACHE, `better-sqlite3-${version}-napi9-${mark}.node`)
  if (existsSync(binary)) return binary

  const lacking = await getSystemPackages('compiler')
  if (lacking.length > 0) throw new Error(`a C++ compiler is missing (${lacking.join(', ')})`)
  console.log(`[setup] compiling better-sqlite3 ${version} for Node-API 9 (under a minute, once)`)
  await mkdir(CACHE, { recursive: true })
  const work = await mkdtemp(join(CACHE, 'work-'))
  try {
    const sources = join(sqlite, 'deps/sqlite3')
    const defines = await readDefines(join(sqlite, 'deps/defines.gypi'))
    const ours = createRequire(join(ROOT, 'package.json'))
    const theirs = createRequire(join(sqlite, 'package.json'))
    const includes = [
      sources,
      dirname(theirs.resolve('node-addon-api/package.json')),
      join(dirname(ours.resolve('node-api-headers/package.json')), 'include'),
    ].flatMap((folder) => ['-I', folder])
    const c = join(work, 'sqlite3.o')
    const cpp = join(work, 'better_sqlite3.o')
    await Promise.all([
      compile('gcc', [...C_FLAGS, ...defines, join(sources, 'sqlite3.c'), '-o', c]),
      compile('g++', [...CPP_FLAGS, ...includes, join(sqlite, 'src/better_sqlite3.cpp'), '-o', cpp]),
    ])
    const made = join(work, 'better_sqlite3.node')
    await compile('g++', [...LINK_FLAGS, cpp, c, '-ldl', '-o', made])
    await rename(made, binary)
    return binary
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function readDefines(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8')
  return [...text.matchAll(/'((?:HAVE|SQLITE)_[^']+)'/g)].map((match) => `-D${match[1]}`)
}

async function compile(compiler: string, args: string[]): Promise<void> {
  const result = await runCommand(compiler, args)
  if (result.code !== 0) throw new Error(`${compiler} failed: ${result.output.trim().slice(0, 600)}`)
}
