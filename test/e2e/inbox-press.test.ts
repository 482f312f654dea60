/** No press is lost, and none means another button than the one that was under it. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { routeCall } from '../support/desk-page.ts'
import { describeWhere } from '../support/needs.ts'
import { openPeopleDesk, type PeopleDesk } from '../support/people-desk.ts'

const WORKSPACE = `
people: { kim: {} }
workflows:
  letter:
    title: Letters
    initialState: reading
    states:
      reading:
        transitions:
          send: { title: Send it, target: done, actor: human }
          leave: { title: Leave it, target: done, actor: human }
      done: { terminal: true }
  parcel:
    title: Parcels
    initialState: packed
    states:
      packed: { transitions: { post: { title: Post it, target: posted, actor: human, risk: high, undoMs: 600000 } } }
      posted: { terminal: true }
`

let opened: PeopleDesk
const page = (): Page => opened.page
const start = (): Promise<unknown> =>
  opened.agent.call('workflow.start', { definitionId: 'letter', input: {} })

/** Presses the key in the very moment in which the button comes alive: before it is painted, before React rests. */
function pressWhenAlive(name: string): Promise<void> {
  return page().evaluate(
    (name) =>
      new Promise<void>((resolve) => {
        const look = (): void => {
          const button = document.querySelector<HTMLButtonElement>(`[data-outcome=${name}]`)
          if (button === null || button.disabled) return
          watch.disconnect()
          const key = button.querySelector('kbd')?.textContent?.trim().toLowerCase() ?? ''
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
          resolve()
        }
        const watch = new MutationObserver(look)
        watch.observe(document.body, { subtree: true, childList: true, attributes: true })
        look()
      }),
    name,
  )
}

describeWhere(['chromium'], 'A press', () => {
  beforeAll(async () => {
    opened = await openPeopleDesk(() => WORKSPACE)
    await opened.desk.goTo('Inbox')
  })
  afterEach(() => page().unrouteAll({ behavior: 'wait' }))
  afterAll(() => opened?.close())

  it('counts from the moment in which the button is alive, and once when it comes twice [window.press-kept] [window.press-once]', async () => {
    const pressed = pressWhenAlive('send')
    await start()
    await pressed
    // A first key on an item out of focus arms the outcome, which takes the focus.
    await expect.poll(() => page().evaluate(() => document.activeElement?.textContent)).toContain('Send it')
    // Of two presses one after the other the first decides, and no refusal of the second hides that.
    const sent: string[] = []
    page().on('request', (request) => {
      if (request.url().endsWith('/call/inbox.decide')) sent.push(request.url())
    })
    await opened.desk.outcome('Send it').dblclick()
    const notices = page().getByRole('region', { name: /^Notifications/ })
    await notices.getByText('Send it', { exact: true }).waitFor()
    await expect.poll(() => opened.desk.pending()).toBe(0)
    expect(sent).toHaveLength(1)
  })

  it('finds no button alive that something on the card has just moved [window.press-kept]', async () => {
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await routeCall(page(), 'inbox.preview', async (route) => {
      if (route.request().postDataJSON().outcome === 'leave') await held
      await route.continue()
    })
    await start()
    await opened.desk
      .row(/Letters/)
      .first()
      .click()
    await expect.poll(() => opened.desk.outcome('Send it').isEnabled(), { timeout: 10_000 }).toBe(true)
    const alive = page().evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          const send = document.querySelector<HTMLButtonElement>('[data-outcome=send]')
          const leave = document.querySelector('[data-outcome=leave]')
          const about = leave?.nextElementSibling
          const before = about?.textContent
          const watch = new MutationObserver(() => {
            if (about?.textContent === before) return
            watch.disconnect()
            resolve(send?.disabled === false)
          })
          if (about) watch.observe(about, { subtree: true, childList: true, characterData: true })
        }),
    )
    release()
    expect(await alive).toBe(false)
    await expect.poll(() => opened.desk.outcome('Send it').isEnabled(), { timeout: 10_000 }).toBe(true)
  })

  it('is not followed by another item than the one that was opened since [inbox.snooze]', async () => {
    const rows = page().locator('[data-item]')
    const current = () => page().locator('[data-item][aria-current=true]').getAttribute('data-item')
    await start()
    await start()
    await expect.poll(() => rows.count()).toBe(3)
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await routeCall(page(), 'inbox.snooze', async (route) => {
      await held
      await route.continue()
    })
    await rows.first().click()
    await page().keyboard.press('s')
    await page().getByRole('dialog').waitFor()
    await page().keyboard.press('2')
    await page().getByRole('dialog').waitFor({ state: 'detached' })
    await rows.last().click()
    const chosen = await rows.last().getAttribute('data-item')
    await expect.poll(current).toBe(chosen)
    release()
    await page()
      .getByText(/^Snoozed until/)
      .first()
      .waitFor()
    await expect.poll(() => rows.count()).toBe(2)
    expect(await current()).toBe(chosen)
  })

  it('that takes back too late is answered, also when its button has gone meanwhile [decide.ring]', async () => {
    const { desk, agent } = opened
    await agent.call('workflow.start', { definitionId: 'parcel', input: {} })
    await desk.row(/Parcels/).click()
    await desk.outcome('Post it').click()
    await page().getByRole('dialog').getByRole('checkbox').check()
    await page().getByRole('dialog').getByRole('button', { name: 'Post it' }).click()
    await page().getByRole('tab', { name: 'Decided' }).click()
    await desk
      .row(/Parcels/)
      .first()
      .click()
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await routeCall(page(), 'inbox.undo', async (route) => {
      await held
      const error = { code: 'ALREADY_DECIDED', message: 'It has run.' }
      await route.fulfill({ json: { ok: false, error } })
    })
    await page().getByRole('region', { name: 'Decided' }).getByRole('button', { name: /^Undo/ }).click()
    await desk.goTo('Runs')
    await page().getByRole('list', { name: 'Runs', exact: true }).waitFor()
    release()
    const notices = page().getByRole('region', { name: /^Notifications/ })
    await notices.getByText('Could not undo.').waitFor()
    await notices.getByText('It has run.').waitFor()
  })
})

describeWhere(['chromium'], 'A press in a small window', () => {
  beforeAll(async () => {
    opened = await openPeopleDesk(() => WORKSPACE)
    await opened.desk.goTo('Inbox')
  })
  afterAll(() => opened?.close())

  it('decides at the second one in a window as small as that of a phone: the first shows where it leads, which no button covers then [decide.small-window]', async () => {
    await start()
    await opened.desk.row('Letters').click()
    await page().setViewportSize({ width: 375, height: 480 })
    const send = opened.desk.outcome('Send it')
    await expect.poll(() => send.isEnabled()).toBe(true)
    await send.click()
    await send.getByText('once more').waitFor()
    const covered = () =>
      page().evaluate(() => {
        const bar = document.querySelector('[data-bar]')?.getBoundingClientRect().top ?? 0
        return (document.querySelector('[data-leads=send]')?.getBoundingClientRect().bottom ?? 0) - bar
      })
    await expect.poll(covered).toBeLessThanOrEqual(0)
    await send.click()
    await page().getByText('You chose ‘Send it’.').first().waitFor()
  })
})
