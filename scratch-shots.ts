import { launchBrowser } from './test/support/browser.ts'
import { serveFolder } from './test/support/static-site.ts'
import { readdirSync, mkdirSync } from 'node:fs'
const site = await serveFolder('docs/.vitepress/dist')
const out = '/tmp/w/manual-tmp/shots'; mkdirSync(out, { recursive: true })
const browser = await launchBrowser()
const only = process.argv.slice(2)
const pages = (readdirSync('docs/.vitepress/dist', { recursive: true }) as string[]).filter((f) => f.endsWith('.html') && (only.length === 0 || only.some((o) => f.includes(o))))
for (const theme of ['light', 'dark'] as const) {
  for (const [name, viewport] of [['wide', { width: 1280, height: 1600 }], ['narrow', { width: 360, height: 1400 }]] as const) {
    const context = await browser.newContext({ colorScheme: theme, viewport })
    const page = await context.newPage()
    page.on('console', (m) => { if (m.type() === 'error') console.log(m.text()) })
    page.on('request', (r) => { if (!r.url().startsWith(site.url)) console.log('outside', r.url()) })
    for (const p of pages) {
      await page.goto(site.url + p, { waitUntil: 'networkidle' })
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      if (over > 0) console.log(p, name, theme, 'overflows by', over)
      await page.screenshot({ path: `${out}/${p.replaceAll('/', '_').replace('.html', '')}-${name}-${theme}.png` })
    }
    await context.close()
  }
}
await browser.close(); await site.close()
