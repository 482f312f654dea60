/** What axe finds on a page, in words; the desk's promise is that it finds nothing. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'

const SCRIPT = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Those that axe tags with `cat.color`, but for the one of AAA, which is off by itself. */
const ABOUT_COLOURS = ['color-contrast', 'link-in-text-block']

/**
 * WCAG 2.2 AA, and what axe calls best practice.
 * @param rules `colours`: those alone that another theme may break; for a page of which all was looked at in one theme
 */
export async function findViolations(page: Page, rules: 'all' | 'colours' = 'all'): Promise<string[]> {
  // Under the page's own policy a script element would be refused; the debugger's door is not.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(SCRIPT)
  await page.evaluate(untilStill)
  const violations = await page.evaluate(findAll, rules === 'all' ? [] : ABOUT_COLOURS)
  await page.evaluate(goOnMoving)
  return violations
}

/** What axe finds, by these rules or, where there are none, by all; and the words alone: what passed is much, and nobody reads it. */
async function findAll(only: string[]): Promise<string[]> {
  const { axe: finder } = globalThis as unknown as { axe: typeof axe }
  const { violations } = await finder.run(document, {
    resultTypes: ['violations'],
    ...(only.length === 0 ? {} : { runOnly: { type: 'rule', values: only } }),
  })
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join(', ')})`,
  )
}

/**
 * What is half faded in has other colours than it will have. Transitions jump to their end, also those that begin while
 * axe looks (a toast moves up when the one before it goes), and what is drawn step by step comes to rest.
 */
async function untilStill(): Promise<void> {
  const still = new CSSStyleSheet()
  still.replaceSync('*, *::before, *::after { transition: none !important }')
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, still]
  // What has just been put on the page begins to move with the next frame.
  for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
  const short = document
    .getAnimations()
    .filter(({ effect }) => Number(effect?.getComputedTiming().endTime ?? 0) < 1000)
  await Promise.allSettled(short.map(({ finished }) => finished))
}

function goOnMoving(): void {
  document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1)
}
