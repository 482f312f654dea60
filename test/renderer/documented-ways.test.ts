/** The ways through the desk that the README and the manual name, such as *Settings → Data*, against its own words. */
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { words } from '../../src/renderer/words.ts'

const PARTS: Record<string, string[]> = {
  Settings: Object.values(words.parts.settings),
  Catalog: Object.values(words.parts.catalog),
}
/** What may be pressed there: any whole text of the window, and the clients that the desk knows. */
const TEXTS = globSync(['src/renderer/**/*words.ts', 'src/main/desk/clients/**/*.ts'])
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

const PAGES = ['README.md', ...globSync('docs/*.md')]
const WAYS = PAGES.flatMap((page) =>
  [
    ...readFileSync(page, 'utf8')
      .replaceAll(/\s+/g, ' ')
      .matchAll(/(?<!\*)\*([A-Z][^*]*→[^*]*)\*(?!\*)/g),
  ].map(([, way = '']) => [page, way] as const),
)

describe('the ways through the desk [docs.ways]', () => {
  it('are named on the pages', () => expect(WAYS.length).toBeGreaterThan(15))

  it.each(WAYS)('in %s: %s', (_, way) => {
    const [screen = '', part = '', ...further] = way.split('→').map((step) => step.trim())
    expect(PARTS[screen]).toContain(part)
    const missing = further.filter((step) => !TEXTS.includes(`'${step}'`) && !TEXTS.includes(`'${step}…'`))
    expect(missing).toEqual([])
  })
})
