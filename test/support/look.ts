/** What is on a page, looked at in both themes: by axe, and by whoever asks for pictures (`npm run screens`). */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { PICTURES, type PictureName } from '../screens/pictures.ts'
import { ROOT } from '../setup/found.ts'
import { findViolations } from './accessibility.ts'

/** Where an installed one would be. */
const ELSEWHERE = '/opt/countersign'
const THEMES = ['light', 'dark'] as const

/** In both themes nothing that axe finds, and the page does not scroll sideways. */
export async function lookAt(page: Page, name: PictureName): Promise<void> {
  expect(Object.keys(PICTURES)).toContain(name)
  const underWay = page.getByRole('status', {
    name: /^(Loading|Drawing the diagram|Working out what comes next)/,
  })
  await expect.poll(() => underWay.count(), { timeout: 10_000 }).toBe(0)
  // First the pictures: some of what they show is over in a few seconds.
  for (const theme of THEMES) await takePicture(page, name, theme)
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme })
    await expect
      // The theme is a matter of colours alone: no element comes or goes with it.
      .poll(() => findViolations(page, colorScheme === THEMES[0] ? 'all' : 'colours'), {
        timeout: 20_000,
        interval: 200,
        message: `${name}, ${colorScheme}`,
      })
      .toEqual([])
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await page.emulateMedia({ colorScheme: 'light' })
}

async function takePicture(page: Page, name: PictureName, theme: (typeof THEMES)[number]): Promise<void> {
  const folder = process.env.COUNTERSIGN_SCREENS
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await page.emulateMedia({ colorScheme: theme })
  // Buttons come to life a moment after what they decide; those that may not be pressed stay as they are.
  await page
    .waitForFunction(() => document.querySelector('button:disabled') === null, undefined, { timeout: 1000 })
    .catch(() => undefined)
  const sayBack = await sayElsewhere(page)
  await page.screenshot({
    path: join(folder, `${name}-${theme}.png`),
    animations: 'disabled',
    caret: 'hide',
    // What is said of the decision before is no part of what is shown.
    style: '[data-sonner-toaster] { display: none }',
  })
  await sayBack()
}

/**
 * Pictures tell nothing of the machine that they were taken on, nor does what is drawn while one is taken. The function
 * that is returned puts everything back.
 */
async function sayElsewhere(page: Page): Promise<() => Promise<void>> {
  const said = await page.evaluateHandle(
    ([root, elsewhere]) => {
      const replaced = new Map<Node, { was: string | null; is: string }>()
      const names = (element: Element) => element.textContent.includes(root)
      const replace = () => {
        for (const element of document.body.querySelectorAll('*')) {
          if (!names(element) || [...element.children].some(names)) continue
          // A path may break after each of its names: it is in pieces.
          const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
          const pieces: Node[] = []
          while (walker.nextNode()) pieces.push(walker.currentNode)
          const whole = pieces.map(({ nodeValue }) => nodeValue).join('')
          for (const [at, piece] of pieces.entries()) {
            const is = at === 0 ? whole.replaceAll(root, elsewhere) : ''
            replaced.set(piece, { was: piece.nodeValue, is })
            piece.nodeValue = is
          }
        }
      }
      const observer = new MutationObserver(replace)
      replace()
      observer.observe(document.body, { subtree: true, childList: true, characterData: true })
      return () => {
        observer.disconnect()
        for (const [piece, { was, is }] of replaced) if (piece.nodeValue === is) piece.nodeValue = was
      }
    },
    [ROOT, ELSEWHERE] as const,
  )
  return () => said.evaluate((putBack) => putBack())
}
