/** The bench's own promises, tried on its quickest group; times are not judged here. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CALLS } from '../../src/preload/contract.ts'
import { ROOT } from '../setup/found.ts'
import { runCommand } from '../setup/run-command.ts'
import { NODE } from '../support/gateway-process.ts'
import type { Figure } from './figure.ts'
import { GROUPS } from './groups.ts'
import { OF_NO_SIZE } from './large-calls.ts'
import { tokens } from './tokens.ts'

const RUN = join(ROOT, 'test/bench/run.ts')

const bench = (...names: string[]) => runCommand(NODE, [RUN, ...names], { cwd: ROOT, timeoutMs: 60_000 })

describe('npm run bench', () => {
  it('prints one line of JSON a figure, with its ratio to a baseline of the same run [bench.lines]', async () => {
    const { code, stdout, output } = await bench('tokens')
    expect(code, output).toBe(0)
    const figures = stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Figure]))
    expect([...new Set(figures.map(({ figure }) => figure))]).toEqual(tokens.figures)
    expect(figures.map(({ names }) => names)).toEqual(['dots', 'underscores'])
    for (const { value, unit, ratio, against } of figures) {
      expect(value).toBeGreaterThan(100)
      expect(unit).toBe('tokens')
      expect(ratio).toBeCloseTo(value / 600, 3)
      expect(against).toContain('600')
    }
  })

  it('refuses a group that it does not have', async () => {
    expect(await bench('nothing')).toMatchObject({
      code: 2,
      stdout: '',
      output: expect.stringContaining('tokens, configuration, discovery'),
    })
  })

  it('takes at most nineteen minutes [bench.time]', () => {
    expect(GROUPS.reduce((sum, { withinSeconds }) => sum + withinSeconds, 0)).toBeLessThanOrEqual(1140)
  })

  it('measures over a large database every call of the desk, or knows what its work depends on [bench.contract]', async () => {
    const sources = await Promise.all(
      ['large.ts', 'large-calls.ts'].map((file) => readFile(join(ROOT, 'test/bench', file), 'utf8')),
    )
    const asked = new Set(
      sources.flatMap((text) =>
        [...text.matchAll(/\['([a-zA-Z]+\.[a-zA-Z]+)', \{/g)].map(([, name]) => name),
      ),
    )
    const others = Object.values(OF_NO_SIZE).flat()
    expect(
      Object.keys(CALLS).filter((name) => !asked.has(name) && !others.some((other) => other === name)),
    ).toEqual([])
    expect(others.filter((name) => asked.has(name))).toEqual([])
  })

  it('has every figure explained in docs/bench.md [bench.explained]', async () => {
    const page = await readFile(join(ROOT, 'docs/bench.md'), 'utf8')
    const names = GROUPS.flatMap(({ figures }) => figures)
    expect(names.length).toBeGreaterThan(10)
    // p50 and p99 of one figure are explained together.
    expect(names.filter((name) => !page.includes(`\`${name.replace(/ p(50|99)$/, '')}\``))).toEqual([])
  })
})
