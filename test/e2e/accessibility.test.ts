/** Every screen, with something on it and without, in both themes, looked at by axe. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { findViolations } from '../support/accessibility.ts'
import { connectAgent } from '../support/agent.ts'
import { type BrowserDesk, openBrowserDesk } from '../support/browser-desk.ts'
import { handInDraft } from '../support/content-review.ts'
import { SCREENS } from '../support/desk-page.ts'
import { describeWhere } from '../support/needs.ts'

const THEMES = ['light', 'dark'] as const

let opened: BrowserDesk
let page: Page
let workflowId: string

describeWhere(['chromium'], 'To axe', () => {
  beforeAll(async () => {
    opened = await openBrowserDesk('usual')
    page = opened.desk().page
  })
  afterAll(() => opened?.close())

  describe.each(THEMES)('an empty desk in the %s theme', (theme) => {
    it.each(SCREENS)('has no fault on the screen %s [loop.accessible]', async (screen) => {
      await page.emulateMedia({ colorScheme: theme })
      await opened.desk().goTo(screen)
      await expectNoFault(screen)
    })
  })

  it.each([1280, 700])(
    'begins each screen with its name, also %i px wide [window.outline]',
    async (width) => {
      await page.setViewportSize({ width, height: 860 })
      for (const screen of SCREENS) {
        await opened.desk().goTo(screen)
        await expect.poll(readOutline, { message: screen }).toEqual(expect.arrayContaining([`1 ${screen}`]))
        const outline = await readOutline()
        expect(outline[0], screen).toBe(`1 ${screen}`)
        expect(outline.filter((heading) => heading.startsWith('1 ')).length, screen).toBe(1)
      }
      await page.setViewportSize({ width: 1280, height: 860 })
    },
  )

  describe('a desk at work', () => {
    beforeAll(async () => {
      const agent = await connectAgent('newer', opened.workspace)
      await handInDraft(agent)
      await opened.desk().goTo('Inbox')
      await opened
        .desk()
        .row(/Release notes/)
        .first()
        .click()
      await opened.desk().outcome('Approve the content').click()
      await vi.waitFor(async () => expect(await opened.desk().pending()).toBe(0), { timeout: 10_000 })
      workflowId = (await handInDraft(agent)).workflowId
      await agent.close()
    })

    describe.each(THEMES)('in the %s theme', (theme) => {
      beforeAll(() => page.emulateMedia({ colorScheme: theme }))

      it('has no fault on an item that waits', async () => {
        await opened.desk().goTo('Inbox')
        await opened
          .desk()
          .row(/Release notes/)
          .first()
          .click()
        await expect.poll(() => opened.desk().outcome('Approve the content').isEnabled()).toBe(true)
        await expectNoFault('item')
      })

      it('has no fault on an item that was decided', async () => {
        await opened.desk().goTo('Inbox')
        await page.getByRole('tab', { name: 'Decided' }).click()
        await opened
          .desk()
          .row(/Release notes/)
          .first()
          .click()
        await opened.desk().item().waitFor()
        await expectNoFault('decided item')
        await page.getByRole('tab', { name: 'For you' }).click()
      })

      it('has no fault on a run', async () => {
        await open(`#/runs/${workflowId}`)
        await page.getByText(workflowId).first().waitFor()
        await expectNoFault('run')
      })

      it.each([
        ['workflows/content_review', 'Content review'],
        ['capabilities/files.read_text_file', 'files.read_text_file'],
        ['connections/files', 'Sample files'],
      ])('has no fault on the catalog entry %s', async (route, text) => {
        await open(`#/catalog/${route}`)
        await page.getByRole('main').getByText(text).first().waitFor()
        await expectNoFault(route)
      })

      it('has no fault on the results of a search', async () => {
        await opened.desk().goTo('Search')
        await page.getByRole('main').getByRole('searchbox').first().fill('review')
        await page.getByRole('main').getByText('Content review').first().waitFor()
        await expectNoFault('search results')
      })

      it('has no fault on any part of the settings', async () => {
        await opened.desk().goTo('Settings')
        const parts = page.getByRole('navigation', { name: 'Parts of the settings' }).getByRole('link')
        expect(await parts.count()).toBeGreaterThan(3)
        for (const part of await parts.all()) {
          await part.click()
          await expectNoFault(`settings: ${await part.innerText()}`)
        }
      })

      it.each(SCREENS)('has no fault on the screen %s', async (screen) => {
        await opened.desk().goTo(screen)
        await expectNoFault(screen)
      })

      it('has no fault on the palette and the sheet of keys', async () => {
        await opened.desk().goTo('Inbox')
        await page.keyboard.press('ControlOrMeta+k')
        await page.getByRole('dialog').waitFor()
        await expectNoFault('palette')
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        await page.keyboard.press('?')
        await page.getByRole('dialog').waitFor()
        await expectNoFault('keys')
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
      })
    })
  })
})

/** The level and the words of each heading that a screen reader comes to, in its order. */
async function readOutline(): Promise<string[]> {
  const headings = await page.getByRole('main').getByRole('heading').all()
  return await Promise.all(
    headings.map((heading) =>
      heading.evaluate((element) => `${element.tagName.slice(1)} ${element.textContent?.trim()}`),
    ),
  )
}

async function open(route: string): Promise<void> {
  await page.goto(`${page.url().split('#')[0]}${route}`)
}

/** Once nothing on the screen says any more that it is loading. */
async function expectNoFault(name: string): Promise<void> {
  await expect.poll(() => page.getByRole('main').getByLabel('Loading').count(), { timeout: 10_000 }).toBe(0)
  expect(await findViolations(page), name).toEqual([])
}
