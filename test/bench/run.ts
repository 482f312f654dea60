/**
 * `npm run -s bench`: one JSON line a figure on stdout, progress on stderr, at most nineteen minutes. With names of
 * groups, only those. docs/bench.md says what each figure means.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CLI, NODE } from '../support/gateway-process.ts'
import type { Bench, Group } from './figure.ts'

const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort())

async function run(wanted: string[]): Promise<number> {
  if (!existsSync(CLI)) {
    console.error('There is no built gateway to measure. Say `npm run build` first.')
    return 2
  }
  const { GROUPS } = await import('./groups.ts')
  const unknown = wanted.find((name) => !GROUPS.some((group) => group.name === name))
  if (unknown !== undefined) {
    const names = GROUPS.map((group) => group.name).join(', ')
    console.error(`There is no group "${unknown}". There are: ${names}.`)
    return 2
  }
  let failed = false
  for (const group of GROUPS) {
    if (interrupted.signal.aborted) return 130
    if (wanted.length > 0 && !wanted.includes(group.name)) continue
    if (!(await runGroup(group))) failed = true
  }
  return failed ? 1 : 0
}

async function runGroup(group: Group): Promise<boolean> {
  const { writeLine } = await import('./figure.ts')
  const closing: (() => unknown)[] = []
  const stop = new AbortController()
  const printed = new Set<string>()
  const started = performance.now()
  const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`
  const bench: Bench = {
    print(figure) {
      printed.add(figure.figure)
      process.stdout.write(`${writeLine(figure)}\n`)
    },
    onEnd(close) {
      closing.unshift(close)
      if (stop.signal.aborted) void closeAll(group, closing)
    },
    signal: stop.signal,
  }
  try {
    await within(group.withinSeconds, group.run(bench))
    const missing = group.figures.filter((name) => !printed.has(name))
    if (missing.length > 0) throw new Error(`It did not print: ${missing.join(', ')}.`)
    console.error(`✓ ${group.name} (${seconds()})`)
    return true
  } catch (error) {
    console.error(`✗ ${group.name} (${seconds()})`, error)
    return false
  } finally {
    stop.abort()
    await closeAll(group, closing)
  }
}

async function closeAll(group: Group, closing: (() => unknown)[]): Promise<void> {
  for (const close of closing.splice(0)) {
    try {
      await close()
    } catch (error) {
      console.error(`  ${group.name}:`, error)
    }
  }
}

async function within(seconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It took more than ${seconds} s.`)), seconds * 1000)
    interrupted.signal.addEventListener('abort', () => reject(new Error('It was interrupted.')))
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

if (Number(process.versions.node.split('.')[0]) < 24 && existsSync(NODE)) {
  process.exitCode = spawnSync(NODE, process.argv.slice(1), { stdio: 'inherit' }).status ?? 1
} else {
  process.env.PATH = `${join(import.meta.dirname, '../../node_modules/.bin')}:${process.env.PATH ?? ''}`
  // A group that was stopped may have left something behind that would keep the process.
  process.exit(await run(process.argv.slice(2)))
}
