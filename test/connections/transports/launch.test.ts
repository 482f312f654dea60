import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { launch } from '../../../src/main/connections/transports/launch.ts'

const PROGRAMS = 8

it('of programs that are started together, one starts in a turn: others have the thread between two of them [connections.one-a-turn]', async () => {
  let turn = 0
  let counting = true
  const count = () => {
    turn += 1
    if (counting) setImmediate(count)
  }
  count()
  const starts = Array.from({ length: PROGRAMS }, async () => {
    const launched = await launch({
      command: process.execPath,
      args: ['-e', ''],
      environment: {},
      workingDirectory: null,
      programFolders: [],
      stdin: 'ignore',
    })
    const startedIn = turn
    if (launched.ok) await launched.program.ended
    return startedIn
  })
  const turns = await Promise.all(starts)
  counting = false
  expect(new Set(turns).size).toBe(PROGRAMS)
})

const LAUNCH = fileURLToPath(new URL('../../../src/main/connections/transports/launch.ts', import.meta.url))
/** Starts a program that tells which of its files leads where, and says the same. */
const TELL = `
const { launch } = await import(${JSON.stringify(LAUNCH)})
const list = 'for (const n of fs.readdirSync("/proc/self/fd")) try { console.log(n, fs.readlinkSync("/proc/self/fd/" + n)) } catch {}'
const launched = await launch({
  command: process.execPath,
  args: ['-e', list],
  environment: {},
  workingDirectory: null,
  programFolders: [],
  stdin: 'ignore',
})
launched.program.stdout.pipe(process.stdout)
await launched.program.ended
`

it.skipIf(process.platform !== 'linux')(
  'a program holds nothing that is open here, also what Chromium leaves open for it [launch.nothing-else]',
  () => {
    // As Chromium does: a file that does not close by itself in whatever is started.
    const script = 'exec 40</etc/passwd; exec 77<>/dev/zero; exec "$0" --input-type=module -e "$1"'
    const { stdout, stderr } = spawnSync('bash', ['-c', script, process.execPath, TELL], { encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(stdout).toMatch(/^1 (?:pipe|socket):/m)
    expect(stdout).not.toContain('/etc/passwd')
    expect(stdout).not.toContain('/dev/zero')
  },
)
