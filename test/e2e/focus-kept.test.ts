/** By the keyboard alone: what has the focus may go or switch itself off, and the focus stays where a person was. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWhere } from '../support/needs.ts'
import { openPeopleDesk, type PeopleDesk } from '../support/people-desk.ts'

const YAML = `
people: { alex: {} }
workflows:
  letter:
    initialState: written
    states: { written: { transitions: { send: { target: sent } } }, sent: { terminal: true } }
`

let opened: PeopleDesk
let page: Page

async function goTo(route: string): Promise<void> {
  await page.goto(`${page.url().split('#')[0]}#/${route}`)
}
/** The headings of what has the focus, or its name; `nowhere` for the page itself. */
const focused = () =>
  page.evaluate(() => {
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body) return 'nowhere'
    return activeElement.id || activeElement.querySelector('h3')?.textContent || activeElement.textContent
  })
const button = (name: string | RegExp) => page.getByRole('button', { name })
const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name })

describeWhere(['chromium'], 'The focus', () => {
  beforeAll(async () => {
    opened = await openPeopleDesk(() => YAML)
    page = opened.page
  })
  afterAll(() => opened?.close())

  it('stays in its part where a row goes with its button [window.focus-kept]', async () => {
    await goTo('settings/secrets')
    await button('Store a secret…').press('Enter')
    // What is to be filled in has it from the beginning.
    await page.getByRole('dialog').getByLabel('Name').and(page.locator(':focus')).fill('API_KEY')
    await page.keyboard.press('Tab')
    await page.keyboard.type('a-long-value')
    await page.keyboard.press('Enter')
    await button(/^Delete/).press('Enter')
    await inDialog('Delete').press('Enter')
    await button(/^Delete/).waitFor({ state: 'detached' })
    await expect.poll(focused).toBe('Stored')
    await page.keyboard.press('Tab')
    await expect.poll(focused).toBe('Store a secret…')
  })

  it('is at once on what a dialog is there to be filled in with [window.focus-kept]', async () => {
    await goTo('settings/people')
    await button('Add a person…').press('Enter')
    await page.getByRole('dialog').getByLabel('Name').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
  })

  it('stays in its part where a button switches itself off [window.focus-kept]', async () => {
    await goTo('settings/data')
    await button('Back up now').press('Enter')
    await page.getByText('Backup created and checked').waitFor()
    await expect.poll(focused).toBe('Backups of the database')
  })

  it('stays in its part where a button is off for a moment only [window.focus-kept]', async () => {
    await goTo('settings/data')
    await button('Back up now').focus()
    await button('Back up now').evaluate(async (element: HTMLButtonElement) => {
      element.disabled = true
      while (document.activeElement === element) await new Promise(requestAnimationFrame)
      element.disabled = false
    })
    await expect.poll(focused).toBe('Backups of the database')
  })

  it('stays on the screen where a bar goes with its last button, and when somebody else sits down [window.focus-kept]', async () => {
    await goTo('catalog/tools')
    await page
      .getByRole('row', { name: /letter/ })
      .getByRole('checkbox')
      .click()
    await button('Select none').press('Enter')
    await expect.poll(focused).toBe('screen')
    // Nor does what lies over it for a while leave the focus on the first control of the screen.
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(focused).toBe('screen')
    await button(/^Person at the desk/).press('Enter')
    await inDialog('alex').press('Enter')
    await button('Person at the desk: alex').waitFor()
    await expect.poll(focused).not.toBe('nowhere')
  })

  it.each(['inbox', 'search', 'activity'])(
    'is seen around a tab, beside its words [window.focus-seen]: %s',
    async (route) => {
      await goTo(route)
      const tabs = page.getByRole('main').locator('[role=tab], nav a')
      await tabs.first().waitFor()
      for (const tab of await tabs.all()) expect(await tab.evaluate(roomBeside)).toBeGreaterThanOrEqual(4)
    },
  )

  it('is seen around a slider, above what is said of it [window.focus-seen]', async () => {
    await goTo('search')
    await button('Tune').press('Enter')
    await button('Start from smart').press('Enter')
    const slider = page.getByRole('slider', { name: 'Title' }).first()
    await slider.press('ArrowRight')
    const reach = () =>
      slider.evaluate((element) => {
        const { outlineOffset, outlineWidth } = getComputedStyle(element)
        const said = document.getElementById(element.getAttribute('aria-describedby') ?? '')
        const below = element.getBoundingClientRect().bottom - (said?.getBoundingClientRect().top ?? 0)
        return below + Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth)
      })
    await slider.and(page.locator(':focus-visible')).waitFor()
    await expect.poll(reach).toBeLessThanOrEqual(0)
    await button('Back to live').press('Enter')
  })

  it('is nobody’s who has clicked elsewhere [window.focus-kept]', async () => {
    await goTo('settings/data')
    await button('Back up now').press('Enter')
    await page.getByRole('heading', { name: 'Data', level: 2 }).click()
    await page.getByText('Backup created and checked').first().waitFor()
    await expect.poll(() => page.getByRole('row').count()).toBe(3)
    expect(await focused()).not.toBe('Backups of the database')
  })
})

/** Pixels between the words and what the ring is drawn on, to the left or the right, whichever is less. Runs in the page. */
function roomBeside(element: Element): number {
  const words = document.createRange()
  words.selectNodeContents(element)
  const [inner, outer] = [words.getBoundingClientRect(), element.getBoundingClientRect()]
  return Math.min(inner.left - outer.left, outer.right - inner.right)
}
