/**
 * `npm run -s flows`: which files each of the five flows of the architecture really passes, by V8's coverage of one
 * scripted run with real parts. Every flow runs once before, so that only what it passes each time is counted. With
 * names of flows, only those; with `--list`, the files too, in the order of their folders.
 */
import { type Profiler, Session } from 'node:inspector/promises'
import { relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openFlows } from './flows.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** The files of `src` in which a function was called since the last time. */
function passed({ result }: Profiler.TakePreciseCoverageReturnType): string[] {
  return result
    .filter(({ url }) => url.startsWith('file:'))
    .filter(({ functions }) =>
      functions.some(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0),
    )
    .map(({ url }) => relative(ROOT, fileURLToPath(url)))
    .filter((file) => file.startsWith(`src${sep}`))
    .sort()
}

async function run(args: string[]): Promise<number> {
  const wanted = args.filter((arg) => arg !== '--list')
  const { flows, close } = await openFlows()
  const unknown = wanted.find((name) => !(name in flows))
  if (unknown !== undefined) {
    console.error(`There is no flow "${unknown}". There are: ${Object.keys(flows).join(', ')}.`)
    await close()
    return 2
  }
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  try {
    for (const [name, flow] of Object.entries(flows)) {
      if (wanted.length > 0 && !wanted.includes(name)) continue
      await (await flow())()
      const ready = await flow()
      await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
      await ready()
      const files = passed(await session.post('Profiler.takePreciseCoverage'))
      await session.post('Profiler.stopPreciseCoverage')
      console.log(JSON.stringify({ flow: name, files: files.length }))
      if (args.includes('--list')) for (const file of files) console.log(`  ${file}`)
    }
  } finally {
    session.disconnect()
    await close()
  }
  return 0
}

process.exitCode = await run(process.argv.slice(2))
