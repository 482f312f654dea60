/**
 * What the Dockerfile and the compose file say, done without Docker: the package is installed as they install it, and
 * run as an ordinary user with a root that cannot be written to, by bubblewrap.
 */
import { execFile, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../setup/found.ts'
import { connectByEntry } from '../support/agent.ts'
import { makeFolder } from '../support/folders.ts'

const run = promisify(execFile)
const docker = readFileSync('resources/packaging/Dockerfile', 'utf8')
const readWords = (instruction: string): string[] =>
  JSON.parse(new RegExp(`^${instruction} (\\[.*\\])$`, 'm').exec(docker)?.[1] ?? '[]')

/** An ordinary user of a container: without a name here, and with no right at all. */
const USER = ['--unshare-user', '--uid', '1000', '--gid', '1000']
const canLock = spawnSync('bwrap', [...USER, '--ro-bind', '/', '/', 'true']).status === 0
const why = canLock ? '' : ' (skipped: there is no bubblewrap that may make a user of its own)'

describe.skipIf(!canLock)(`the container${why}`, () => {
  const folder = makeFolder('container')
  const at = (name: string) => join(folder.path, name)
  let gateway: ReturnType<typeof spawn>

  beforeAll(async () => {
    for (const name of ['data', 'tmp', 'workspace', 'secrets', 'image']) mkdirSync(at(name))
    cpSync('resources/beginning', at('workspace'), { recursive: true })
    writeFileSync(at('secrets/countersign_key'), 'a long passphrase of this test')
    await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder.path], { cwd: ROOT })
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    const [, words = ''] = /^RUN npm (install .*) "countersign@/m.exec(docker) ?? []
    const install = [...words.split(' '), '--prefix', at('image'), at(`countersign-${version}.tgz`)]
    await run('npm', install, { cwd: folder.path })
  }, 120_000)
  afterAll(async () => {
    if (gateway?.exitCode === null) {
      const ended = new Promise((done) => gateway.once('exit', done))
      gateway.kill('SIGTERM')
      await ended
    }
    folder.remove()
  })

  /** The arguments of bubblewrap that stand for the container, in front of what runs in it. */
  function inside(command: string[]): string[] {
    const system = ['/usr', '/bin', '/lib', '/lib64', '/etc'].flatMap((path) => ['--ro-bind-try', path, path])
    return [
      ...USER,
      ...['--cap-drop', 'ALL', '--die-with-parent', '--new-session', '--proc', '/proc', '--dev', '/dev'],
      ...system,
      ...['--ro-bind', dirname(process.execPath), '/opt/node', '--ro-bind', at('image'), '/opt/image'],
      ...['--bind', at('data'), '/data', '--ro-bind', at('workspace'), '/workspace'],
      ...['--ro-bind', at('secrets'), '/run/secrets', '--bind', at('tmp'), '/tmp', '--remount-ro', '/'],
      ...['--clearenv', '--setenv', 'PATH', '/opt/image/bin:/opt/node:/usr/bin:/bin', ...environment()],
      ...['--', ...command],
    ]
  }

  function environment(): string[] {
    const [, words = ''] = /^ENV (.*)$/m.exec(docker) ?? []
    return words.split(' ').flatMap((pair) => ['--setenv', ...pair.split('=')])
  }

  const execute = (command: string[]) => spawnSync('bwrap', inside(command), { encoding: 'utf8' })

  it('has a user without rights, and nothing to write to but the data [package.container]', () => {
    expect(execute(['id', '-u']).stdout.trim()).toBe('1000')
    expect(execute(['sh', '-c', 'touch /x || touch /workspace/x || touch /opt/image/x']).status).not.toBe(0)
    expect(execute(['touch', '/data/x']).status).toBe(0)
    expect(existsSync(at('data/x'))).toBe(true)
  })

  it('is healthy once its gateway runs, and answers agents that come by docker exec [package.container]', async () => {
    const health = readWords('HEALTHCHECK .* CMD')
    expect(execute(health).status).toBe(1)
    gateway = spawn('bwrap', inside([...readWords('ENTRYPOINT'), ...readWords('CMD')]), {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ready = await new Promise<string>((resolve, reject) => {
      gateway.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString('utf8')))
      gateway.once('exit', (code) => reject(new Error(`It ended with ${code}.`)))
    })
    expect(JSON.parse(ready)).toMatchObject({ ready: true })
    expect(execute(health).status).toBe(0)

    // As the first lines of the Dockerfile and docs/operations.md say.
    const [, words = ''] = /docker exec -i countersign (.*)$/m.exec(docker) ?? []
    const agent = await connectByEntry({ command: 'bwrap', args: inside(words.split(' ')) }, {})
    expect(await agent.tools()).toHaveLength(7)
    await agent.close()
    expect(readFileSync('docs/operations.md', 'utf8')).toContain(
      words
        .split(' ')
        .map((word) => `"${word}"`)
        .join(', '),
    )
    const secret =
      'echo hidden | countersign secret set mail.token --data /data && countersign secret list --data /data'
    expect(execute(['sh', '-c', secret]).stdout).toContain('mail.token')
    expect(existsSync(at('data/secrets.key'))).toBe(false)
  }, 60_000)
})
