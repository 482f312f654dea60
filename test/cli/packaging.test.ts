/** What packages and services are made of: read as those read it that use it. */
import { execFile, spawnSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readCommandLine } from '../../src/main/cli/command-line.ts'
import { makeFolder } from '../support/folders.ts'

const run = promisify(execFile)
const read = (name: string) => readFile(`resources/packaging/${name}`, 'utf8')

/** Everything that stands behind the program's name. */
function expectServe(words: string[]): void {
  const line = readCommandLine(words)
  expect(line).toMatchObject({ ok: true, command: { name: 'serve', json: true } })
  if (line.ok && line.command.name === 'serve')
    expect([line.command.config, line.command.data].every((path) => path !== null)).toBe(true)
}

const noSystemd = spawnSync('systemd-analyze', ['--version']).status !== 0

describe('the recipes [package.recipes]', () => {
  it('start the gateway by words that the command line understands', async () => {
    const docker = await read('Dockerfile')
    expectServe(JSON.parse(/^CMD (.*)$/m.exec(docker)?.[1] ?? '[]'))
    const unit = await read('countersign.service')
    expectServe(/^ExecStart=\S+ countersign (.*)$/m.exec(unit)?.[1]?.split(' ') ?? [])
    const plist = await read('dev.countersign.gateway.plist')
    const words = [...plist.matchAll(/<string>([^<]*)<\/string>/g)].map(([, word = '']) => word)
    expectServe(words.slice(words.indexOf('serve'), words.indexOf('--json') + 1))
    const task = await read('windows-task.ps1')
    const line = /countersign (serve [^"]*`"[^`]*`"[^`]*`"[^`]*`" --json)/.exec(task)?.[1] ?? ''
    expectServe(line.replaceAll('`"', '').split(' '))
  })

  it('keep a container from writing, from rights and from root', async () => {
    const { services, secrets } = parse(await read('compose.yaml'))
    expect(services.countersign).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      secrets: ['countersign_key'],
    })
    expect(services.countersign.ports).toBeUndefined()
    expect(Object.keys(secrets)).toEqual(['countersign_key'])
    const docker = await read('Dockerfile')
    expect(docker.indexOf('USER node')).toBeGreaterThan(0)
    expect(docker.indexOf('USER node')).toBeLessThan(docker.indexOf('ENTRYPOINT'))
    expect(docker).toContain('COUNTERSIGN_SECRET_KEY_FILE=/run/secrets/countersign_key')
  })

  it('are what the registry of MCP wants of a server', async () => {
    const server = JSON.parse(await read('server.json'))
    const own = JSON.parse(await readFile('package.json', 'utf8'))
    expect(server.name).toBe(own.mcpName)
    expect(server.version).toBe(own.version)
    const [npm] = server.packages
    expect(npm).toMatchObject({ registryType: 'npm', identifier: own.name, version: own.version })
    const line = readCommandLine(npm.packageArguments.map(({ value }: { value: string }) => value))
    expect(line).toMatchObject({ ok: true, command: { name: 'mcp' } })
    expect(server.description.length).toBeLessThanOrEqual(100)
  })

  it('and the public CI call scripts that there are [package.recipes]', async () => {
    const own = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: Record<string, string> }
    const files = await readdir('.github/workflows')
    expect(files).toHaveLength(3)
    for (const file of files) {
      const { jobs, permissions } = parse(await readFile(`.github/workflows/${file}`, 'utf8')) as {
        permissions: unknown
        jobs: Record<string, { 'runs-on': string; steps: { run?: string; uses?: string }[] }>
      }
      expect(permissions).toEqual({ contents: 'read' })
      const steps = Object.values(jobs).flatMap((job) => job.steps)
      const scripts = steps.flatMap(
        ({ run: line = '' }) => /npm (?:run )?(?!ci|pack|install)(\w+)/.exec(line)?.[1] ?? [],
      )
      expect(scripts.filter((script) => !(script in own.scripts))).toEqual([])
      // Nobody's actions but GitHub's own.
      expect(steps.filter(({ uses }) => uses !== undefined && !uses.startsWith('actions/'))).toEqual([])
    }
    expect(await readFile('README.md', 'utf8')).toContain('**Not run yet**: the public CI')
  })

  it.skipIf(noSystemd)(
    `are a unit that systemd reads${noSystemd ? ' (skipped: no systemd here)' : ''}`,
    async () => {
      const folder = makeFolder('systemd')
      await run('systemd-analyze', ['--user', 'verify', 'resources/packaging/countersign.service'], {
        env: { ...process.env, XDG_RUNTIME_DIR: folder.path },
      })
      folder.remove()
    },
  )
})
