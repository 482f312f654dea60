import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadConfiguration } from '../../src/main/config/load.ts'
import { readSource } from '../../src/main/config/read/source.ts'
import { runs } from '../support/effort.ts'
import { measureProcessorTime } from '../support/processor-time.ts'
import { loadText, writeFiles } from './write-configuration.ts'

const EXAMPLES = [
  'resources/examples/deploy-pipeline.yaml',
  'resources/examples/content-review.yaml',
  'resources/examples/release-promote.yaml',
  'resources/examples/weekly-report.yaml',
  'resources/sample/countersign.yaml',
].map((file) => readFileSync(file, 'utf8'))

const RUNS = runs(150, 3000)
/** In the short run a third of each size must be read in a third of the time. */
const sized = (count: number) => runs(Math.ceil(count / 3), count)
const SOON_MS = sized(20_000)

async function expectAnAnswer(text: string): Promise<void> {
  const { configuration, problems } = await loadText(text)
  const errors = problems.filter(({ severity }) => severity === 'error')
  expect(configuration === null).toBe(errors.length > 0)
  for (const { line, column, message, file } of problems) {
    expect(line).toBeGreaterThanOrEqual(1)
    expect(column).toBeGreaterThanOrEqual(1)
    expect(file).toMatch(/main\.yaml$/)
    expect(message).toMatch(/^[‘A-Z“].*[.?]$/s)
  }
}

/** A text with a piece cut out, doubled or replaced, some times over. */
const mutated = fc
  .record({
    text: fc.constantFrom(...EXAMPLES),
    edits: fc.array(
      fc.record({
        at: fc.double({ min: 0, max: 1, noNaN: true }),
        length: fc.nat(40),
        how: fc.constantFrom('cut', 'double', 'replace' as const),
        piece: fc.oneof(
          fc.string({ maxLength: 12 }),
          fc.constantFrom(
            ': ',
            '- ',
            '{',
            ']',
            '*a',
            '&a ',
            '"',
            '\n',
            '\n      ',
            '$.context.x',
            `\${X}`,
            'null',
            '[]',
            '{}',
            '1',
            'true',
            'actor: human',
            'terminal: true',
            'target: lint',
            'kind: cli',
            '!!binary ',
            '? ',
            '|\n',
            '<<: ',
            '__proto__: 1',
            'approval: {}',
            'executor: { capability: count }',
            'wraps: count_safely',
            'kind: parallel',
            'steps: []',
            '{ capability: count, map: { team: $.input.team } }',
            '$.arguments.team.x',
          ),
        ),
      }),
      { minLength: 1, maxLength: 6 },
    ),
  })
  .map(({ text, edits }) =>
    edits.reduce((result, { at, length, how, piece }) => {
      const start = Math.floor(at * result.length)
      const end = start + length
      const middle = result.slice(start, end)
      const instead = how === 'cut' ? '' : how === 'double' ? middle + middle : piece
      return result.slice(0, start) + instead + result.slice(end)
    }, text),
  )

/** Any JSON where the file expects something else, in a frame that is right. */
const misplaced = fc
  .record({
    section: fc.constantFrom(
      'connections',
      'capabilities',
      'proxy',
      'workflows',
      'discovery',
      'audit',
      'store',
      'approvals',
      'clients',
      'people',
      'include',
      'version',
    ),
    value: fc.jsonValue({ maxDepth: 4 }),
  })
  .map(({ section, value }) => `version: "1.0.0"\n${section}: ${JSON.stringify(value)}\n`)

describe('whatever a file holds, loading answers with problems [config.hostile-input]', () => {
  it('for files with mistakes', async () => {
    await fc.assert(fc.asyncProperty(mutated, expectAnAnswer), { numRuns: RUNS })
  }, 120_000)

  it('for values in wrong places', async () => {
    await fc.assert(fc.asyncProperty(misplaced, expectAnAnswer), { numRuns: RUNS })
  }, 120_000)

  it('for anything else', async () => {
    await fc.assert(fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), expectAnAnswer), {
      numRuns: RUNS,
    })
  }, 120_000)

  const repeated = (piece: string) => piece.repeat(Math.floor(sized(300_000) / piece.length))
  it.each([
    ['flow lists', repeated('[')],
    ['flow maps', repeated('{a: ')],
    ['lists in lists', repeated('- ')],
    ['complex keys', repeated('? ')],
    ['deep indentation', Array.from({ length: 700 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
    ['anchors', repeated('&a ')],
    ['quotes', repeated('"')],
    ['colons', repeated(': ')],
    ['commas', `[${repeated(',')}`],
    ['documents', repeated('---\n')],
    ['keys', Array.from({ length: sized(40_000) }, (_, index) => `k${index}: 1`).join('\n')],
    ['one long key', `${'k'.repeat(sized(300_000))}: 1`],
    ['null characters', repeated('\0')],
    ['too much', 'a'.repeat(600_000)],
  ])(
    'for endless %s, soon',
    (_, text) => {
      let source = readSource('', 'x')
      const taken = measureProcessorTime(() => {
        source = readSource(text, 'x')
      })
      expect(taken).toBeLessThan(SOON_MS)
      const { tree, problems } = source
      expect(tree !== null || problems.length > 0).toBe(true)
      expect(problems.length).toBeLessThanOrEqual(10)
    },
    120_000,
  )

  it('for an alias bomb', async () => {
    const levels = Array.from({ length: 30 }, (_, level) =>
      level === 0 ? 'x-0: &a0 [1, 1]' : `x-${level}: &a${level} [*a${level - 1}, *a${level - 1}]`,
    )
    const { configuration, problems } = await loadText(`version: "1.0.0"\n${levels.join('\n')}\n`)
    expect(configuration).toBeNull()
    expect(problems.map(({ message }) => message)).toEqual([
      'This file has more than 100000 values, aliases counted in full.',
    ])
  })

  const many = (count: number, line: (index: number) => string) =>
    Array.from({ length: sized(count) }, (_, index) => line(index)).join('\n')
  const states = (text: string) => `workflows:\n w:\n  initialState: s0\n  states:\n${text}\n   end: {}\n`
  it.each([
    ['misspelt keys', `clients:\n${many(20_000, (i) => ` c${i}: { rolse: [] }`)}`],
    ['dangling targets', states(many(5000, (i) => `   s${i}: { transitions: { a: { target: x${i} } } }`))],
    [
      'states',
      states(
        `${many(8000, (i) => `   s${i}: { transitions: { a: { target: s${i + 1} } } }`)}\n   s${sized(8000)}: {}`,
      ),
    ],
    [
      'guards',
      states(
        `   s0: { transitions: { t: { target: end, guards: [\n${many(8000, (i) => `    { kind: evidence, requires: [{ kind: ${i} }] },`)}\n    ] } } }`,
      ),
    ],
    [
      'reads',
      states(
        `   s0: { transitions: { t: { target: end, output: {\n${many(10_000, (i) => `    k${i}: $.context.j${i},`)}\n    } } } }`,
      ),
    ],
  ])(
    'for thousands of %s, soon',
    async (_, text) => {
      const before = process.cpuUsage()
      const { problems } = await loadText(`version: "1.0.0"\n${text}`)
      const { user, system } = process.cpuUsage(before)
      expect((user + system) / 1000).toBeLessThan(SOON_MS)
      expect(problems.length).toBeGreaterThan(0)
      expect(problems.length).toBeLessThanOrEqual(200)
    },
    120_000,
  )

  it('with at most two hundred problems, errors first to stay', async () => {
    const clients = Array.from({ length: 500 }, (_, index) => `  c${index}: { rolse: [] }`).join('\n')
    const { problems } = await loadText(`version: "1.0.0"\nclients:\n${clients}\n`)
    expect(problems).toHaveLength(200)
  })
})

it.each([
  ['with a mark of its byte order', Buffer.from('\ufeffversion: "1.0.0"\n'), []],
  ['in JSON', Buffer.from('{ "version": "1.0.0", "workflows": {} }'), []],
  ['in JSON with a name twice', Buffer.from('{ "version": "1.0.0", "version": "1.0.0" }'), ['written twice']],
  ['that is no text', Buffer.from([0x76, 0xff, 0xfe, 0x00]), ['is not text in UTF-8']],
  ['that is a program', Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(64)]), ['']],
  ['that is huge', Buffer.alloc(3 * 1024 * 1024, 0x61), ['too many for a configuration']],
])('a file %s [config.hostile-input]', async (_, bytes, sentences) => {
  const path = await writeFiles({ 'main.yaml': '' })
  await writeFile(path, bytes)
  const { configuration, problems } = await loadConfiguration(path, {})
  expect(configuration === null).toBe(sentences.length > 0)
  for (const sentence of sentences) expect(problems[0]?.message).toContain(sentence)
})

describe('aliases', () => {
  it('repeat a value, and problems in it are shown where it is written', async () => {
    const { configuration, problems } = await loadText(
      'version: "1.0.0"\nx-rights: &rights { roles: [a], permissions: [b] }\nclients: { one: *rights, two: *rights }\n',
    )
    expect(problems).toEqual([])
    expect(configuration?.clients.two).toEqual({ roles: ['a'], permissions: ['b'], sees: 'own' })
  })
})
