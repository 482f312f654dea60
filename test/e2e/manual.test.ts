/** The site of the manual, built as `npm run docs` builds it, under the path that a project's site has on GitHub. */
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../setup/found.ts'
import { findViolations } from '../support/accessibility.ts'
import { launchBrowser, type TestBrowser } from '../support/browser.ts'
import { readSite, type SitePage } from '../support/built-site.ts'
import { makeFolder } from '../support/folders.ts'
import { describeWhere } from '../support/needs.ts'
import { serveFolder } from '../support/static-site.ts'

const run = promisify(execFile)
const BASE = '/countersign/'
const folder = makeFolder('manual')
const site = join(folder.path, 'countersign')
let pages: SitePage[]

beforeAll(async () => {
  await run(join(ROOT, 'node_modules/.bin/vitepress'), ['build', 'docs', '--outDir', site], {
    cwd: ROOT,
    env: { ...process.env, DOCS_BASE: BASE },
  })
  pages = readSite(site, BASE)
}, 180_000)
afterAll(() => folder.remove())

describe('the site of the manual', () => {
  it('is built with every page of docs/ [docs.site]', () => {
    const sources = readdirSync('docs').filter((name) => name.endsWith('.md'))
    const missing = sources.filter(
      (name) => !pages.some(({ path }) => path === name.replace(/\.md$/, '.html')),
    )
    expect(missing).toEqual([])
  })

  it('leads only to pages, headings and files that are there [docs.site]', () => {
    const links = pages.flatMap((page) => page.links.map((link) => ({ from: page.path, ...link })))
    expect(links.length).toBeGreaterThan(500)
    expect(links.some(({ anchor }) => anchor === 'approve-what-claude-code-writes')).toBe(true)
    const broken = links.filter(({ to, anchor }) => {
      const page = pages.find(({ path }) => path === to)
      if (page === undefined) return anchor !== '' || !existsSync(join(site, to))
      return anchor !== '' && !page.anchors.has(anchor)
    })
    expect(broken).toEqual([])
  })

  it('has every page in its menu [docs.site]', () => {
    const [start] = pages.filter(({ path }) => path === 'start.html')
    const reached = new Set([...readMenu(start?.text ?? ''), 'index.html', '404.html'])
    expect(pages.map(({ path }) => path).filter((path) => !reached.has(path))).toEqual([])
  })

  it('names every key of the schema with what it means [docs.keys]', () => {
    const schema = JSON.parse(readFileSync('resources/gateway.schema.json', 'utf8')) as unknown
    const [page] = pages.filter(({ path }) => path === 'generated/configuration-keys.html')
    const text = toWords(page?.text ?? '')
    const described = describedKeys(schema)
    expect(described.length).toBeGreaterThan(150)
    expect(described.filter(({ key, meaning }) => !text.includes(key) || !text.includes(meaning))).toEqual([])
  })
})

describeWhere(['chromium'], 'the site in a browser', () => {
  let browser: TestBrowser
  let served: Awaited<ReturnType<typeof serveFolder>>
  const outside: string[] = []

  beforeAll(async () => {
    browser = await launchBrowser()
    served = await serveFolder(folder.path)
  })
  afterAll(async () => {
    await browser.close()
    await served.close()
  })

  async function open(path: string, options: { theme: 'light' | 'dark'; width: number }): Promise<Page> {
    const { theme, width } = options
    const context = await browser.newContext({ colorScheme: theme, viewport: { width, height: 800 } })
    const page = await context.newPage()
    page.on('request', (request) => {
      if (!request.url().startsWith(served.url)) outside.push(request.url())
    })
    await page.goto(`${served.url}countersign/${path}`)
    return page
  }

  it.each(['light', 'dark'] as const)(
    'can be read in a narrow window and in letters twice as large, in the theme that is %s [docs.readable]',
    async (theme) => {
      const page = await open('index.html', { theme, width: 360 })
      // The pages stand in their files as they look; to bring each to life takes a second.
      await page.route('**/*.js', (route) => route.abort())
      for (const { path } of pages) {
        await page.goto(`${served.url}countersign/${path}`, { waitUntil: 'domcontentloaded' })
        // 1280 pixels are 640 to a page whose letters are twice as large.
        for (const width of [640, 360]) {
          await page.setViewportSize({ width, height: 800 })
          const found = await page.evaluate(() => ({
            over: document.documentElement.scrollWidth - document.documentElement.clientWidth,
            dark: document.documentElement.classList.contains('dark'),
          }))
          expect({ path, width, ...found }).toEqual({ path, width, over: 0, dark: theme === 'dark' })
        }
      }
      await page.context().close()
    },
  )

  it.each(['light', 'dark'] as const)(
    'can be read by everybody, in the theme that is %s [docs.readable]',
    async (theme) => {
      const page = await open('concepts.html', { theme, width: 1280 })
      expect(await findViolations(page)).toEqual([])
      await page.context().close()
    },
  )

  it('finds a key by its name, and asks nobody else for anything [docs.search] [docs.readable]', async () => {
    const page = await open('index.html', { theme: 'light', width: 1280 })
    await page.getByRole('button', { name: 'Search' }).first().click()
    await page.getByRole('searchbox').fill('toolReadOnly')
    await page.locator('#localsearch-list a').first().waitFor()
    const links = await page
      .locator('#localsearch-list a')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    expect(links.some((link) => link.includes('configuration-keys'))).toBe(true)
    expect(outside).toEqual([])
    await page.context().close()
  })
})

/** The pages that the list on the left leads to. */
function readMenu(text: string): string[] {
  const menu = /<aside class="VPSidebar"[\s\S]*?<\/aside>/.exec(text)?.[0] ?? ''
  return [...menu.matchAll(/href="\/countersign\/([^"]+)"/g)].map(([, path = '']) => path)
}

function toWords(html: string): string {
  return html
    .replace(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}

function describedKeys(schema: unknown): { key: string; meaning: string }[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([name, value]) => {
    const inside = describedKeys(value)
    if (name !== 'properties') return inside
    const own = Object.entries(value as Record<string, { description?: string }>).flatMap(
      ([key, property]) =>
        property.description === undefined || key === 'kind'
          ? []
          : [{ key, meaning: property.description.replaceAll('`', '') }],
    )
    return [...own, ...inside]
  })
}
