/** The gate of promises: each one is cited as `[id]` in the title of a test, and each cited id exists. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { gatherRequirements, type Requirement } from './requirements.ts'
import { titlesOf } from './support/titles.ts'

let promises: Requirement[]
/** Cited id → the files whose test titles cite it. */
const cited = new Map<string, Set<string>>()

beforeAll(async () => {
  promises = await gatherRequirements()
  const files = (await readdir(import.meta.dirname, { recursive: true })).filter((name) =>
    /(\.test\.tsx?|-contract\.ts)$/.test(name),
  )
  for (const file of files) {
    for (const title of titlesOf(file, await readFile(join(import.meta.dirname, file), 'utf8'))) {
      for (const [, group] of title.matchAll(/\[([A-Za-z0-9][\w.\-, ]*)\]/g)) {
        for (const id of (group ?? '').split(/[, ]+/)) {
          if (looksLikeId(id)) cited.set(id, (cited.get(id) ?? new Set()).add(file))
        }
      }
    }
  }
})

describe('titles', () => {
  it('are those of tests that run: no comments, texts, skipped or coming tests', () => {
    const source = `
      // it('in a comment', () => {})
      const text = "it('in a text', () => {})"
      describe('a group', () => { it(\`a template\`, () => {}); it(\`with \${text}\`, () => {}) })
      it.each([['it(1)']])('each %s', () => {})
      it.each\`a\${1}\`('each row', () => {})
      test.concurrent.each([1])('at once', () => {})
      it.skipIf(slow)('where it can', () => {})
      describeWhere(['browser'], 'in a browser', () => {})
      other('another call', () => {})
      it.skip('skipped', () => {})
      it.skip.each([1])('skipped too', () => {})
      it.todo('to come')
      describe.skip('a skipped group', () => { it('inside', () => {}) })`
    expect(titlesOf('sample.test.ts', source)).toEqual([
      ...['a group', 'a template', 'each %s', 'each row', 'at once', 'where it can', 'in a browser'],
    ])
  })
})

describe('promises', () => {
  it('were found, and tests that cite them too', () => {
    expect(promises.length).toBeGreaterThan(0)
    expect(cited.size).toBeGreaterThan(0)
  })

  it('have an id and a sentence each, and no id twice', () => {
    const ids = promises.map((promise) => promise.id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    expect(promises.filter(({ id, sentence }) => !looksLikeId(id) || !sentence)).toEqual([])
  })

  it('name as their source only what a stranger can read [names.references]', () => {
    const elsewhere = promises.filter(({ source = '' }) => /\b(?:issue \d|design:|research:)/i.test(source))
    expect(elsewhere.map(({ id, source }) => `${id}: ${source}`)).toEqual([])
  })

  it('are each cited by the title of a test', () => {
    expect(promises.map((promise) => promise.id).filter((id) => !cited.has(id))).toEqual([])
  })

  it('exist, if a title cites them', () => {
    const ids = new Set(promises.map((promise) => promise.id))
    expect([...cited].filter(([id]) => !ids.has(id)).map(([id, files]) => `${id} in ${[...files]}`)).toEqual(
      [],
    )
  })
})

/** `R3.1`, or an area and a name: `shell.navigation`. */
function looksLikeId(id: string): boolean {
  return /^(R\d+\.\d+|[a-z][a-z-]*\.[a-z][a-z0-9-]*)$/.test(id)
}
