/** A browser that tells: switched on by a person, in the gateway's words, and with none of them while it is locked. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setPin } from '../support/desk-page.ts'
import { describeWhere } from '../support/needs.ts'
import { openPeopleDesk, type PeopleDesk } from '../support/people-desk.ts'

const WORKSPACE = `
workflows:
  letter:
    title: Letters
    initialState: reading
    states:
      reading: { transitions: { send: { title: Send the letter, target: sent, actor: human }, drop: { target: sent } } }
      sent: { terminal: true }
  parcel:
    title: Parcels
    initialState: packed
    states:
      packed: { transitions: { post: { title: Post the parcel, target: posted, actor: human } } }
      posted: { terminal: true }
`

let opened: PeopleDesk
const page = (): Page => opened.page
const ask = () => opened.agent.call('workflow.start', { definitionId: 'letter', input: {} })
const goTo = (part: string) => page().goto(`${page().url().split('#')[0]}#/settings/${part}`)
/** What the system would show. */
const told = () => page().evaluate(() => (window as unknown as { told: string[] }).told)

describeWhere(['chromium'], 'A browser that tells', () => {
  beforeAll(async () => {
    opened = await openPeopleDesk(() => WORKSPACE)
    await page().addInitScript(() => {
      const said: string[] = []
      const tags: string[] = []
      class Told {
        static permission = 'default'
        static async requestPermission() {
          Told.permission = 'granted'
          return Told.permission
        }
        constructor(title: string, { body, tag }: { body: string; tag: string }) {
          said.push(`${title}: ${body}`)
          tags.push(tag)
        }
        close() {
          Told.closed += 1
        }
        static closed = 0
      }
      // The page is behind another one, and its notifications are written down.
      Object.assign(window, { told: said, tags, Notification: Told })
      document.hasFocus = () => false
    })
    await page().reload()
    await opened.desk.untilConnected()
  })
  afterAll(() => opened?.close())

  it('says what waits once it is switched on [told.browser]', async () => {
    await ask()
    await expect.poll(() => opened.desk.pending()).toBe(1)
    await goTo('notifications')
    await page().getByRole('switch', { name: 'Notify in this browser' }).click()
    await expect
      .poll(() => page().getByRole('switch', { name: 'Notify in this browser' }).isChecked())
      .toBe(true)
    expect(await told()).toEqual([])
    await ask()
    await expect.poll(told).toEqual([expect.stringMatching(/^Letters: /)])
  })

  it('takes away what it told when that does not wait any more [told.over]', async () => {
    const closed = () => page().evaluate(() => (Notification as unknown as { closed: number }).closed)
    const before = (await told()).length
    const { answer } = await ask()
    await expect.poll(async () => (await told()).length).toBe(before + 1)
    expect(await closed()).toBe(0)
    const { workflowId, version: expectedVersion } = answer
    await opened.agent.call('workflow.submit', { workflowId, expectedVersion, transition: 'drop' })
    await expect.poll(closed).toBe(1)
  })

  it('says what comes to a list of which it knows only a part, and not what moves up into that part [told.long]', async () => {
    const { answer } = await ask()
    await Promise.all(Array.from({ length: 52 }, ask))
    await expect.poll(() => opened.desk.pending()).toBe(55)
    await page().reload()
    await page().evaluate(() => Object.assign(Notification, { permission: 'granted' }))
    await expect.poll(() => opened.desk.pending()).toBe(55)

    // What it knows of the list ends above the last ones: one of them moves up when the agent drops a letter.
    const { workflowId, version: expectedVersion } = answer
    await opened.agent.call('workflow.submit', { workflowId, expectedVersion, transition: 'drop' })
    await expect.poll(() => opened.desk.pending()).toBe(54)
    await opened.agent.call('workflow.start', { definitionId: 'parcel', input: {} })
    await expect.poll(told).toEqual([expect.stringMatching(/^Parcels: /)])
  })

  it('keeps quiet in the hours of the clock beside whoever sits there, not of the gateway’s [told.silence]', async () => {
    const devtools = await page().context().newCDPSession(page())
    const live = (timezoneId: string) => devtools.send('Emulation.setTimezoneOverride', { timezoneId })
    await live('Pacific/Kiritimati')
    const hour = await page().evaluate(() => new Date().getHours())
    const say = (at: number) => `${String((at + 24) % 24).padStart(2, '0')}:00`
    const before = await told()
    await page().getByRole('switch', { name: 'Use quiet hours' }).click()
    await page()
      .getByLabel('From', { exact: true })
      .fill(say(hour - 2))
    await page()
      .getByLabel('To', { exact: true })
      .fill(say(hour + 3))
    await page().getByRole('button', { name: 'Save the hours' }).click()
    await expect.poll(() => page().getByRole('button', { name: 'Save the hours' }).isDisabled()).toBe(true)
    let silent: unknown
    page().on('response', (response) => {
      if (!/call\/preferences.get/.test(response.url())) return
      response.json().then(
        ({ value }) => {
          silent = value?.silent
        },
        () => {},
      )
    })
    await ask()
    await expect.poll(() => silent).toBe('quiet')
    // Half a day away.
    await live('Atlantic/Cape_Verde')
    await opened.agent.call('workflow.start', { definitionId: 'parcel', input: {} })
    await expect.poll(told).toEqual([...before, expect.stringMatching(/^Parcels: /)])
    await page().getByRole('switch', { name: 'Use quiet hours' }).click()
    await live('')
  })

  it('says of a locked desk only that a request waits, and takes away what it said before [told.locked] [told.over]', async () => {
    await setPin(page(), '2468')
    const closed = () => page().evaluate(() => (Notification as unknown as { closed: number }).closed)
    const was = (await told()).length
    await ask()
    await expect.poll(async () => (await told()).length).toBe(was + 1)
    const open = await closed()
    await page().getByRole('navigation', { name: 'Screens' }).getByRole('button').click()
    await page().getByRole('button', { name: 'Lock the desk' }).click()
    await page()
      .getByRole('heading', { name: /locked/ })
      .waitFor()
    expect(await closed()).toBeGreaterThan(open)
    const before = (await told()).length
    await ask()
    await expect
      .poll(async () => (await told()).slice(before))
      .toEqual(['A request waits: The desk is locked.'])
    // The next one is another notification: one in the place of the first would not be announced.
    await ask()
    await expect.poll(async () => (await told()).length).toBe(before + 2)
    const tags = await page().evaluate(() => (window as unknown as { tags: string[] }).tags)
    expect(new Set(tags).size).toBe(tags.length)
    expect(await page().getByText('Send the letter').count()).toBe(0)
  })
})
