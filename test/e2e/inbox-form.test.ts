/** What a person fills in on a card: what is typed stays, is whole, and is what the workflow gets. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWhere } from '../support/needs.ts'
import { openPeopleDesk, type PeopleDesk } from '../support/people-desk.ts'

const fields = {
  note: { type: 'string', title: 'Note' },
  maybe: { type: ['string', 'null'], title: 'Remark' },
  at: { type: 'string', format: 'time', title: 'Time' },
  from: { type: 'string', format: 'date-time', title: 'From' },
  door: { type: 'string', format: 'password', title: 'Door' },
  colour: { type: 'string', format: 'color', title: 'Colour' },
}
const answer = {
  title: 'Answer',
  target: 'answered',
  actor: 'human',
  summary: 'Answer it',
  inputSchema: { type: 'object', properties: fields },
  output: { given: '$.arguments' },
}
/** What an agent asks for, with a time of another zone and something that its card shows. */
const call = {
  title: 'Book',
  target: 'answered',
  approval: { required: true },
  inputSchema: {
    type: 'object',
    properties: {
      when: { type: 'string', format: 'date-time', title: 'When' },
      code: { type: 'string', format: 'password', title: 'Code' },
    },
  },
  output: { given: '$.arguments' },
}
const workflows = {
  booking: {
    title: 'Booking',
    initialState: 'asked',
    states: { asked: { transitions: { book: { actor: 'agent', ...call } } }, answered: { terminal: true } },
  },
  visit: {
    title: 'Visit',
    initialState: 'asked',
    states: { asked: { transitions: { answer } }, answered: { terminal: true } },
  },
}

describeWhere(['chromium'], 'A form on a card', () => {
  let opened: PeopleDesk
  beforeAll(async () => {
    opened = await openPeopleDesk(() => `approvals: { holdMs: 0 }\nworkflows: ${JSON.stringify(workflows)}`)
  })
  afterAll(() => opened?.close())

  async function openForm(): Promise<string> {
    const { agent, desk } = opened
    const { workflowId } = (await agent.call('workflow.start', { definitionId: 'visit', input: {} })).answer
    await desk.goTo('Inbox')
    await desk.row('Answer it').first().click()
    await desk.outcome('Answer').and(opened.page.locator(':enabled')).waitFor()
    return workflowId
  }
  const field = (name: string) => opened.desk.item().getByRole('textbox', { name, exact: true })
  async function given(workflowId: string): Promise<unknown> {
    const { answer } = await opened.agent.call('workflow.get', { workflowId })
    return answer.context.given
  }
  const answered = async (workflowId: string) => {
    await opened.desk.outcome('Answer').click()
    await expect.poll(() => given(workflowId)).toBeDefined()
    return given(workflowId)
  }

  it('keeps whoever types in a field however long their text grows, and presses nothing [form.stays]', async () => {
    const { page } = opened
    const workflowId = await openForm()
    const text = `${'word '.repeat(35)}1 a 1`
    await field('Note').click()
    await page.keyboard.type(text)
    await field('Note').and(page.locator(':focus')).waitFor()
    expect(await field('Note').inputValue()).toBe(text)
    await page.keyboard.press('Enter')
    await page.keyboard.type('below')
    expect(await answered(workflowId)).toEqual({ note: `${text}\nbelow` })
  })

  it('breaks no line of a short text by Enter, and loses none that is pasted [form.stays]', async () => {
    const { page } = opened
    const workflowId = await openForm()
    await field('Note').click()
    await page.keyboard.type('one')
    await page.keyboard.press('Enter')
    await field('Remark').fill('first\nsecond')
    expect(await answered(workflowId)).toEqual({ note: 'one', maybe: 'first\nsecond' })
  })

  it('takes a time with its zone, and holds nothing where nothing is given [form.formats]', async () => {
    const workflowId = await openForm()
    expect(await field('Colour').inputValue()).toBe('')
    await field('Time').fill('14:30:00Z')
    expect(await answered(workflowId)).toEqual({ at: '14:30:00Z' })
  })

  it('names the zone of a moment and what it is used as, and hides only what is typed [form.formats]', async () => {
    const { page, desk } = opened
    const workflowId = await openForm()
    const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
    const from = desk.item().getByLabel('From', { exact: true })
    await desk.item().getByText(`In your time zone, ${zone}.`, { exact: true }).waitFor()
    await from.fill('2026-03-31T14:30')
    const moment = await page.evaluate(() => new Date('2026-03-31T14:30').toJSON())
    await desk.item().getByText(`In your time zone, ${zone}. Used as ${moment}.`, { exact: true }).waitFor()
    const door = desk.item().getByLabel('Door', { exact: true })
    await door.fill('4711')
    expect(await door.getAttribute('type')).toBe('password')
    await desk.item().getByRole('button', { name: 'Show what is typed' }).click()
    expect(await door.getAttribute('type')).toBe('text')
    expect(await answered(workflowId)).toEqual({ from: moment, door: '4711' })
  })

  it('shows what an agent has asked for as its card does, however it is called [form.formats]', async () => {
    const { agent, desk, page } = opened
    const { workflowId } = (await agent.call('workflow.start', { definitionId: 'booking', input: {} })).answer
    const when = '2026-03-31T14:30:00+05:00'
    const asked = { workflowId, expectedVersion: 1, transition: 'book', arguments: { when, code: 'AB-4711' } }
    await agent.call('workflow.submit', asked)
    await desk.row(/Book/).first().click()
    await page.getByRole('button', { name: 'Edit' }).click()
    const code = desk.item().getByRole('textbox', { name: 'Code', exact: true })
    expect(await code.inputValue()).toBe('AB-4711')
    await desk
      .item()
      .getByText(new RegExp(`Used as ${when.replace('+', '.')}`))
      .waitFor()
    await code.fill('')
    await code.fill('AB-4712')
    await code.and(page.locator('textarea')).waitFor()
    await desk.readAll()
    await desk
      .outcome(/Approve/)
      .and(page.locator(':enabled'))
      .click()
    await expect.poll(() => given(workflowId)).toEqual({ when, code: 'AB-4712' })
  })
})
