/** The site of the manual: `npm run docs` builds it from the pages beside this folder. */
import { fileURLToPath } from 'node:url'
import { defineConfig, type MarkdownOptions } from 'vitepress'
import { collectNotices } from '../../resources/packaging/release/notices.ts'
import { writeGeneratedPages } from './generated-pages.ts'

const DOCS = fileURLToPath(new URL('..', import.meta.url))
writeGeneratedPages(DOCS)

/** Whose work the site ships; its own Vite is an older one than that of the product. */
const notices = collectNotices({ file: `${DOCS}/generated/notices.json`, shipped: [] }) as never

type Markdown = Parameters<NonNullable<MarkdownOptions['config']>>[0]

/**
 * Pages are written for any reader of Markdown. For the site, links to a folder of the repository lead to where the site
 * shows its files, a picture of the light theme brings that of the dark one along, no code is a template, and each cell
 * knows its column, which a narrow screen shows before it.
 */
function adaptPages(markdown: Markdown): void {
  markdown.core.ruler.push('adapt-pages', ({ tokens }) => {
    nameCells(tokens)
    for (const block of tokens) {
      for (const token of block.children ?? []) {
        const [, folder] =
          /^\.\.\/resources\/(packaging|examples)\/?$/.exec(token.attrGet('href') ?? '') ?? []
        if (folder !== undefined) token.attrSet('href', `generated/files.md#${folder}`)
        if (token.type === 'code_inline') token.attrSet('v-pre', '')
      }
      block.children =
        block.children?.flatMap((token) => (token.type === 'image' ? inBothThemes(token) : [token])) ?? null
    }
  })
}

type Token = ReturnType<Markdown['parse']>[number]

function nameCells(tokens: Token[]): void {
  let columns: string[] = []
  let at = 0
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'thead_open') columns = []
    if (token.type === 'tr_open') at = 0
    if (token.type === 'th_open') columns.push(tokens[index + 1]?.content ?? '')
    if (token.type === 'td_open') token.attrSet('data-column', columns[at++] ?? '')
  }
}

function inBothThemes(image: Token): Token[] {
  const source = image.attrGet('src') ?? ''
  if (!source.endsWith('-light.png')) return [image]
  const dark = Object.assign(Object.create(Object.getPrototypeOf(image)), image, {
    attrs: image.attrs?.map(([...pair]) => pair),
  }) as Token
  image.attrSet('class', 'in-light')
  dark.attrSet('class', 'in-dark')
  dark.attrSet('src', source.replace('-light.png', '-dark.png'))
  return [image, dark]
}

export default defineConfig({
  title: 'Countersign',
  description:
    'People supervise AI agents: seven tools before everything, a person’s signature where it counts.',
  lang: 'en',
  // Where it is served from: a site of a project on GitHub lies in a folder of its own.
  base: process.env.DOCS_BASE ?? '/',
  cacheDir: '.vitepress/cache',
  srcExclude: ['screens/**'],
  // One page after the other, so that the index of the search is the same each time.
  buildConcurrency: 1,
  head: [['link', { rel: 'icon', href: `${process.env.DOCS_BASE ?? '/'}icon.svg`, type: 'image/svg+xml' }]],
  markdown: {
    config: adaptPages,
    html: false,
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  vite: { plugins: [notices], publicDir: 'generated/public', build: { chunkSizeWarningLimit: 3000 } },
  themeConfig: {
    logo: '/icon.svg',
    search: { provider: 'local' },
    outline: { level: [2, 3], label: 'On this page' },
    docFooter: { prev: 'Before', next: 'Next' },
    nav: [
      { text: 'Start', link: '/start' },
      { text: 'Recipes', link: '/recipes' },
      { text: 'Configuration', link: '/configuration' },
      {
        text: 'For developers',
        link: '/architecture',
        activeMatch: '/(architecture|contributing|bench|rulings|seeds|releasing)',
      },
    ],
    sidebar: [
      {
        text: 'Begin',
        items: [
          { text: 'Five minutes to a first decision', link: '/start' },
          { text: 'Concepts', link: '/concepts' },
          { text: 'Recipes', link: '/recipes' },
        ],
      },
      {
        text: 'Coming from',
        items: [
          { text: 'A plain MCP configuration', link: '/coming-from-mcp-configuration' },
          { text: 'mcp-flowgate', link: '/coming-from-mcp-flowgate' },
        ],
      },
      {
        text: 'Reference',
        items: [
          { text: 'The configuration', link: '/configuration' },
          { text: 'Every key', link: '/generated/configuration-keys' },
          { text: 'The seven tools', link: '/tools' },
          { text: 'Commands', link: '/commands' },
          { text: 'Search', link: '/search' },
        ],
      },
      {
        text: 'Running it',
        items: [
          { text: 'The desktop packages', link: '/packages' },
          { text: 'Security', link: '/security' },
          { text: 'Operations', link: '/operations' },
          { text: 'Files to copy', link: '/generated/files' },
        ],
      },
      {
        text: 'For developers',
        items: [
          { text: 'Architecture', link: '/architecture' },
          { text: 'Contributing', link: '/contributing' },
          { text: 'Releases', link: '/releasing' },
          { text: 'Bench', link: '/bench' },
          { text: 'Rulings', link: '/rulings' },
          { text: 'Seeds', link: '/seeds' },
        ],
      },
    ],
  },
})
