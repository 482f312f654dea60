/** What is read in a list stays under the eyes while agents go on. */
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { WorkflowAnswerView } from '../support/agent.ts'
import { type LettersDesk, openLettersDesk } from '../support/letters-desk.ts'
import { describeWhere } from '../support/needs.ts'

let opened: LettersDesk
let first: WorkflowAnswerView

beforeAll(async () => {
  opened = await openLettersDesk()
  first = await opened.handIn('to Aachen')
  await handIn(24, 'to Berlin')
})
afterAll(() => opened?.close())

async function handIn(count: number, title: string): Promise<void> {
  for (let letter = 1; letter <= count; letter += 1) await opened.handIn(`${title} ${letter}`)
}

/** The distance from the top of the list, in pixels, of the row that is the first in sight; and its name. */
const firstInSight = (list: Locator) =>
  list.evaluate((rows) => {
    const top = rows.parentElement?.getBoundingClientRect().top ?? 0
    const seen = [...rows.children]
      .map((row) => ({
        id: row.querySelector('[data-row]')?.getAttribute('data-row'),
        at: row.getBoundingClientRect().top - top,
      }))
      .filter(({ at }) => at >= 0)
      .sort((one, other) => one.at - other.at)
    return { id: seen[0]?.id, at: Math.round(seen[0]?.at ?? 0) }
  })

const scrollTo = (list: Locator, px: number) =>
  list.evaluate((rows, top) => {
    rows.parentElement?.scrollTo({ top })
  }, px)

/** Where it has come to once the page was drawn twice. */
const topAfterFrames = (list: Locator) =>
  list.evaluate(async (rows) => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    return rows.parentElement?.scrollTop
  })

describeWhere(['chromium'], 'A list in the desk', () => {
  it.each(['Runs', 'Activity'] as const)(
    '%s stays at what is read in it while newer rows come above, and shows them to whoever is at its top [screens.place-kept]',
    async (screen) => {
      const { desk } = opened
      await desk.goTo(screen)
      const list = desk.page.getByRole('list', { name: screen === 'Runs' ? 'Runs' : 'Entries' })
      await list.locator('[data-row]').nth(1).click()
      await scrollTo(list, 700)
      await expect.poll(async () => (await firstInSight(list)).id).toBeTruthy()
      const read = await firstInSight(list)
      const counted = desk.page.locator('p[data-count]')
      const before = await counted.innerText()
      await handIn(3, `to Cologne, ${screen}`)
      await expect.poll(() => counted.innerText()).not.toBe(before)
      await expect.poll(() => firstInSight(list)).toEqual(read)

      // What comes in the same moment keeps its place once more.
      await expect
        .poll(async () => {
          await scrollTo(list, 0)
          return await topAfterFrames(list)
        })
        .toBe(0)
      const newest = async () => (await firstInSight(list)).id
      const top = await newest()
      await handIn(1, `to Dresden, ${screen}`)
      await expect.poll(newest).not.toBe(top)
    },
  )

  it('of what waits stays there, too, when an item above it is gone [screens.place-kept]', async () => {
    const { desk } = opened
    await desk.goTo('Inbox')
    await desk.row('to Berlin 3').first().click()
    const list = desk.page.getByRole('list', { name: 'Items' })
    await scrollTo(list, 900)
    const seen = () =>
      list.evaluate((rows) => {
        const top = rows.parentElement?.getBoundingClientRect().top ?? 0
        const found = [...rows.querySelectorAll('[data-item]')].find(
          (row) => row.getBoundingClientRect().top >= top,
        )
        return {
          id: found?.getAttribute('data-item'),
          at: Math.round((found?.getBoundingClientRect().top ?? 0) - top),
        }
      })
    await expect.poll(async () => (await seen()).id).toBeTruthy()
    const read = await seen()
    const count = await desk.pending()
    await opened.withdraw(first)
    await expect.poll(() => desk.pending()).toBe(count - 1)
    await expect.poll(seen).toEqual(read)
  })

  it('of the log keeps an entry open that is read, however many come, until a filter leaves it out [screens.entry-kept]', async () => {
    const { desk } = opened
    const { page } = desk
    await desk.goTo('Activity')
    const list = page.getByRole('list', { name: 'Entries' })
    await scrollTo(list, 0)
    await list.locator('[data-row]').first().click()
    const heading = page.getByText(/^Entry \d+$/)
    const title = await heading.innerText()
    await handIn(30, 'to Essen')
    await expect.poll(() => list.locator('[data-row]').first().innerText()).not.toContain(title)
    expect(await heading.innerText()).toBe(title)

    await page.getByRole('searchbox').first().fill('to Essen 30')
    await expect.poll(() => heading.innerText()).not.toBe(title)
  })
})
