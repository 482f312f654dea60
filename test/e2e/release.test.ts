/** What `npm run release` makes of the build that is there, and the bundle for Claude Desktop as that runs it. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Bill } from '../../resources/packaging/release/bill.ts'
import type { Notice } from '../../resources/packaging/release/notices.ts'
import { readShipped } from '../../resources/packaging/release/shipped.ts'
import { ROOT } from '../setup/found.ts'
import { connectByEntry } from '../support/agent.ts'
import { makeFolder } from '../support/folders.ts'
import { personEnvironment, startOpen } from '../support/open-desk.ts'

const run = promisify(execFile)
const RUN = join(ROOT, 'resources/packaging/release/run.ts')
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
const folder = makeFolder('release')
const out = join(folder.path, 'out')
const file = (ending: string) => join(out, `countersign-${version}${ending}`)
let said: string

/** Nothing is built anew: other tests run what is there. */
const release = (...words: string[]) =>
  run(process.execPath, [RUN, '--without', 'build', '--without', 'docs', '--without', 'desktop', ...words], {
    cwd: ROOT,
  })

beforeAll(async () => {
  said = (await release('--out', out)).stdout
}, 120_000)
afterAll(() => folder.remove())

describe('a release', () => {
  it('has a checksum of each file and says what was left out [release.command]', () => {
    const sums = readFileSync(join(out, 'SHA256SUMS'), 'utf8').trim().split('\n')
    const names = sums.map((line) => line.slice(66))
    expect(names).toEqual(
      readdirSync(out)
        .filter((name) => name !== 'SHA256SUMS')
        .sort(),
    )
    for (const line of sums) {
      const sum = createHash('sha256')
        .update(readFileSync(join(out, line.slice(66))))
        .digest('hex')
      expect(line.slice(0, 64)).toBe(sum)
    }
    expect(said).toContain('Not built: docs.')
    expect(readFileSync(join(out, 'NOT-BUILT.txt'), 'utf8')).toContain('Not built: desktop.')
  })

  it('takes no folder that holds something else, and no part that there is not [release.command]', async () => {
    const other = makeFolder('release-other')
    writeFileSync(join(other.path, 'letter.txt'), 'Mine.')
    await expect(release('--out', other.path)).rejects.toThrow('holds something else than a release')
    await expect(release('--without', 'everything')).rejects.toThrow('There is no part “everything”')
    expect(readdirSync(other.path)).toEqual(['letter.txt'])
    other.remove()
  })

  it('has a bill of what is in the build and beside it, and of nothing else [release.bill]', async () => {
    const text = readFileSync(file('-bill-of-materials.cdx.json'), 'utf8')
    const faults = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text)
    expect(faults).toBeNull()
    const bill = JSON.parse(text) as Bill
    const named = bill.components.map(
      ({ group, name, version: of }) => `${group ? `${group}/` : ''}${name}@${of}`,
    )
    const notices = JSON.parse(readFileSync('out/notices.json', 'utf8')) as Notice[]
    const shipped = [...notices, ...readShipped(ROOT)].map(({ name, version: of }) => `${name}@${of}`)
    expect(named.toSorted()).toEqual([...new Set(shipped)].sort())
    expect(named.some((name) => name.startsWith('react@'))).toBe(true)
    expect(named.some((name) => name.startsWith('vitest@'))).toBe(false)
  })

  it('has the licence of each of them [release.licences]', () => {
    const text = readFileSync(file('-licences.txt'), 'utf8')
    const notices = JSON.parse(readFileSync('out/notices.json', 'utf8')) as Notice[]
    expect(notices.filter(({ name, version: of }) => !text.includes(`\n${name}@${of}: `))).toEqual([])
    expect(text).toContain('Eclipse Public License - v 2.0')
  })
})

describe('the bundle of a release', () => {
  const unpacked = join(folder.path, 'extension')
  const mcpb = (...words: string[]) => run(join(ROOT, 'node_modules/.bin/mcpb'), words)

  it('is unpacked and found valid by the tool of its format [package.bundle]', async () => {
    await mcpb('unpack', file('.mcpb'), unpacked)
    const { stdout } = await mcpb('validate', join(unpacked, 'manifest.json'))
    expect(stdout).toContain('validation passes')
    expect(readFileSync(file('.mcpb')).length).toBeLessThan(20 * 1024 * 1024)
  })

  it('answers from a Node alone, and says how to open a desk until there is one [package.bundle]', async () => {
    const home = makeFolder('release-home')
    const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...environment } = personEnvironment(home.path)
    const manifest = JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8'))
    const args = (manifest.server.mcp_config.args as string[]).map((arg) =>
      arg.replace(/\$\{__dirname\}/, () => unpacked),
    )
    // No other program can be found: the client's Node is all that there is.
    const alone = { ...environment, PATH: '' }
    const agent = await connectByEntry({ command: process.execPath, args }, alone)
    expect((await agent.tools()).sort()).toEqual(
      (manifest.tools as { name: string }[]).map(({ name }) => name).sort(),
    )
    const started = await agent.call('workflow_start', { definitionId: 'content_review', input: {} })
    const { workflowId, version: first } = started.answer
    await agent.call('workflow_submit', {
      ...{ workflowId, expectedVersion: first, transition: 'submit_draft' },
      arguments: { title: 'A', content: 'B' },
    })
    const waiting = async () => (await agent.call('workflow_get', { workflowId })).answer.result.message ?? ''
    expect(await waiting()).toContain('run `npx countersign` in a terminal')

    const desk = await startOpen(environment)
    await expect.poll(waiting, { timeout: 20_000 }).not.toContain('No desk is open')
    expect(await waiting()).toContain('Waiting for a person at the desk')
    await agent.close()
    await desk.stop()
    home.remove()
  }, 60_000)
})
