import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { parse } from 'yaml'
import { loadConfiguration } from '../../src/main/config/load.ts'
import type { JsonObject } from '../../src/main/model/json.ts'
import { runs } from '../support/effort.ts'
import { test as it } from '../support/fixtures.ts'
import { leaksInside, mutated } from './mutate.ts'

let file: string
let texts: string[]
it.beforeAll(async ({ sharedFolder }) => {
  file = join(sharedFolder, 'countersign.yaml')
  const examples = resolve('resources/examples')
  const names = (await readdir(examples)).filter((name) => name.endsWith('.yaml'))
  const files = [...names.map((name) => join(examples, name)), resolve('test/simulation/workspace.yaml')]
  texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
})

async function expectVerdict(content: string | Uint8Array): Promise<void> {
  await writeFile(file, content)
  const { configuration, problems } = await loadConfiguration(file, { HOME: '/home/x' })
  expect(configuration !== null || problems.some((problem) => problem.severity === 'error')).toBe(true)
  for (const { line, column, message } of problems) {
    expect(line).toBeGreaterThan(0)
    expect(column).toBeGreaterThan(0)
    expect(message).toMatch(/\S/)
    expect(leaksInside(message)).toBe(false)
  }
}

/** A text with pieces cut out, doubled, moved or replaced by what YAML makes something of. */
const PIECES = [
  '&a',
  '*a',
  '<<: *a',
  '!!binary',
  '? ',
  '---\n',
  '\t',
  '|',
  '>',
  '{',
  '[',
  '"',
  '\u0000',
  '- ',
  ': ',
  '#',
  '%YAML 9',
  '!!js/function',
  '\r\n',
  '\ufeff',
]
const broken = (text: string) =>
  fc
    .array(
      fc.tuple(
        fc.nat(text.length),
        fc.nat(60),
        fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 8 })),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((cuts) => {
      let changed = text
      for (const [at, length, piece] of cuts)
        changed = changed.slice(0, at) + piece + changed.slice(at + length)
      return changed
    })

describe('a configuration', () => {
  it('that is any bytes is read or refused with a place and a sentence [fuzz.configuration]', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.uint8Array({ maxLength: 400 }), fc.string({ maxLength: 400 })),
        expectVerdict,
      ),
      { numRuns: runs(150, 20_000) },
    )
  })

  it('whose text went wrong somewhere is read or refused likewise [fuzz.configuration]', async () => {
    const any = fc.nat(texts.length - 1).chain((index) => broken(texts[index] ?? ''))
    await fc.assert(fc.asyncProperty(any, expectVerdict), { numRuns: runs(200, 20_000) })
  })

  it('whose values went wrong somewhere is read or refused likewise [fuzz.configuration]', async () => {
    const documents = texts.map((text) => parse(text) as JsonObject)
    const any = mutated(documents).map((document) => JSON.stringify(document, null, 1))
    await fc.assert(fc.asyncProperty(any, expectVerdict), { numRuns: runs(250, 20_000) })
  })

  it.each([
    [
      'aliases that multiply',
      `a0: &a0 [x]\n${Array.from({ length: 40 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}, *a${n}]`).join('\n')}\nversion: "1.0.0"\n`,
    ],
    ['a name that is given twice', 'version: "1.0.0"\nworkflows: {}\nworkflows: {}\n'],
    ['depth', `version: "1.0.0"\nx-deep: ${'['.repeat(5000)}${']'.repeat(5000)}\n`],
    ['an alias of itself', 'version: "1.0.0"\nx: &x [*x]\n'],
    [
      'millions of keys',
      `version: "1.0.0"\nworkflows:\n${Array.from({ length: 50_000 }, (_, n) => `  w${n}: {}`).join('\n')}\n`,
    ],
    [
      'names of an object’s insides',
      'version: "1.0.0"\nworkflows: { __proto__: {}, constructor: {}, toString: {} }\nconnections: { __proto__: { kind: cli } }\n',
    ],
  ])('with %s is answered [fuzz.configuration]', async (_, text) => {
    await expectVerdict(text)
  })
})
