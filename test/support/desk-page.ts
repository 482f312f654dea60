/** The desk as a person sees it: everything by its role and its words, nothing through the page's own state. */
import type { Locator, Page } from 'playwright-core'

export const SCREENS = ['Inbox', 'Runs', 'Catalog', 'Search', 'Activity', 'Settings'] as const
type Screen = (typeof SCREENS)[number]

export interface DeskPage {
  page: Page
  goTo(screen: Screen): Promise<void>
  /** Resolves when the desk says that its gateway runs. */
  untilConnected(): Promise<void>
  /** The row of the list whose sentence holds these words. */
  row(sentence: string | RegExp): Locator
  /** The item that is open. */
  item(): Locator
  /** The button of an outcome. It comes to life a moment after the item appeared. */
  outcome(label: string | RegExp): Locator
  /** Says of an item that reaches below the window that all of it was seen; of any other nothing is asked. */
  readAll(): Promise<void>
  /** The count beside ‘Inbox’, 0 if there is none. */
  pending(): Promise<number>
}

export function readDesk(page: Page): DeskPage {
  const rail = page.getByRole('navigation', { name: 'Screens' })
  const inboxLink = rail.getByRole('link', { name: /^Inbox/ })
  return {
    page,
    async goTo(screen) {
      await rail.getByRole('link', { name: new RegExp(`^${screen}`) }).click()
    },
    async untilConnected() {
      await page.getByText('Running', { exact: true }).waitFor({ timeout: 30_000 })
    },
    row: (sentence) => page.getByRole('list', { name: 'Items' }).getByRole('button', { name: sentence }),
    item: () => page.getByRole('article', { name: 'Item' }),
    outcome: (label) =>
      page.getByRole('region', { name: 'Your decision' }).getByRole('button', { name: label }),
    async readAll() {
      const decision = page.getByRole('region', { name: 'Your decision' })
      await decision.locator('[data-outcome]:not([disabled])').first().waitFor()
      const seen = decision.getByRole('button', { name: 'I have seen all of it' })
      if ((await seen.count()) > 0) await seen.click()
    },
    async pending() {
      return Number.parseInt((await inboxLink.innerText()).replace(/\D+/g, '') || '0', 10)
    },
  }
}

/**
 * Answers calls of a window in a browser in place of the gateway; `call` may have `*` in it. Chromium says that it asks
 * about requests before the process of the page does so: what the page sends until then goes through, and nobody hears
 * of it. So this waits until it is asked about one.
 */
export async function routeCall(
  page: Page,
  call: string,
  answer: Parameters<Page['route']>[1],
): Promise<void> {
  await page.route(`**/call/${call}`, answer)
  const probe = '**/asked-about'
  let isAsked = false
  await page.route(probe, async (route) => {
    isAsked = true
    await route.fulfill({ body: '' })
  })
  while (!isAsked) await page.evaluate(() => fetch('./asked-about').then(() => undefined))
  await page.unroute(probe)
}

/**
 * Holds a call that a window in a browser makes, each that `isHeld` is true of, until it is let go.
 * @returns `asked`: the first such call was made
 */
export async function holdCall(
  page: Page,
  call: string,
  isHeld: (asked: { text?: string }) => boolean = () => true,
): Promise<{ asked: Promise<unknown>; letGo: () => void }> {
  const gate = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  await routeCall(page, call, async (route) => {
    if (isHeld(route.request().postDataJSON())) {
      asked.resolve()
      await gate.promise
    }
    await route.continue()
  })
  return { asked: asked.promise, letGo: gate.resolve }
}

/** Whoever sits at the desk sets their first PIN in the settings, where the cursor and the focus are as they should be. */
export async function setPin(page: Page, pin: string): Promise<void> {
  await page.goto(`${page.url().split('#')[0]}#/settings/people`)
  await page.getByRole('button', { name: 'Set a PIN' }).click()
  // The cursor is in the first field already.
  await page.getByLabel('New PIN', { exact: true }).and(page.locator(':focus')).fill(pin)
  await page.getByLabel('Repeat new PIN').fill(pin)
  await page.getByRole('button', { name: 'Save the PIN' }).click()
  await page.getByText('You enter your PIN to sign in.').waitFor()
  // The form is gone, the keyboard is not.
  await page.getByRole('button', { name: 'Change the PIN' }).and(page.locator(':focus')).waitFor()
}
